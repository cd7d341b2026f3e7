import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, clientOf, next, one, render, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';
import { fiveRates } from '../support/rates.ts';

const listed = [
  ...fiveRates,
  rate({ courier_code: 'tiki', courier_name: 'TIKI' }),
  rate({ courier_code: 'grab', courier_name: 'GrabExpress' }),
];

/** A service that lists seven couriers, of which five have rates for the lane. */
async function renderLine(service = { broken: false, couriers: listed }) {
  const client = clientOf(async (request) => {
    if (service.broken) throw new TypeError('cut off');
    if (request.method === 'GET') return json({ success: true, couriers: service.couriers });
    const { couriers } = (await request.json()) as { couriers: string };
    const pricing = fiveRates.filter(({ courier_code }) => couriers.split(',').includes(courier_code));
    return json({ success: true, pricing });
  });
  const checkout = await render<CheckoutElement>(html`
    <ship-checkout lang="en" .shipment=${shipment} .client=${client}></ship-checkout>
  `);
  const picker = one(checkout, 'ship-courier-picker');
  return { checkout, picker, line: () => one(picker, '[part=choose]') };
}

async function renderQuoted() {
  const rendered = await renderLine();
  await next(rendered.checkout, 'ship-quote');
  await settled(rendered.checkout);
  return rendered;
}

describe('the couriers in a checkout', () => {
  it('are one line: how many are compared, and a way to choose', async () => {
    const { checkout, picker, line } = await renderQuoted();
    expect(textOf(line())).to.equal('All 7 couriers compared Choose');
    expect(line().ariaExpanded).to.equal('false');
    expect(all(picker, 'input')).to.be.empty;
    await expectAccessible(checkout);
  });

  it('open to those that serve the lane, the others below with why not', async () => {
    const { checkout, picker, line } = await renderQuoted();
    line().focus();
    line().click();
    await settled(checkout);
    expect(line().ariaExpanded).to.equal('true');
    expect(all(picker, '[part=label]').map(textOf)).to.deep.equal(['Anteraja', 'GoSend', 'J&T Cargo', 'JNE', 'Wahana']);
    expect(all(picker, '.absent').map(textOf)).to.have.members([
      'Only with a map pin: GrabExpress',
      'Not delivering here: TIKI',
    ]);
    expect(picker.shadowRoot?.activeElement === line()).to.equal(true);
    await expectAccessible(checkout);
    line().click();
    await settled(checkout);
    expect(all(picker, 'input, .absent')).to.be.empty;
  });

  it('are all compared again by one tap, and focus goes on with the choice that they had hidden', async () => {
    const { checkout, picker, line } = await renderQuoted();
    const comparison = one(checkout, 'ship-rate-comparison');
    one(comparison, 'input[value^=wahana]').click();
    line().click();
    await settled(checkout);
    one(picker, 'input[value=jne]').click();
    await settled(checkout);
    one(comparison, '.panel button').focus();
    one(comparison, '.panel button').click();
    await settled(checkout);
    expect(checkout.value).to.match(/^wahana/);
    const { activeElement } = comparison.shadowRoot ?? {};
    expect((activeElement as HTMLInputElement | undefined)?.value).to.equal(checkout.value);
  });

  it('leave the list as long as it was, from the cheapest on, when they are picked and taken back', async () => {
    const { checkout, picker, line } = await renderQuoted();
    checkout.rows = 2;
    await settled(checkout);
    const comparison = one(checkout, 'ship-rate-comparison');
    const shown = () => all<HTMLInputElement>(comparison, 'input[type=radio]').map(({ value }) => value.split('/')[0]);
    const click = async (element: HTMLElement) => {
      element.click();
      await settled(checkout);
    };
    expect(shown()).to.deep.equal(['anteraja', 'wahana']);
    await click(line());
    for (const code of ['gojek', 'jntcargo']) await click(one(picker, `input[value=${code}]`));
    expect(shown()).to.deep.equal(['gojek', 'jntcargo']);
    for (const code of shown()) await click(one(comparison, `input[value^=${code}]`));
    for (const code of ['gojek', 'jntcargo']) await click(one(picker, `input[value=${code}]`));
    expect(shown(), 'the cheapest, and the choice').to.deep.equal(['anteraja', 'wahana', 'jntcargo']);
    expect(one<HTMLSelectElement>(comparison, '.tools select').selectedOptions[0]?.text).to.equal('Cheapest first');
  });

  it('say which are chosen, and let them be taken back', async () => {
    const { checkout, picker, line } = await renderQuoted();
    line().click();
    await settled(checkout);
    one(picker, 'input[value=jne]').focus();
    const changed = next(checkout, 'ship-courier-change');
    one(picker, 'input[value=jne]').click();
    expect((await changed).couriers).to.deep.equal(['jne']);
    await settled(checkout);
    expect(textOf(line())).to.equal('1 of 7 couriers: JNE Choose');
    expect(all(picker, '.absent'), 'what was known of the others').to.have.length(2);
    expect(picker.shadowRoot?.activeElement === one(picker, 'input[value=jne]')).to.equal(true);
    one(picker, 'input[value=jne]').click();
    await settled(checkout);
    expect(textOf(line())).to.include('7 couriers');
  });

  it('are shown at once with picker="open"', async () => {
    const { checkout, picker } = await renderQuoted();
    checkout.setAttribute('picker', 'open');
    await settled(checkout);
    expect(all(picker, '[part=choose]')).to.be.empty;
    expect(all(picker, '[part=option]')).to.have.length(6);
    checkout.removeAttribute('picker');
    await settled(checkout);
    expect(all(picker, '[part=option]')).to.be.empty;
  });

  it('do not promise a comparison before there is one', async () => {
    const { checkout, line } = await renderLine();
    checkout.shipment = {};
    while (!all(checkout, '[part=choose]').length) await new Promise(requestAnimationFrame);
    expect(textOf(line())).to.equal('7 couriers Choose');
  });

  for (const [what, service, sentence] of [
    ['cannot be reached', { broken: true, couriers: listed }, 'isn’t answering'],
    ['lists no couriers', { broken: false, couriers: [] }, 'No courier delivers to this address'],
  ] as const)
    it(`tell no story of their own where the service ${what}`, async () => {
      const { checkout, picker } = await renderLine({ ...service, couriers: [...service.couriers] });
      while (!['error', 'empty'].includes(checkout.status)) await new Promise(requestAnimationFrame);
      while (!picker.matches(':state(error), :state(empty)')) await new Promise(requestAnimationFrame);
      await settled(checkout);
      expect(textOf(picker)).to.equal('');
      expect(textOf(checkout).split(sentence).length - 1, textOf(checkout)).to.be.within(1, 3);
      expect(textOf(checkout)).not.to.include('No couriers are available');
    });
});
