import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { all, clientOf, heldClient, next, one, record, render, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';

const row = (code: string, name: string, price: number, range: string, more: Partial<Rate> = {}) =>
  rate({
    courier_code: code,
    courier_name: name,
    courier_service_code: 'x',
    courier_service_name: '',
    price,
    shipping_fee: price,
    shipment_duration_range: range,
    ...more,
  });

/** A vehicle that is called is listed as `same_day`, and comes within hours. */
const onCall = { service_type: 'same_day', shipment_duration_unit: 'hours' };

const rates = [
  row('sap', 'SAP', 9_000, '4 - 5', { available_for_cash_on_delivery: false }),
  row('jne', 'JNE', 12_000, '2 - 3'),
  row('gojek', 'GoSend', 30_000, '1 - 3', { ...onCall, available_for_cash_on_delivery: false }),
  row('anteraja', 'AnterAja', 11_000, '3'),
  row('new', 'Newcomer', 20_000, '2', { service_type: 'by_drone' }),
];

async function renderView(lang = 'en', list = rates) {
  const client = clientOf(async () => json({ success: true, pricing: list }));
  const comparison = await render<RateComparisonElement>(html`
    <ship-rate-comparison lang=${lang} couriers="jne" rows="4" .shipment=${shipment} .client=${client}>
    </ship-rate-comparison>
  `);
  await next(comparison, 'ship-quote');
  await settled(comparison);
  const names = () => all(comparison, '.name').map((name) => textOf(name).replace(/ x$/, ''));
  /** Chooses by the words that the shopper reads. */
  const pick = async (which: 0 | 1, words: string) => {
    const select = all<HTMLSelectElement>(comparison, '.tools select')[which] as HTMLSelectElement;
    const option = [...select.options].find((candidate) => candidate.text === words);
    if (!option) throw new Error(`There is no ${words}, but ${[...select.options].map(({ text }) => text)}.`);
    select.value = option.value;
    select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await settled(comparison);
  };
  return { comparison, names, pick };
}

describe('the view of a long list', () => {
  it('is by price at first, by arrival or by courier where the shopper wants', async () => {
    const { names, pick } = await renderView();
    expect(names()).to.deep.equal(['SAP', 'AnterAja', 'JNE', 'Newcomer']);
    await pick(0, 'Fastest first');
    expect(names()).to.deep.equal(['GoSend', 'Newcomer', 'AnterAja', 'JNE']);
    await pick(0, 'By courier');
    expect(names()).to.deep.equal(['AnterAja', 'GoSend', 'JNE', 'Newcomer']);
  });

  it('can be narrowed to a courier, to a kind of service, to what is paid on delivery', async () => {
    const { names, pick } = await renderView();
    await pick(1, 'JNE');
    expect(names()).to.deep.equal(['JNE']);
    await pick(1, 'Instant');
    expect(names()).to.deep.equal(['GoSend']);
    await pick(1, 'Cash on delivery (COD)');
    expect(names()).to.deep.equal(['AnterAja', 'JNE', 'Newcomer']);
    await pick(1, 'by drone');
    expect(names()).to.deep.equal(['Newcomer']);
    await pick(1, 'All options');
    expect(names()).to.have.length(4);
  });

  it('has no group of services that are slower than it says', async () => {
    const freight = row('sentralcargo', 'Sentral Cargo', 70_000, '3 - 4', { service_type: 'same_day' });
    const { comparison, names, pick } = await renderView('en', [...rates, freight]);
    const select = all<HTMLSelectElement>(comparison, '.tools select')[1];
    expect([...(select?.options ?? [])].map(({ text }) => text)).to.not.include('Same day');
    await pick(1, 'Instant');
    expect(names()).to.deep.equal(['GoSend']);
  });

  it('can be narrowed to a kind of service that is called like what every object has', async () => {
    const list = [...rates.slice(1), row('odd', 'Odd', 50_000, '3', { service_type: 'constructor' })];
    const { names, pick } = await renderView('en', [...list, row('last', 'Last', 60_000, '3')]);
    await pick(1, 'constructor');
    expect(names()).to.deep.equal(['Odd']);
  });

  it('is of all options again where none has the word any more: in another language, or of other couriers', async () => {
    const { comparison, names, pick } = await renderView();
    const chosen = () => one<HTMLSelectElement>(comparison, '.tools select:last-child').selectedOptions[0]?.text;
    await pick(1, 'Instant');
    expect([chosen(), names()]).to.deep.equal(['Instant', ['GoSend']]);
    comparison.lang = 'id';
    await new Promise(requestAnimationFrame);
    expect([chosen(), names().length]).to.deep.equal(['Semua pilihan', 4]);
    await pick(1, 'JNE');
    comparison.rates = [
      ...rates.filter(({ courier_code }) => courier_code !== 'jne'),
      row('sicepat', 'SiCepat', 50_000, '3'),
    ];
    await settled(comparison);
    expect([chosen(), names().length]).to.deep.equal(['Semua pilihan', 4]);
    await pick(1, 'AnterAja');
    comparison.rates = rates.slice(0, 3);
    await settled(comparison);
    expect([all(comparison, 'select').length, names().length], 'a list too short to be narrowed').to.deep.equal([0, 3]);
  });

  it('is kept for new rates, and counted as it is seen', async () => {
    const { comparison, names, pick } = await renderView();
    await pick(1, 'Instant');
    comparison.rates = [...rates, row('grab', 'Grab', 40_000, '1 - 4', onCall)];
    await settled(comparison);
    expect(names()).to.deep.equal(['GoSend', 'Grab']);
    await settled(comparison);
    expect(textOf(one(comparison, '[role=status]'))).to.equal('2 delivery options found.');
  });

  it('is said: how many options there are now', async () => {
    const { comparison, pick } = await renderView();
    await pick(1, 'Cash on delivery (COD)');
    expect(textOf(one(comparison, '[role=status]'))).to.equal('3 delivery options found.');
  });

  it('is kept when rates are asked anew', async () => {
    const { comparison, names, pick } = await renderView();
    await pick(0, 'Fastest first');
    await pick(1, 'Cash on delivery (COD)');
    comparison.insuranceAmount = 1_000;
    await next(comparison, 'ship-quote');
    await settled(comparison);
    expect(names()).to.deep.equal(['Newcomer', 'AnterAja', 'JNE']);
    expect(all<HTMLSelectElement>(comparison, '.tools select').map(({ value }) => value)).to.deep.equal([
      'arrival',
      'Cash on delivery (COD)',
    ]);
  });

  it('changes nothing about the choice, which always is to be seen', async () => {
    const { comparison, names, pick } = await renderView();
    one(comparison, 'input[value="sap/x"]').click();
    const events = record(comparison, 'ship-rate-change', 'change', 'input');
    await pick(1, 'Instant');
    expect(names()).to.deep.equal(['SAP', 'GoSend']);
    expect(comparison.value).to.equal('sap/x');
    expect(events).to.be.empty;
  });

  it('is arranged above the list and beneath the switches, and outside of the radio group', async () => {
    const { comparison } = await renderView();
    const [extras, tools, list] = ['[part=extras]', '[part=tools]', '[role=radiogroup]'].map((selector) =>
      one(comparison, selector),
    );
    const bottom = (element: HTMLElement | undefined) => element?.getBoundingClientRect().bottom ?? Number.NaN;
    const top = (element: HTMLElement | undefined) => element?.getBoundingClientRect().top ?? Number.NaN;
    expect(bottom(extras)).to.be.at.most(top(tools));
    expect(bottom(tools)).to.be.at.most(top(list));
    expect(tools?.closest('[role=radiogroup]')).to.equal(null);
  });

  it('speaks Indonesian as well', async () => {
    const { names, pick } = await renderView('id');
    await pick(0, 'Tercepat');
    await pick(1, 'COD (bayar di tempat)');
    expect(names()).to.deep.equal(['Newcomer', 'AnterAja', 'JNE']);
  });

  it('has its room kept while the rates are on their way: nothing jumps when they come', async () => {
    const { client, called } = heldClient();
    const calling = called();
    const comparison = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" couriers="jne" rows="4" .shipment=${shipment} .client=${client}>
      </ship-rate-comparison>
    `);
    const top = () => one(comparison, '.rows').getBoundingClientRect().top;
    const before = top();
    const call = await calling;
    call.answer(json({ success: true, pricing: rates }));
    await next(comparison, 'ship-quote');
    await settled(comparison);
    expect(all(comparison, 'select')).to.have.length(2);
    expect(top()).to.equal(before);
  });

  it('is not offered for a list that can be taken in at a glance', async () => {
    const { comparison } = await renderView('en', rates.slice(0, 4));
    expect(all(comparison, 'select')).to.be.empty;
  });
});
