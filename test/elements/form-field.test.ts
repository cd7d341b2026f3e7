import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, next, one, render, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';
import { oke, quote as quoteOf, shop } from '../support/shop.ts';

type FormField = CheckoutElement | RateComparisonElement;

interface Setting {
  attributes?: string;
  /** Attributes of the native control beside the field. */
  native?: string;
  page?: (field: string, native: string) => string;
  /** Runs before the field is rendered. */
  begin?: (field: FormField) => void;
  /** Whether the test begins with rates. */
  quoted?: boolean;
}

const inOneForm = (field: string, native: string) => `<form>${field}${native}<button>Send</button></form>`;

/** Renders a field beside a native `<input>`. Both should do the same. */
async function renderBoth(tag: string, setting: Setting = {}) {
  const { client, answers, quotes } = shop(rate(), oke);
  const { attributes = 'name="shipping" required', native = 'name="native" required', page = inOneForm } = setting;
  const place = await render<HTMLElement>(html`<div></div>`);
  place.innerHTML = page(`<${tag} lang="en" couriers="jne" ${attributes}></${tag}>`, `<input ${native}>`);
  const field = one<FormField>(place, tag);
  Object.assign(field, { shipment, client });
  setting.begin?.(field);
  const rest = () => settled(field);
  const quote = async () => {
    await next(field, 'ship-quote');
    await rest();
  };
  if (setting.quoted ?? true) await quote();
  const form = place.querySelector('form') as HTMLFormElement;
  return {
    ...{ place, form, field, answers, quotes, rest, quote },
    native: place.querySelector('input') as HTMLInputElement,
    choose: (key: string) => one(field, `input[value="${key}"]`).click(),
    flip: (id: 'insurance' | 'cash-on-delivery') => one(field, `#${id}`).click(),
    entries: (of = form) => Object.fromEntries(new FormData(of)),
  };
}

/** The events that a page hears, in order. */
function hear(field: FormField): string[] {
  const heard: string[] = [];
  for (const name of ['input', 'change'] as const) field.addEventListener(name, () => heard.push(name));
  field.addEventListener('ship-rate-change', ({ rate: chosen, reason }) =>
    heard.push(`${chosen?.courier_service_code ?? 'none'}: ${reason}`),
  );
  field.addEventListener('ship-extras-change', ({ insured, cashOnDelivery }) =>
    heard.push(`insured: ${insured}, COD: ${cashOnDelivery}`),
  );
  return heard;
}

/** What a control says about its validity, to scripts and to style sheets. */
function validityOf(control: FormField | HTMLInputElement) {
  const { validity, willValidate } = control;
  // A disabled control is not validated. Its other flags differ between browsers.
  if (!willValidate) return { willValidate, disabled: control.matches(':disabled') };
  const { valueMissing, customError, valid } = validity;
  const pseudo = [':valid', ':invalid', ':enabled', ':disabled'].filter((name) => control.matches(name));
  const userInvalid = control.matches(control instanceof HTMLInputElement ? ':user-invalid' : ':state(user-invalid)');
  return { willValidate, valueMissing, customError, valid, pseudo, userInvalid };
}

type Rendered = Awaited<ReturnType<typeof renderBoth>>;

/** After each step, validity and `:user-invalid` are those of the native control. */
const steps: Record<string, (both: Rendered) => unknown> = {
  'at first': () => {},
  'required is removed': ({ field, native }) => [field, native].map((one) => one.removeAttribute('required')),
  'required is set': ({ field, native }) =>
    Object.assign(field, { required: Object.assign(native, { required: true }).required }),
  'the shopper submits': ({ form }) => form.requestSubmit(),
  'the page sets an error': ({ field, native }) => [field, native].map((one) => one.setCustomValidity('Not today.')),
  'the shopper chooses': ({ choose, native }) => {
    choose('jne/reg');
    native.value = 'jne/reg';
  },
  'the page clears its error': ({ field, native }) => [field, native].map((one) => one.setCustomValidity('')),
  'the choice is cleared': ({ field, native }) => {
    field.value = null;
    native.value = '';
  },
  'it is disabled': ({ field, native }) => [field, native].map((one) => Object.assign(one, { disabled: true })),
  'it is enabled': ({ field, native }) => [field, native].map((one) => one.removeAttribute('disabled')),
  'the form is reset': ({ form }) => form.reset(),
};

interface Restored {
  attributes?: string;
  state: { value: string | null; insured: boolean; cashOnDelivery: boolean };
  /** Whether the rates are there before the browser restores the state, or even the first rendering is not. */
  when?: 'with rates' | 'before rates' | 'before rendering';
  heard: string[];
  submitted: Record<string, string>;
}

const chosen = { value: 'jne/oke', insured: false, cashOnDelivery: false };
const insured = { ...chosen, insured: true };
const submitsOke = { shipping: 'jne/oke', native: '' };

/** The browser restores a field when a page is loaded again. */
const restored: Record<string, Restored> = {
  'choice and switches before the first rendering': {
    state: insured,
    when: 'before rendering',
    heard: ['insured: true, COD: false', 'oke: restored'],
    submitted: { ...submitsOke, 'shipping-insured': 'on' },
  },
  'choice and switches before there are rates': {
    state: insured,
    heard: ['insured: true, COD: false', 'oke: restored'],
    submitted: { ...submitsOke, 'shipping-insured': 'on' },
  },
  'a choice when there are rates': {
    state: chosen,
    when: 'with rates',
    heard: ['oke: restored'],
    submitted: submitsOke,
  },
  'the default': {
    state: { ...chosen, value: 'jne/reg' },
    heard: ['reg: restored'],
    submitted: { shipping: 'jne/reg', native: '' },
  },
  'that nothing was chosen, and that a switch was off': {
    attributes: 'name="shipping" value="jne/reg" insured',
    state: { ...chosen, value: null },
    heard: ['insured: false, COD: false'],
    submitted: { native: '' },
  },
  'nothing of a service that is gone': {
    state: { ...chosen, value: 'jne/gone' },
    heard: ['none: service-unavailable'],
    submitted: { native: '' },
  },
};

for (const tag of ['ship-checkout', 'ship-rate-comparison'])
  describe(`<${tag}> as a form field`, () => {
    const renderField = (setting?: Setting) => renderBoth(tag, setting);

    it('has the validity of a native control after each step', async () => {
      const both = await renderField();
      for (const [step, act] of Object.entries(steps)) {
        act(both);
        await both.rest();
        expect(validityOf(both.field), step).to.deep.equal(validityOf(both.native));
      }
    });

    it('says once that a choice is missing, at a switch or a submit, until the form is reset', async () => {
      const { form, field, rest, flip } = await renderField();
      const said = () =>
        all(field, '.panel p, #hint').filter((line) => textOf(line) === 'Choose a delivery option.').length;
      const atFirst = tag === 'ship-checkout' ? 1 : 0;
      expect(said()).to.equal(atFirst);
      let atInput: boolean | undefined;
      field.addEventListener('input', () => {
        atInput = field.matches(':state(user-invalid)');
      });
      flip('insurance');
      await rest();
      expect([atInput, said()]).to.deep.equal([true, 1]);
      form.reset();
      await rest();
      expect(said()).to.equal(atFirst);
    });

    it('dispatches a cancelable `invalid` that does not bubble, and takes focus unless it is cancelled', async () => {
      const { form, field, native, choose } = await renderField();
      const bubbled: unknown[] = [];
      form.addEventListener('invalid', (event) => bubbled.push(event));
      native.focus();
      field.addEventListener('invalid', (event) => event.preventDefault(), { once: true });
      expect([field.reportValidity(), document.activeElement]).to.deep.equal([false, native]);
      expect([form.reportValidity(), document.activeElement, bubbled]).to.deep.equal([false, field, []]);
      expect(all(field, ':focus').at(-1)?.matches('[type=radio]')).to.equal(true);
      expect(field.validationMessage).not.to.equal('');
      field.setCustomValidity('Not today.');
      expect(field.validationMessage).to.equal('Not today.');
      field.setCustomValidity('');
      choose('jne/reg');
      expect([field.validationMessage, field.reportValidity()]).to.deep.equal(['', true]);
    });

    it('submits its choice and each switch that is on, and never a price', async () => {
      const { form, quote, choose, flip } = await renderField();
      const sent = () => [...new FormData(form)].map(([name, value]) => `${name}=${value}`);
      expect(sent()).to.deep.equal(['native=']);
      choose('jne/reg');
      flip('cash-on-delivery');
      expect(sent(), 'while its price is asked').to.deep.equal(['native=']);
      await quote();
      expect(sent()).to.deep.equal(['shipping=jne/reg', 'shipping-cash-on-delivery=on', 'native=']);
      flip('insurance');
      expect(sent().slice(0, 2)).to.deep.equal(['shipping=jne/reg', 'shipping-insured=on']);
    });

    it('submits the newest offer of the chosen row', async () => {
      const { field, quote, choose, answers, entries } = await renderField();
      const offers: unknown[] = [];
      for (const offer of ['first', 'second', undefined]) {
        answers.rates = () => quoteOf(rate({ offer }), oke);
        void field.refresh();
        await quote();
        if (offer === 'first') choose('jne/reg');
        offers.push(entries()['shipping-offer']);
      }
      expect(offers).to.deep.equal(['first', 'second', undefined]);
    });

    it('submits under any name, with the suffix inside the last bracket', async () => {
      const names = {
        'order[ship]': 'order[ship-insured]',
        'shipping[method].x': 'shipping[method].x-insured',
        'a b&amp;c=d': 'a b&c=d-insured',
        'kurir—é': 'kurir—é-insured',
        '0': '0-insured',
      };
      for (const [name, suffixed] of Object.entries(names)) {
        const attributes = `name="${name}"`;
        const { form, native, choose, flip } = await renderField({
          attributes,
          native: `${attributes} value="jne/reg"`,
        });
        choose('jne/reg');
        flip('insurance');
        expect([...new FormData(form).keys()], name).to.deep.equal([native.name, suffixed, native.name]);
      }
    });

    it('submits nothing without a name or while it is disabled, and its choice afterwards', async () => {
      const { form, field, native, rest, choose, entries } = await renderField({
        ...{ attributes: 'name="" required', native: 'name="" required' },
      });
      choose('jne/reg');
      native.value = 'jne/reg';
      expect([entries(), form.checkValidity()]).to.deep.equal([{}, true]);
      field.name = 'late';
      await rest();
      expect([entries(), field.getAttribute('name')]).to.deep.equal([{ late: 'jne/reg' }, 'late']);
      field.disabled = true;
      await rest();
      expect([entries(), field.matches(':disabled')]).to.deep.equal([{}, true]);
      field.removeAttribute('disabled');
      await rest();
      expect([entries(), field.disabled]).to.deep.equal([{ late: 'jne/reg' }, false]);
    });

    it('takes its choice and its switches along to another form, or out of one and back', async () => {
      const { form, field, native, place, quotes, rest, choose, flip, entries } = await renderField({
        ...{ attributes: 'name="shipping" required', native: 'name="native" value="x"' },
        page: (one, other) => `<form>${one}${other}</form><form id="next"></form>`,
      });
      choose('jne/oke');
      flip('insurance');
      const asked = quotes();
      const all = { shipping: 'jne/oke', 'shipping-insured': 'on', native: 'x' };
      const target = one<HTMLFormElement>(place, '#next');
      target.append(field, native);
      expect([field.form, entries(), entries(target)]).to.deep.equal([target, {}, all]);
      field.remove();
      expect([field.form, entries(target)]).to.deep.equal([null, { native: 'x' }]);
      target.prepend(field);
      await rest();
      expect([entries(target), quotes() - asked]).to.deep.equal([all, 0]);
      field.setAttribute('form', 'none');
      expect([field.form, entries(target), entries(form)]).to.deep.equal([null, { native: 'x' }, {}]);
    });

    it('takes focus when a label is clicked, and clicks inside it count once', async () => {
      const { field, native, place, choose, flip } = await renderField({
        attributes: 'name="shipping" value="jne/reg" id="field"',
        page: (one, other) =>
          `<form><label id="around">Shipping ${one}</label><label id="far" for="field">Courier</label>${other}</form>`,
      });
      expect([...field.labels].map((label) => (label as Element).id)).to.deep.equal(['around', 'far']);
      for (const id of ['#far', '#around']) {
        native.focus();
        one(place, id).click();
        expect(all(field, ':focus').at(-1), id).to.equal(one(field, 'input:checked'));
      }
      const heard: string[] = [];
      field.addEventListener('change', () => heard.push('change'));
      one(field, '#insurance').focus();
      flip('insurance');
      expect([heard.length, one(field, '#insurance').matches(':focus')]).to.deep.equal([1, true]);
      choose('jne/oke');
      expect([field.value, heard.length]).to.deep.equal(['jne/oke', 2]);
    });

    it('is disabled by a fieldset around it, except inside the legend', async () => {
      const { field, native, place, rest, entries } = await renderField({
        ...{ attributes: 'name="shipping" value="jne/reg"', native: 'name="native"' },
        page: (one, other) => `<form><fieldset><legend></legend><div>${one}${other}</div></fieldset></form>`,
      });
      const radio = () => one(field, '[type=radio]').matches(':disabled');
      one<HTMLFieldSetElement>(place, 'fieldset').disabled = true;
      expect([validityOf(field), entries()]).to.deep.equal([validityOf(native), {}]);
      await rest();
      expect([radio(), field.disabled, field.hasAttribute('disabled')]).to.deep.equal([true, false, false]);
      one(place, 'legend').append(field, native);
      await rest();
      expect([radio(), validityOf(field)]).to.deep.equal([false, validityOf(native)]);
      expect(entries()).to.deep.equal({ shipping: 'jne/reg', native: '' });
    });

    it('follows its value attribute until the shopper chooses, and again after a reset', async () => {
      const { form, field, native, rest, choose, entries } = await renderField({
        ...{ attributes: 'name="shipping" value="jne/oke"', native: 'name="native" value="jne/oke"' },
      });
      const same = (value: string) => expect(entries()).to.deep.equal({ shipping: value, native: value });
      const setAttributes = async (value: string) => {
        for (const control of [field, native]) control.setAttribute('value', value);
        await rest();
      };
      same('jne/oke');
      await setAttributes('jne/reg');
      same('jne/reg');
      expect(field.rate?.price).to.equal(15_000);
      choose('jne/oke');
      native.value = 'jne/oke';
      await setAttributes('jne/yes');
      same('jne/oke');
      await setAttributes('jne/reg');
      form.reset();
      same('jne/reg');
      await setAttributes('jne/oke');
      same('jne/oke');
    });

    it('resets choice and switches to its attributes, and says so', async () => {
      const { form, field, rest, quote, choose, flip, entries } = await renderField({
        attributes: 'name="shipping" value="jne/oke" insured cash-on-delivery="false"',
      });
      flip('insurance');
      flip('cash-on-delivery');
      choose('jne/reg');
      await quote();
      expect(entries()).to.deep.equal({ shipping: 'jne/reg', 'shipping-cash-on-delivery': 'on', native: '' });
      expect([field.getAttribute('value'), field.hasAttribute('insured')]).to.deep.equal(['jne/oke', true]);
      const heard = hear(field);
      form.reset();
      expect(entries()).to.deep.equal({ shipping: 'jne/oke', 'shipping-insured': 'on', native: '' });
      await rest();
      expect(heard).to.deep.equal(['insured: true, COD: false', 'oke: reset']);
      const checked = all<HTMLInputElement>(field, '[role=switch]').map((input) => input.checked);
      expect(checked).to.deep.equal([true, false]);
    });

    it('resets to no choice without a default, and tells the price that a switch changes', async () => {
      const { form, field, answers, rest, quote, choose, flip } = await renderField({ quoted: false });
      answers.rates = () => json({ success: true, pricing: [rate({ price: 15_500, insurance_fee: 500 })] });
      await quote();
      choose('jne/reg');
      flip('insurance');
      await rest();
      expect(field.rate?.price).to.equal(15_500);
      const heard = hear(field);
      form.reset();
      expect(field.value).to.equal(null);
      await rest();
      expect(heard).to.deep.equal(['insured: false, COD: false', 'none: reset']);
      expect([field.rate, form.checkValidity()]).to.deep.equal([undefined, false]);
    });

    it('keeps its default when the form is reset before there are rates, and none if the attribute is empty', async () => {
      for (const [value, expected] of [
        ['jne/reg', 'jne/reg'],
        ['', null],
      ]) {
        const { form, field, quote } = await renderField({ attributes: `name="s" value="${value}"`, quoted: false });
        form.reset();
        const heard = hear(field);
        await quote();
        expect([field.value, heard.includes('none: service-unavailable')]).to.deep.equal([expected, false]);
      }
    });

    for (const [what, { attributes, state, when = 'before rates', heard, submitted }] of Object.entries(restored))
      it(`restores ${what}`, async () => {
        let told: string[] = [];
        const restore = (field: FormField) => {
          told = hear(field);
          field.formStateRestoreCallback(JSON.stringify(state));
        };
        const { field, quote, quotes, rest, entries } = await renderField({
          attributes: attributes ?? 'name="shipping" value="jne/reg"',
          quoted: when === 'with rates',
          ...(when === 'before rendering' && { begin: restore }),
        });
        if (when !== 'before rendering') restore(field);
        await (when === 'with rates' ? rest() : quote());
        expect(told).to.deep.equal(heard);
        expect([entries(), quotes()]).to.deep.equal([submitted, 1]);
      });

    it('ignores a restored state that it has not written, and resets a restored one to its defaults', async () => {
      const { form, field, rest, choose, entries } = await renderField({
        attributes: 'name="shipping" value="jne/reg"',
      });
      choose('jne/oke');
      await rest();
      const heard = hear(field);
      for (const state of [null, new FormData(), new File([], 'state')]) field.formStateRestoreCallback(state);
      await rest();
      expect([field.value, ...heard]).to.deep.equal(['jne/oke']);
      field.formStateRestoreCallback(JSON.stringify(insured));
      form.reset();
      await rest();
      expect(entries()).to.deep.equal({ shipping: 'jne/reg', native: '' });
    });

    it('dispatches native input and change, then its own event, when value and form are up to date', async () => {
      const { form, field, native, choose, flip, entries } = await renderField({
        native: 'type="checkbox" name="native"',
      });
      const kinds: Record<string, unknown[]> = { field: [], native: [] };
      const seen: unknown[] = [];
      for (const name of ['input', 'change'] as const)
        for (const [whose, control] of [
          ['field', field],
          ['native', native],
        ] as const)
          control.addEventListener(name, ({ type, bubbles, composed, cancelable }) =>
            kinds[whose]?.push({ type, bubbles, composed, cancelable }),
          );
      for (const name of ['input', 'change', 'ship-rate-change', 'ship-extras-change'])
        form.addEventListener(name, ({ type, target }) => {
          if (target === field) seen.push([type, field.rate?.price, field.insured, entries(), field.validity.valid]);
        });
      choose('jne/reg');
      native.click();
      expect(kinds.field).to.deep.equal(kinds.native).and.to.have.length(2);
      const submitted = { shipping: 'jne/reg' };
      const state = [15_000, false, submitted, true];
      expect(seen.splice(0)).to.deep.equal([
        ['input', ...state],
        ['change', ...state],
        ['ship-rate-change', ...state],
      ]);
      native.click();
      flip('insurance');
      const switched = [15_000, true, { ...submitted, 'shipping-insured': 'on' }, true];
      expect(seen).to.deep.equal([
        ['input', ...switched],
        ['change', ...switched],
        ['ship-extras-change', ...switched],
      ]);
    });

    it('dispatches nothing for the same choice, for a disabled field, or when the page sets properties', async () => {
      const { field, rest, choose, flip } = await renderField();
      choose('jne/reg');
      const heard = hear(field);
      choose('jne/reg');
      Object.assign(field, { value: 'jne/oke', insured: true, cashOnDelivery: true, required: false, disabled: true });
      await rest();
      choose('jne/reg');
      flip('insurance');
      expect([field.value, field.insured, ...heard]).to.deep.equal(['jne/oke', true]);
    });
  });
