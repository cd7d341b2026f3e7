import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, clientOf, next, one, record, render, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';
import { fiveRates } from '../support/rates.ts';

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
    click: async (element: HTMLElement) => {
      element.click();
      await settled(checkout);
    },
  };
}

/** The same with the whole list open, and its couriers too. */
async function renderOpen() {
  const rendered = await renderCheckout();
  await next(rendered.checkout, 'ship-quote');
  await settled(rendered.checkout);
  await rendered.click(one(rendered.comparison, '[part=more]'));
  await rendered.click(rendered.line());
  return rendered;
}

describe('the couriers in a checkout', () => {
  it('are one line above the whole list, which opens and closes. Focus stays', async () => {
    const { checkout, picker, line, click } = await renderCheckout();
    await next(checkout, 'ship-quote');
    await settled(checkout);
    expect(picker.checkVisibility(), 'beside the short list').to.equal(false);
    await click(one(checkout, '[part=more]'));
    expect(picker.checkVisibility()).to.equal(true);
    expect([textOf(line()), line().ariaExpanded]).to.deep.equal(['7 couriers Choose', 'false']);
    expect(all(picker, 'input').length).to.equal(0);
    line().focus();
    await click(line());
    expect(line().ariaExpanded).to.equal('true');
    expect(all(picker, '[part=label]').length).to.equal(7);
    expect(picker.shadowRoot?.activeElement === line()).to.equal(true);
    await expectAccessible(checkout);
    await click(line());
    expect(all(picker, 'input').length).to.equal(0);
  });

  it('close at Escape, and leave the list open. Focus goes back to the line', async () => {
    const { checkout, picker, line, shown } = await renderOpen();
    const box = one(picker, 'input[value=jne]');
    box.focus();
    const pressed = { key: 'Escape', bubbles: true, composed: true, cancelable: true };
    box.dispatchEvent(new KeyboardEvent('keydown', pressed));
    await settled(checkout);
    expect([line().ariaExpanded, shown().length]).to.deep.equal(['false', 5]);
    expect(picker.shadowRoot?.activeElement === line()).to.equal(true);
  });

  it('filter the list without a question. The chosen rate stays in sight, and stays chosen', async () => {
    const { checkout, comparison, picker, questions, line, shown, click } = await renderOpen();
    await click(one(comparison, 'input[value^=wahana]'));
    const told = record(checkout, 'ship-courier-change', 'ship-rate-change', 'ship-quote', 'input', 'change');
    for (const code of ['gojek', 'jntcargo']) await click(one(picker, `input[value=${code}]`));
    expect(shown()).to.have.members(['wahana', 'gojek', 'jntcargo']);
    expect(textOf(line())).to.equal('2 of 7 couriers: GoSend, J&T Cargo Choose');
    expect(checkout.value).to.match(/^wahana/);
    expect(told).to.deep.equal(['ship-courier-change', 'ship-courier-change']);
    for (const code of ['gojek', 'jntcargo']) await click(one(picker, `input[value=${code}]`));
    expect(shown().length).to.equal(5);
    expect(textOf(line())).to.equal('7 couriers Choose');
    expect(questions.length).to.equal(1);
  });

  it('leave badges to the rates in sight', async () => {
    const { comparison, picker, click } = await renderOpen();
    const cheapest = () =>
      all(comparison, '[part=badge]')
        .filter((badge) => textOf(badge) === 'Cheapest')
        .map((badge) => badge.closest('[part=row]')?.querySelector('input')?.value.split('/')[0]);
    const before = cheapest();
    for (const code of ['gojek', 'jntcargo']) await click(one(picker, `input[value=${code}]`));
    expect(cheapest()).to.have.lengthOf(1).and.not.deep.equal(before);
    expect(cheapest()[0]).to.be.oneOf(['gojek', 'jntcargo']);
  });

  it('are all shown again by one tap if none of those picked delivers here. Focus goes to the rates', async () => {
    const { comparison, picker, shown, click } = await renderOpen();
    await click(one(picker, 'input[value=tiki]'));
    expect(textOf(one(comparison, '.message'))).to.include('None of the couriers you picked delivers');
    await click(one(comparison, '.message button'));
    expect(shown().length).to.equal(5);
    expect((comparison.shadowRoot?.activeElement as HTMLInputElement | null)?.type).to.equal('radio');
  });

  it('are shown at once with picker="open"', async () => {
    const { checkout, picker } = await renderCheckout();
    await next(checkout, 'ship-quote');
    checkout.setAttribute('picker', 'open');
    await settled(checkout);
    expect(all(picker, '[part=choose]').length).to.equal(0);
    expect(all(picker, '[part=option]').length).to.equal(6);
    checkout.removeAttribute('picker');
    await settled(checkout);
    expect(all(picker, '[part=option]').length).to.equal(0);
  });

  for (const [what, couriers, isBroken, sentence] of [
    ['cannot be reached', listed, true, 'isn’t answering'],
    ['lists no couriers', [], false, 'No courier delivers to this address'],
  ] as const)
    it(`repeat nothing on screen if the service ${what}`, async () => {
      const { checkout, picker } = await renderCheckout([...couriers], isBroken);
      while (!['error', 'empty'].includes(checkout.status)) await new Promise(requestAnimationFrame);
      while (!picker.matches(':state(error), :state(empty)')) await new Promise(requestAnimationFrame);
      await settled(checkout);
      expect(picker.checkVisibility()).to.equal(false);
      expect(textOf(one(checkout, '.rows'))).to.include(sentence);
    });
});
