import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, CourierPickerElement } from '../../src/elements/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, clientOf, next, one, press, record, render, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';
import { fiveRates } from '../support/rates.ts';

const service = (courier_code: string, courier_name = courier_code.toUpperCase()) => ({
  ...{ courier_code, courier_name, courier_service_code: 'reg' },
});

/** A service of couriers, whose answer the test can change. */
function couriersOf(...codes: string[]) {
  const couriers = codes.map((code) => service(code));
  const lists = { couriers, broken: false };
  const client = clientOf(async () => {
    if (lists.broken) throw new TypeError('cut off');
    return json({ success: true, couriers: lists.couriers });
  });
  return { lists, client };
}

async function renderPicker({ lists, client } = couriersOf('jne', 'jnt', 'jntcargo'), value = '') {
  const picker = await render<CourierPickerElement>(
    html`<ship-courier-picker lang="en" .client=${client} couriers=${value}></ship-courier-picker>`,
  );
  const loaded = async () => {
    while (picker.status === 'loading') await new Promise(requestAnimationFrame);
    await settled(picker);
  };
  await loaded();
  const boxes = () => all<HTMLInputElement>(picker, 'input[type=checkbox]');
  const chosen = () => boxes().flatMap(({ checked, value }) => (checked ? [value] : []));
  return { picker, lists, loaded, boxes, chosen };
}

describe('<ship-courier-picker>', () => {
  it('is accessible', async () => {
    const { picker } = await renderPicker();
    await expectAccessible(picker);
  });

  it('lists each courier once, by its plain name (jackocnr/intl-tel-input#116)', async () => {
    const couriers = couriersOf();
    couriers.lists.couriers = [
      service('jnt', '\u202eJ&T'),
      service('jne'),
      service('jne'),
      service('jntcargo', 'J&T Cargo'),
    ];
    const { picker } = await renderPicker(couriers);
    expect(all(picker, '[part=label]').map(textOf)).to.deep.equal(['J&T', 'J&T Cargo', 'JNE']);
  });

  it('says which couriers the shopper chose, by their exact codes', async () => {
    const { picker, boxes, chosen } = await renderPicker(undefined, 'jntcargo');
    expect(chosen()).to.deep.equal(['jntcargo']);
    const changed = next(picker, 'ship-courier-change');
    boxes()[0]?.click();
    expect((await changed).couriers).to.deep.equal(['jntcargo', 'jne']);
    expect(picker.couriers).to.equal('jntcargo,jne');
  });

  it('says that the service did not answer, until it has answered', async () => {
    const broken = couriersOf('jne');
    broken.lists.broken = true;
    const { picker, lists, loaded } = await renderPicker(broken);
    const said = () => textOf(one(picker, '[role=status]'));
    expect(picker.matches(':state(error)')).to.equal(true);
    const sentence = 'The shipping service isn’t answering.';
    expect([textOf(one(picker, '.problem p')), said()]).to.deep.equal([sentence, `Couriers: ${sentence}`]);
    lists.broken = false;
    one(picker, 'button').click();
    await settled(picker);
    await loaded();
    expect([picker.available, said()]).to.deep.equal([[{ code: 'jne', name: 'JNE' }], '']);
  });

  it('shows six couriers, and all of them by a button. Focus moves to the first that was hidden', async () => {
    const { picker, boxes } = await renderPicker(couriersOf(...'abcdefgh'));
    expect(boxes()).to.have.length(6);
    await press(picker, '.more');
    expect(boxes()).to.have.length(8);
    expect(picker.shadowRoot?.activeElement === boxes()[6]).to.equal(true);
  });

  it('says when the service lists no couriers', async () => {
    const { picker } = await renderPicker(couriersOf());
    expect(textOf(picker)).to.include('No couriers are available right now.');
  });

  it('keeps focus on a courier that is unticked, also if it was shown only because it was ticked', async () => {
    const { picker, boxes } = await renderPicker(couriersOf(...'abcdefgh'), 'h');
    await press(picker, 'input[value=h]');
    expect(picker.shadowRoot?.activeElement === one(picker, 'input[value=h]')).to.equal(true);
    expect(boxes()).to.have.length(7);
  });
});

const listed = [
  ...fiveRates,
  rate({ courier_code: 'tiki', courier_name: 'TIKI' }),
  rate({ courier_code: 'grab', courier_name: 'GrabExpress' }),
];

/** A checkout over a service that lists seven couriers. Five of them have rates for the lane. */
async function renderCheckout(couriers = listed, isBroken = false) {
  const questions: unknown[] = [];
  const client = clientOf(async (request) => {
    if (isBroken) throw new TypeError('cut off');
    if (request.method === 'GET') return json({ success: true, couriers });
    questions.push(request);
    return json({ success: true, pricing: fiveRates });
  });
  const checkout = await render<CheckoutElement>(html`
    <ship-checkout lang="en" rows="2" .shipment=${shipment} .client=${client}></ship-checkout>
  `);
  const [comparison, picker] = [one(checkout, 'ship-rate-comparison'), one(checkout, 'ship-courier-picker')];
  return {
    ...{ checkout, comparison, picker, questions },
    line: () => one(picker, '[part=choose]'),
    shown: () => all<HTMLInputElement>(comparison, 'input[type=radio]').map(({ value }) => value.split('/')[0]),
    focused: () => (picker.shadowRoot ?? picker.ownerDocument).activeElement,
    press: async (selector: string, place = picker) => {
      await press(place, selector);
      await settled(checkout);
    },
  };
}

/** The same with the whole list open, and its couriers too. */
async function renderOpen() {
  const rendered = await renderCheckout();
  await next(rendered.checkout, 'ship-rates');
  await settled(rendered.checkout);
  await rendered.press('[part=more]', rendered.comparison);
  await rendered.press('[part=choose]');
  return rendered;
}

describe('the couriers in a checkout', () => {
  it('are one line above the whole list, which opens and closes and keeps focus', async () => {
    const { checkout, comparison, picker, line, focused, press } = await renderCheckout();
    await next(checkout, 'ship-rates');
    await settled(checkout);
    expect(picker.checkVisibility(), 'beside the short list').to.equal(false);
    await press('[part=more]', comparison);
    expect(picker.checkVisibility()).to.equal(true);
    const state = () => [textOf(line()), line().ariaExpanded, all(picker, 'input').length];
    expect(state()).to.deep.equal(['7 couriers Choose', 'false', 0]);
    await press('[part=choose]');
    expect(state()).to.deep.equal(['7 couriers Choose', 'true', 7]);
    expect(focused() === line()).to.equal(true);
    await expectAccessible(checkout);
    await press('[part=choose]');
    expect(state()).to.deep.equal(['7 couriers Choose', 'false', 0]);
  });

  it('close at Escape and leave the list open. Focus goes back to the line', async () => {
    const { checkout, picker, line, shown, focused } = await renderOpen();
    const box = one(picker, 'input[value=jne]');
    box.focus();
    const pressed = { key: 'Escape', bubbles: true, composed: true, cancelable: true };
    box.dispatchEvent(new KeyboardEvent('keydown', pressed));
    await settled(checkout);
    expect([line().ariaExpanded, shown().length]).to.deep.equal(['false', 5]);
    expect(focused() === line()).to.equal(true);
  });

  it('filter the list without a question, and keep the choice in it', async () => {
    const { checkout, comparison, questions, line, shown, press } = await renderOpen();
    await press('input[value^=wahana]', comparison);
    const told = record(checkout, 'ship-courier-change', 'ship-rate-change', 'ship-rates', 'input', 'change');
    for (const code of ['gojek', 'jntcargo']) await press(`input[value=${code}]`);
    expect(shown()).to.have.members(['wahana', 'gojek', 'jntcargo']);
    expect(textOf(line())).to.equal('2 of 7 couriers: GoSend, J&T Cargo Choose');
    expect(checkout.value).to.match(/^wahana/);
    expect(told).to.deep.equal(['ship-courier-change', 'ship-courier-change']);
    const badges = all(comparison, '[part=badge]').map((badge) => textOf(badge));
    expect(badges, 'a cheaper rate is out of sight').not.to.include('Cheapest');
    expect(questions.length).to.equal(1);
  });

  it('are all compared again at the press of a button if none of those picked has a rate. Focus goes to the rates', async () => {
    const { comparison, shown, press } = await renderOpen();
    await press('input[value=tiki]');
    expect(textOf(one(comparison, '.message'))).to.include('None of the couriers you picked delivers');
    await press('.message button', comparison);
    expect(shown().length).to.equal(5);
    expect((comparison.shadowRoot?.activeElement as HTMLInputElement | null)?.type).to.equal('radio');
  });

  it('are shown at once with picker-open', async () => {
    const { checkout, picker } = await renderCheckout();
    await next(checkout, 'ship-rates');
    for (const [attribute, lines, options] of [
      [true, 0, 6],
      [false, 1, 0],
    ] as const) {
      checkout.toggleAttribute('picker-open', attribute);
      await settled(checkout);
      const counts = ['[part=choose]', '[part=option]'].map((part) => all(picker, part).length);
      expect(counts, `${attribute}`).to.deep.equal([lines, options]);
    }
  });

  for (const [what, couriers, isBroken, sentence] of [
    ['cannot be reached', listed, true, 'isn’t answering'],
    ['lists no couriers', [], false, 'No courier delivers to this address'],
  ] as const)
    it(`are hidden when the service ${what}, because the rates say so`, async () => {
      const { checkout, picker } = await renderCheckout([...couriers], isBroken);
      while (!['error', 'empty'].includes(checkout.status)) await new Promise(requestAnimationFrame);
      while (!picker.matches(':state(error), :state(empty)')) await new Promise(requestAnimationFrame);
      await settled(checkout);
      expect(picker.checkVisibility()).to.equal(false);
      expect(textOf(one(checkout, '.rows'))).to.include(sentence);
    });
});
