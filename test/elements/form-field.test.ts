import { sendKeys } from '@web/test-runner-commands';
import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, next, one, render, settled, textOf } from '../support/elements.ts';
import { rate, shipment } from '../support/fixtures.ts';
import { oke, quote as quoteOf, shop } from '../support/shop.ts';

type FormField = CheckoutElement | RateComparisonElement;

interface Setting {
  attributes?: string;
  /** Attributes of the native control beside the field. */
  native?: string;
  page?: (field: string, native: string) => string;
  /** Runs before the field is rendered. */
  begin?: (field: FormField) => void;
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
    await next(field, 'ship-rates');
    await rest();
  };
  await quote();
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
  field.addEventListener('ship-extras-change', ({ insurance, cashOnDelivery }) =>
    heard.push(`insurance: ${insurance}, COD: ${cashOnDelivery}`),
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

const onBoth = ({ field, native }: Rendered, act: (control: FormField | HTMLInputElement) => unknown) =>
  [field, native].forEach(act);

/** After each step, validity and `:user-invalid` are those of the native control. */
const steps: Record<string, (both: Rendered) => unknown> = {
  'at first': () => {},
  'required is removed': (both) => onBoth(both, (control) => control.removeAttribute('required')),
  'required is set': (both) => onBoth(both, (control) => Object.assign(control, { required: true })),
  'the shopper submits': ({ form }) => form.requestSubmit(),
  'the page sets an error': (both) => onBoth(both, (control) => control.setCustomValidity('Not today.')),
  'the shopper chooses': ({ choose, native }) => {
    choose('jne/reg');
    native.value = 'jne/reg';
  },
  'the page clears its error': (both) => onBoth(both, (control) => control.setCustomValidity('')),
  'the choice is cleared': ({ field, native }) => {
    field.value = null;
    native.value = '';
  },
  'it is disabled': (both) => onBoth(both, (control) => Object.assign(control, { disabled: true })),
  'it is enabled': (both) => onBoth(both, (control) => control.removeAttribute('disabled')),
  'the form is reset': ({ form }) => form.reset(),
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
      const { form, field, rest, flip } = await renderField({
        attributes: 'name="shipping" required order-mode="order"',
      });
      const said = () =>
        all(field, '.sum, .message').filter((line) => textOf(line) === 'Choose a delivery option.').length;
      expect(said()).to.equal(1);
      let atInput: boolean | undefined;
      field.addEventListener('input', () => {
        atInput = field.matches(':state(user-invalid)');
      });
      flip('insurance');
      await rest();
      expect([atInput, said()]).to.deep.equal([true, 1]);
      form.reset();
      await rest();
      expect(said()).to.equal(1);
    });

    it('dispatches a cancelable `invalid` that does not bubble, and takes focus unless it is cancelled', async () => {
      const { form, field, native } = await renderField();
      const bubbled: unknown[] = [];
      form.addEventListener('invalid', (event) => bubbled.push(event));
      native.focus();
      field.addEventListener('invalid', (event) => event.preventDefault(), { once: true });
      expect([field.reportValidity(), document.activeElement]).to.deep.equal([false, native]);
      expect([form.reportValidity(), document.activeElement, bubbled]).to.deep.equal([false, field, []]);
      expect(all(field, ':focus').at(-1)?.matches('[type=radio]')).to.equal(true);
    });

    it('marks its list when it was used and becomes wrong later', async () => {
      const { field, flip } = await renderField();
      field.required = false;
      flip('insurance');
      await settled(field);
      field.setCustomValidity('Not today.');
      field.reportValidity();
      await settled(field);
      expect(one(field, '[part=list]').getAttribute('aria-invalid')).to.equal('true');
    });

    it('submits its choice, the offer and each switch that is on, and never a price', async () => {
      const { form, answers, quote, choose, flip } = await renderField();
      const sent = () => [...new FormData(form)].map(([name, value]) => `${name}=${value}`);
      expect(sent()).to.deep.equal(['native=']);
      choose('jne/reg');
      answers.rates = () => quoteOf(rate({ offer: 'signed' }), oke);
      flip('cash-on-delivery');
      expect(sent(), 'while its price is asked').to.deep.equal(['native=']);
      await quote();
      flip('insurance');
      expect(sent()).to.deep.equal([
        ...['shipping=jne/reg', 'shipping-offer=signed', 'shipping-insurance=on', 'shipping-cash-on-delivery=on'],
        'native=',
      ]);
    });

    it('submits under any name, with the suffix inside the last bracket', async () => {
      const { form, field, native, rest, choose, flip } = await renderField({ native: 'value="jne/reg"' });
      choose('jne/reg');
      flip('insurance');
      for (const [name, suffixed] of Object.entries({
        'order[ship]': 'order[ship-insurance]',
        'shipping[method].x': 'shipping[method].x-insurance',
        'a b&c=d': 'a b&c=d-insurance',
        'kurir—é': 'kurir—é-insurance',
        '0': '0-insurance',
      })) {
        for (const control of [field, native]) control.setAttribute('name', name);
        await rest();
        expect([...new FormData(form).keys()]).to.deep.equal([name, suffixed, name]);
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
      const submitted = { shipping: 'jne/oke', 'shipping-insurance': 'on', native: 'x' };
      const target = one<HTMLFormElement>(place, '#next');
      target.append(field, native);
      expect([field.form, entries(), entries(target)]).to.deep.equal([target, {}, submitted]);
      field.remove();
      expect([field.form, entries(target)]).to.deep.equal([null, { native: 'x' }]);
      target.prepend(field);
      await rest();
      expect([entries(target), quotes()]).to.deep.equal([submitted, 1]);
      field.setAttribute('form', 'none');
      expect([field.form, entries(target), entries(form)]).to.deep.equal([null, { native: 'x' }, {}]);
      Object.assign(form, { id: 'pay' });
      Object.assign(field, { form: 'pay' });
      expect([field.form, field.getAttribute('form')], 'as React 19 sets it').to.deep.equal([form, 'pay']);
      Object.assign(field, { form: undefined });
      expect([field.form, field.hasAttribute('form')]).to.deep.equal([target, false]);
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

    it('submits its form by Enter in a radio or a switch, as a native field does', async () => {
      const { form, field, native, rest } = await renderField({
        page: (one, other) =>
          `<form>${one}${other}<button type="button">Map</button><button id="buy">Buy</button><button>Cancel</button></form>`,
      });
      native.value = 'filled';
      const submitters: unknown[] = [];
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        submitters.push(event.submitter?.id);
      });
      const enter = async (control: HTMLElement) => {
        control.focus();
        await sendKeys({ press: 'Enter' });
        return submitters.splice(0);
      };
      const radio = one(field, '[type=radio]');
      expect(await enter(radio), 'a required choice is missing').to.deep.equal([]);
      radio.click();
      await rest();
      for (const control of [native, radio, one(field, '#insurance')]) {
        expect(await enter(control), control.id).to.deep.equal(['buy']);
        const prevent = (event: Event) => event.preventDefault();
        form.addEventListener('keydown', prevent, { once: true });
        expect(await enter(control), 'the page keeps the key').to.deep.equal([]);
        one<HTMLButtonElement>(form, '#buy').disabled = true;
        expect(await enter(control), 'the button is disabled').to.deep.equal([]);
        one<HTMLButtonElement>(form, '#buy').disabled = false;
      }
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
      const expectBoth = (value: string) => expect(entries()).to.deep.equal({ shipping: value, native: value });
      const setAttributes = async (value: string) => {
        for (const control of [field, native]) control.setAttribute('value', value);
        await rest();
      };
      expectBoth('jne/oke');
      await setAttributes('jne/reg');
      expectBoth('jne/reg');
      choose('jne/oke');
      native.value = 'jne/oke';
      await setAttributes('jne/reg');
      expectBoth('jne/oke');
      form.reset();
      expectBoth('jne/reg');
      await setAttributes('jne/oke');
      expectBoth('jne/oke');
    });

    it('resets choice and switches to its attributes, and says so', async () => {
      const { form, field, rest, quote, choose, flip, entries } = await renderField({
        attributes: 'name="shipping" value="jne/oke" insurance cash-on-delivery="false"',
      });
      flip('insurance');
      flip('cash-on-delivery');
      choose('jne/reg');
      await quote();
      expect(entries()).to.deep.equal({ shipping: 'jne/reg', 'shipping-cash-on-delivery': 'on', native: '' });
      expect([field.getAttribute('value'), field.hasAttribute('insurance')]).to.deep.equal(['jne/oke', true]);
      const heard = hear(field);
      form.reset();
      expect(entries()).to.deep.equal({ shipping: 'jne/oke', 'shipping-insurance': 'on', native: '' });
      await rest();
      expect(heard).to.deep.equal(['insurance: true, COD: false', 'oke: reset']);
      const checked = all<HTMLInputElement>(field, '[role=switch]').map((input) => input.checked);
      expect(checked).to.deep.equal([true, false]);
    });

    it('tells a reset and a value that the page sets in the same task in one event', async () => {
      const { form, field, rest, choose, entries } = await renderField();
      choose('jne/oke');
      const heard = hear(field);
      form.reset();
      field.value = 'jne/reg';
      await rest();
      expect([heard, entries()]).to.deep.equal([['reg: reset'], { shipping: 'jne/reg', native: '' }]);
    });

    for (const when of ['before the first rendering', 'with rates'])
      it(`restores choice and switches that the browser has kept, ${when}`, async () => {
        let heard: string[] = [];
        const restore = (field: FormField) => {
          heard = hear(field);
          field.formStateRestoreCallback(JSON.stringify({ value: 'jne/oke', insurance: true, cashOnDelivery: false }));
        };
        const { form, field, quotes, rest, entries } = await renderField({
          attributes: 'name="shipping" value="jne/reg"',
          ...(when !== 'with rates' && { begin: restore }),
        });
        if (when === 'with rates') restore(field);
        await rest();
        expect(heard).to.deep.equal(['insurance: true, COD: false', 'oke: restored']);
        const restored = { shipping: 'jne/oke', 'shipping-insurance': 'on', native: '' };
        expect([entries(), quotes()]).to.deep.equal([restored, 1]);
        const junk = [
          'true',
          '[]',
          '"jne/reg"',
          '{}',
          '{oops',
          '{"value":{},"insurance":false,"cashOnDelivery":false}',
        ];
        const switchless = ['{"value":"jne/reg"}', '{"value":null,"insurance":"on","cashOnDelivery":false}'];
        for (const foreign of [null, new FormData(), new File([], 'state'), ...junk, ...switchless])
          field.formStateRestoreCallback(foreign);
        expect(entries()).to.deep.equal(restored);
        form.reset();
        expect(entries()).to.deep.equal({ shipping: 'jne/reg', native: '' });
      });

    it('shows, submits and tells what the page sets while it hears of the shopper’s choice', async () => {
      for (const [event, told] of [
        ['input', []],
        ['change', []],
        ['ship-rate-change', ['reg: user']],
      ] as const) {
        const { field, rest, choose, entries } = await renderField();
        choose('jne/oke');
        await rest();
        const heard = hear(field);
        field.addEventListener(event, () => Object.assign(field, { value: 'jne/oke' }));
        choose('jne/reg');
        await rest();
        expect(heard, event).to.deep.equal(['input', 'change', ...told]);
        expect(all<HTMLInputElement>(field, ':checked').map(({ value }) => value)).to.include('jne/oke');
        expect([field.rate?.price, entries()]).to.deep.equal([9_000, { shipping: 'jne/oke', native: '' }]);
      }
    });

    it('shows, prices and submits the insurance that the page sets while it hears of a switch', async () => {
      for (const event of ['change', 'ship-extras-change'] as const) {
        const { field, rest, quotes, choose, flip, entries } = await renderField();
        choose('jne/reg');
        await rest();
        field.addEventListener(event, () => Object.assign(field, { insurance: false }));
        flip('insurance');
        await rest();
        expect(one<HTMLInputElement>(field, '#insurance').checked, event).to.equal(false);
        expect([entries(), quotes()]).to.deep.equal([{ shipping: 'jne/reg', native: '' }, 1]);
      }
    });

    it('dispatches native input and change, then its own event, when value and form are up to date', async () => {
      const { form, field, native, choose, flip, entries } = await renderField({ native: 'type="checkbox"' });
      const kindOf = ({ type, bubbles, composed, cancelable }: Event) => ({ type, bubbles, composed, cancelable });
      const kinds = { field: [] as object[], native: [] as object[] };
      for (const name of ['input', 'change'] as const) {
        field.addEventListener(name, (event) => kinds.field.push(kindOf(event)));
        native.addEventListener(name, (event) => kinds.native.push(kindOf(event)));
      }
      const seen: unknown[] = [];
      for (const name of ['input', 'change', 'ship-rate-change', 'ship-extras-change'])
        form.addEventListener(name, ({ type, target }) => {
          if (target === field) seen.push([type, field.rate?.price, field.insurance, entries(), field.validity.valid]);
        });
      choose('jne/reg');
      native.click();
      expect(kinds.field).to.deep.equal(kinds.native).and.to.have.length(2);
      flip('insurance');
      const chosen = [15_000, false, { shipping: 'jne/reg' }, true];
      const insurance = [15_000, true, { shipping: 'jne/reg', 'shipping-insurance': 'on' }, true];
      expect(seen).to.deep.equal([
        ...['input', 'change', 'ship-rate-change'].map((type) => [type, ...chosen]),
        ...['input', 'change', 'ship-extras-change'].map((type) => [type, ...insurance]),
      ]);
    });

    it('dispatches nothing for the same choice, for a disabled field, or when the page sets properties', async () => {
      const { field, rest, choose, flip } = await renderField();
      choose('jne/reg');
      const heard = hear(field);
      choose('jne/reg');
      Object.assign(field, { value: 'jne/oke', insurance: true, required: false, disabled: true });
      await rest();
      choose('jne/reg');
      flip('insurance');
      expect([field.value, field.insurance, ...heard]).to.deep.equal(['jne/oke', true]);
    });
  });
