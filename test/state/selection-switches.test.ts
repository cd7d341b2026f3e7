import { expect } from 'chai';
import { rate, shipment } from '../support/fixtures.ts';
import { at, elsewhere, fees, oke, select, selectChosenWithFees, selectQuoted } from './selecting.ts';

const off = { insured: false, cashOnDelivery: false };
/** Tells nothing but the price of what it was asked with. */
const bare = (price: number) => rate({ price, shipping_fee: undefined, insurance_fee: 0, cash_on_delivery_fee: 0 });

const prices = ({ rates }: { rates: readonly { price: number }[] }) => rates.map(({ price }) => price);

/** Rows without parts, asked with both extras and then without: `jne/reg` for 15,000, and chosen. */
function selectWithoutParts() {
  const selected = select();
  const { selection, quote, quotePart, told } = selected;
  selection.shipment = shipment;
  quote(bare(20_000));
  quotePart({ rates: [bare(15_000)] });
  selection.choose('jne/reg');
  told();
  return selected;
}

describe('one question', () => {
  it('has the price of every combination of the switches, at once and without another question', () => {
    const { selection } = selectChosenWithFees();
    const { question } = selection;
    expect(prices(selection)).to.deep.equal([12_000, 15_000]);
    selection.switch('insured', true);
    expect([prices(selection), selection.rate?.price]).to.deep.equal([[12_500, 15_500], 15_500]);
    selection.switch('cashOnDelivery', true);
    expect([prices(selection), selection.rate?.price]).to.deep.equal([[12_500, 18_500], 18_500]);
    selection.switch('insured', false);
    expect([selection.rate?.price, selection.status]).to.deep.equal([18_000, 'ready']);
    expect(selection.question).to.deep.equal(question);
    expect(selection.breakdown?.parts).to.deep.equal([
      { kind: 'shipping', amount: 15_000 },
      { kind: 'cash-on-delivery', amount: 3_000 },
    ]);
  });

  it('has the very same rows each time that the switches stand the same', () => {
    const { selection } = selectChosenWithFees();
    const [before, chosen] = [selection.rates, selection.rate];
    selection.switch('insured', true);
    selection.switch('insured', false);
    expect(selection.rates.every((row, index) => row === before[index])).to.equal(true);
    expect(selection.rate).to.equal(chosen);
  });

  it('sorts the rows by what they cost as the switches stand', () => {
    const { selection } = selectQuoted(
      fees(15_000),
      rate({ courier_code: 'tiki', price: 16_000, shipping_fee: 16_000 }),
    );
    const order = () => selection.rates.map(({ courier_code }) => courier_code).join();
    expect(order()).to.equal('jne,tiki');
    selection.switch('cashOnDelivery', true);
    expect(order()).to.equal('tiki,jne');
    selection.switch('cashOnDelivery', false);
    expect(order()).to.equal('jne,tiki');
  });

  it('says what a switch adds before it is pressed', () => {
    const { selection } = selectChosenWithFees();
    expect(selection.additionOf('insured')).to.include({ fee: 500, able: 2, of: 2 });
    expect(selection.additionOf('cashOnDelivery')).to.include({ fee: 3_000, able: 1, of: 2 });
    selection.switch('cashOnDelivery', true);
    expect(selection.additionOf('cashOnDelivery').fee).to.equal(3_000);
    expect(select().selection.additionOf('insured')).to.include({ fee: undefined, able: 0, of: 0 });
  });

  it('says the least of what it adds while the choice rests that it cannot be had with', () => {
    const { selection } = selectChosenWithFees();
    selection.choose('jne/oke');
    selection.switch('cashOnDelivery', true);
    expect(selection.resting?.because).to.equal('cash-on-delivery-unavailable');
    expect(selection.additionOf('cashOnDelivery')).to.include({ fee: 3_000, able: 1, of: 2 });
  });

  it('is answered, and its price told, where the connection is gone: nothing else is said of the rows', () => {
    let connected = true;
    const { selection, quote } = select({ offline: () => !connected });
    selection.shipment = shipment;
    quote(fees(15_000));
    selection.choose('jne/reg');
    connected = false;
    selection.switch('insured', true);
    expect([selection.status, selection.rate?.price, selection.submittable]).to.deep.equal(['ready', 15_500, true]);
  });

  it('is switched by the page as well, once all that it has set is there', () => {
    const { selection, told } = selectChosenWithFees();
    selection.setExtra('insured', true);
    selection.settle();
    expect(told()).to.deep.equal(['rates', 'jne/reg 15000 → jne/reg 15500: user']);
  });

  it('is not asked anew by what is switched before its answer comes, which is of that then', () => {
    const { selection, quoted, told } = select();
    selection.shipment = shipment;
    const answer = quoted([fees(15_000)]);
    selection.switch('insured', true);
    selection.answer(answer);
    expect(prices(selection)).to.deep.equal([15_500]);
    expect(told()).to.deep.equal(['input', 'switches by shopper', 'rates']);
  });

  it('leaves rows of another shipment at the price that they had', () => {
    const { selection } = selectChosenWithFees();
    selection.shipment = elsewhere;
    selection.switch('insured', true);
    expect([selection.status, prices(selection)]).to.deep.equal(['stale', [12_000, 15_000]]);
  });
});

describe('a choice that a switch stands in the way of', () => {
  function block() {
    const selected = selectQuoted(fees(15_000), fees(12_000, oke));
    selected.selection.choose('jne/oke');
    selected.told();
    selected.selection.switch('cashOnDelivery', true);
    return selected;
  }

  it('rests: it is not submitted, that is told, and what helps is known', () => {
    const { selection, told } = block();
    expect(told()).to.deep.equal([
      ...['input', 'switches by shopper', 'rates'],
      'jne/oke 12000 → none: not-eligible, now',
    ]);
    expect([selection.value, selection.rate, selection.submittable]).to.deep.equal([null, undefined, false]);
    expect(selection.resting).to.deep.include({ because: 'cash-on-delivery-unavailable' });
    expect(selection.repairs).to.deep.equal({ switchOff: 'cashOnDelivery', instead: selection.rates[1] });
    expect(selection.news).to.include({ kind: 'cleared', reason: 'not-eligible', name: 'JNE OKE' });
  });

  it('comes back with the switch', () => {
    const { selection, told } = block();
    told();
    selection.switch('cashOnDelivery', false);
    expect(told().at(-1)).to.equal('none → jne/oke 12000: restored, now');
    expect([selection.value, selection.resting, selection.news]).to.deep.equal(['jne/oke', undefined, undefined]);
  });

  it('is given up for another one, and not spoken of any more', () => {
    const { selection } = block();
    selection.choose('jne/reg');
    expect([selection.value, selection.resting, selection.repairs, selection.news]).to.deep.equal([
      ...['jne/reg', undefined, undefined, undefined],
    ]);
    selection.switch('cashOnDelivery', false);
    expect(selection.value).to.equal('jne/reg');
  });

  it('is not given up by a page that repeats that nothing is chosen, and is kept for a page loaded again', () => {
    const { selection } = block();
    selection.value = null;
    selection.settle();
    expect(selection.keptValue).to.equal('jne/oke');
    selection.switch('cashOnDelivery', false);
    expect(selection.value).to.equal('jne/oke');
  });

  it('is gone where the service offers it no more, which is told', () => {
    const { selection, quote, told } = block();
    told();
    quote(fees(15_000));
    expect(told()).to.deep.equal(['rates again', 'none → none: service-unavailable']);
    expect([selection.resting, selection.keptValue]).to.deep.equal([undefined, null]);
  });
});

describe('a combination that the answer does not tell', () => {
  it('is asked for itself, of those couriers alone; what is shown stays, unsettled', () => {
    const { selection, told } = selectWithoutParts();
    expect([selection.status, selection.lacking]).to.deep.equal(['ready', []]);
    selection.switch('insured', true);
    expect(told()).to.deep.equal(['input', 'switches by shopper']);
    expect([selection.status, selection.lacking, selection.waiting]).to.deep.equal(['stale', ['jne'], ['insured']]);
    expect(prices(selection)).to.deep.equal([15_000]);
  });

  it('has its price with the answer, and the others keep theirs', () => {
    const { selection, quotePart, told } = selectWithoutParts();
    selection.switch('insured', true);
    told();
    quotePart({ rates: [bare(15_500)] });
    expect(told()).to.deep.equal(['rates again', 'jne/reg 15000 → jne/reg 15500: user']);
    expect([selection.status, selection.waiting]).to.deep.equal(['ready', []]);
    selection.switch('insured', false);
    expect(selection.rate?.price).to.equal(15_000);
    selection.switch('insured', true);
    expect([selection.rate?.price, selection.status]).to.deep.equal([15_500, 'ready']);
  });

  it('is put back where nobody answers: switches and total agree, and what failed is known', () => {
    const { selection, notices, told } = selectWithoutParts();
    selection.switch('insured', true);
    const error = new Error('no answer');
    told();
    selection.ask();
    selection.fail(error);
    expect(notices.filter(Boolean)).to.deep.equal([
      { type: 'switches', by: 'service', names: ['insured'] },
      { type: 'failed', error },
    ]);
    expect(selection.unpriced).to.deep.equal({ names: ['insured'], error });
    expect(selection.wishes).to.deep.equal(off);
    expect([selection.status, selection.error, selection.submittable]).to.deep.equal(['ready', undefined, true]);
    expect(selection.rate?.price).to.equal(15_000);
    selection.switch('insured', true);
    expect([selection.unpriced, selection.lacking]).to.deep.equal([undefined, ['jne']]);
  });

  it('is wanted no more where it is switched back before there is an answer', () => {
    const { selection } = selectWithoutParts();
    selection.switch('insured', true);
    selection.ask();
    selection.switch('insured', false);
    selection.stopAsking();
    expect([selection.status, selection.lacking, selection.waiting]).to.deep.equal(['ready', [], []]);
  });

  it('holds a value that the page sets meanwhile, and explains it with the answer', () => {
    const { selection, quote, quotePart, told } = select();
    const bareOke = { ...bare(14_000), ...{ courier_service_code: 'oke', available_for_cash_on_delivery: false } };
    selection.shipment = shipment;
    quote(bare(20_000), bareOke);
    quotePart({ rates: [bare(15_000), bareOke] });
    selection.switch('cashOnDelivery', true);
    selection.value = 'jne/oke';
    selection.settle();
    told();
    expect(selection.value).to.equal('jne/oke');
    quotePart({ rates: [bare(19_000), bareOke] });
    expect(told()).to.deep.equal(['rates again', 'none → none: not-eligible']);
    expect([selection.value, selection.keptValue]).to.deep.equal([null, 'jne/oke']);
  });

  it('may rest the choice at once, whatever it costs', () => {
    const { selection, quote, quotePart, told } = select();
    const bareOke = { ...bare(14_000), ...{ courier_service_code: 'oke', available_for_cash_on_delivery: false } };
    selection.shipment = shipment;
    quote(bare(20_000), bareOke);
    quotePart({ rates: [bare(15_000), bareOke] });
    selection.choose('jne/oke');
    told();
    selection.switch('cashOnDelivery', true);
    expect(told()).to.deep.equal(['input', 'switches by shopper', 'jne/oke 14000 → none: not-eligible, now']);
    selection.fail(new Error('no answer'));
    expect(told()).to.deep.equal(['switches by service', 'none → jne/oke 14000: restored', 'failed']);
  });

  it('is not shown before it is known, the first time either', () => {
    const { selection, quote, quotePart, told } = select();
    selection.shipment = shipment;
    quote(bare(20_000));
    expect([selection.status, selection.rates.length, selection.lacking]).to.deep.equal(['loading', 0, ['jne']]);
    expect(told()).to.deep.equal([]);
    quotePart({ rates: [bare(15_000)] });
    expect([selection.status, told()]).to.deep.equal(['ready', ['rates']]);
  });

  it('asked for itself on behalf of an order, counts more than what was added up', () => {
    const { selection, quotePart, told } = selectChosenWithFees();
    quotePart({ rates: [at(15_400)], asked: off });
    expect(told()).to.deep.equal(['rates again', 'jne/reg 15000 → jne/reg 15400: price-changed']);
    expect(selection.news).to.deep.include({
      kind: 'price-changed',
      previous: selection.quote && rate({ ...fees(15_000), insurance_fee: 0, cash_on_delivery_fee: 0, price: 15_000 }),
    });
    selection.switch('insured', true);
    expect(selection.lacking).to.deep.equal(['jne']);
  });
});
