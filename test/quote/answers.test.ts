import { expect } from 'chai';
import {
  type Answer,
  noAnswers,
  pricesWith,
  quotedWith,
  repairsOf,
  type Switches,
  serviceKey,
  takeIn,
} from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

const off: Switches = { insured: false, cashOnDelivery: false };
const both: Switches = { insured: true, cashOnDelivery: true };
const insured: Switches = { ...off, insured: true };
const paid: Switches = { ...off, cashOnDelivery: true };

const full = rate({ insurance_fee: 500, cash_on_delivery_fee: 3_000, price: 18_500 });
const oke = rate({
  courier_service_code: 'oke',
  ...{ available_for_cash_on_delivery: false, insurance_fee: 500, price: 15_500 },
});
/** Without parts: only what was asked is known of it. */
const bare = rate({ courier_code: 'tiki', shipping_fee: undefined, price: 20_000 });

const answer = (asked: Switches, ...rates: Answer['rates']): Answer => ({
  ...{ asked, rates, couriers: ['jne', 'tiki'] },
});
const answered = (...answers: Answer[]) => answers.reduce(takeIn, noAnswers);
const told = (answers: ReturnType<typeof answered>, switched: Switches) => {
  const { rates, lacking } = pricesWith(answers, switched);
  return [rates.map((row) => `${serviceKey(row)} ${row.price}`).join(', '), lacking.join()];
};

describe('what was answered', () => {
  it('tells every combination of rows whose parts add up', () => {
    const known = answered(answer(both, full, oke));
    expect(told(known, both)).to.deep.equal(['jne/reg 18500, jne/oke 15500', '']);
    expect(told(known, paid)).to.deep.equal(['jne/reg 18000, jne/oke 15000', '']);
    expect(told(known, off)).to.deep.equal(['jne/reg 15000, jne/oke 15000', '']);
  });

  it('lacks the couriers of rows without parts, until they are asked for themselves', () => {
    const known = answered(answer(both, full, oke, bare));
    expect(told(known, both)[1]).to.equal('');
    expect(told(known, off)).to.deep.equal(['jne/reg 15000, jne/oke 15000', 'tiki']);
    const more = takeIn(known, { asked: off, couriers: ['tiki'], rates: [{ ...bare, price: 17_000 }] });
    expect(told(more, off)).to.deep.equal(['jne/reg 15000, jne/oke 15000, tiki/reg 17000', '']);
    expect(told(more, both)[0]).to.include('tiki/reg 20000');
    expect(told(more, insured)[1]).to.equal('tiki');
  });

  it('has a service not listed where it was asked for itself and is not offered so', () => {
    const known = answered(answer(both, full, oke, bare), { asked: off, couriers: ['tiki'], rates: [] });
    expect(told(known, off)).to.deep.equal(['jne/reg 15000, jne/oke 15000', '']);
    expect(told(known, both)[0]).to.include('tiki/reg');
  });

  it('has a service listed as one that cannot collect, where its courier answers nothing to that and lists it without', () => {
    const known = answered(answer(both), answer(insured, rate({ insurance_fee: 500, price: 15_500 })));
    expect(told(known, insured)).to.deep.equal(['jne/reg 15500', '']);
    expect(told(known, both)).to.deep.equal(['jne/reg 15500', '']);
    const [row] = pricesWith(known, both).rates;
    expect(row?.available_for_cash_on_delivery).to.equal(false);
    expect(pricesWith(known, both).rates[0], 'the same row, however often it is asked for').to.equal(row);
    expect(pricesWith(known, insured).rates[0]?.available_for_cash_on_delivery).to.equal(true);
    expect(quotedWith(known, both)).to.deep.equal([{ rate: row, asked: insured }]);
    expect(quotedWith(known, insured)[0]?.rate.available_for_cash_on_delivery).to.equal(true);
  });

  it('has such a service listed by what was said of it, where its price with the other switches was not', () => {
    const known = answered(answer(both), answer(off, bare));
    expect(told(known, both)).to.deep.equal(['tiki/reg 20000', '']);
    expect(told(known, insured)).to.deep.equal(['', 'tiki']);
  });

  it('has no service listed that its courier answers nothing to, and did not list without that either', () => {
    expect(told(answered(answer(both, full), answer(both)), both)).to.deep.equal(['', '']);
    expect(told(answered(answer(both), answer(off, rate()), answer(off)), both)).to.deep.equal(['', '']);
    expect(told(answered(answer(off, rate()), answer(insured)), insured)).to.deep.equal(['', '']);
  });

  it('counts as it was asked for itself last, and is outdated where that differs from what was added up', () => {
    const dearer = rate({ price: 16_000, shipping_fee: 16_000 });
    const known = answered(answer(both, full, oke, bare), { asked: off, couriers: ['jne'], rates: [dearer, oke] });
    expect(told(known, off)[0]).to.include('jne/reg 16000');
    expect(told(known, insured)[1]).to.equal('jne,tiki');
    const same = answered(answer(both, full, oke, bare), {
      ...{ asked: off, couriers: ['jne'] },
      rates: [rate(), rate({ ...oke, insurance_fee: 0, price: 15_000 })],
    });
    expect(told(same, insured)).to.deep.equal(['jne/reg 15500, jne/oke 15500', 'tiki']);
  });

  it('is asked without cash on delivery where nobody answers, or nobody of a courier and no row that collects nothing', () => {
    expect(told(answered(answer(both)), off)).to.deep.equal(['', 'jne,tiki']);
    expect(told(answered(answer(both)), insured)).to.deep.equal(['', 'jne,tiki']);
    expect(told(answered(answer(both)), paid)).to.deep.equal(['', '']);
    expect(told(answered(answer(both, full)), off)[1]).to.equal('tiki');
    expect(told(answered(answer(both, full)), paid)[1]).to.equal('');
    expect(told(answered(answer(both, full, oke)), off)[1]).to.equal('');
    expect(told(answered(answer(both, full), answer(off, rate())), off)).to.deep.equal(['jne/reg 15000', '']);
    expect(told(answered(answer(insured)), off)).to.deep.equal(['', '']);
  });

  it('tells most of a switch by the row that was asked with it', () => {
    const known = answered(answer(both, full), { asked: off, couriers: ['jne'], rates: [rate()] });
    expect(quotedWith(known, paid)).to.deep.equal([{ rate: full, asked: both }]);
    expect(quotedWith(answered(answer(off), answer(off)), paid)).to.deep.equal([]);
  });
});

describe('repairs', () => {
  const dear = rate({ courier_service_code: 'yes', price: 30_000 });

  it('are the switch that stands in the way, and the cheapest rate that can do it', () => {
    expect(repairsOf(oke, [dear, rate(), oke], paid)).to.deep.equal({ switchOff: 'cashOnDelivery', instead: rate() });
  });

  it('are a rate that has all that is switched on before a cheaper one that has not', () => {
    const bold = rate({ courier_service_code: 'ctc', price: 9_000, available_for_insurance: false });
    expect(repairsOf(oke, [bold, dear, oke], both)?.instead).to.equal(dear);
    expect(repairsOf(oke, [bold, dear, oke], paid)?.instead).to.equal(bold);
    expect(repairsOf(oke, [bold, oke], both)?.instead, 'better than none').to.equal(bold);
  });

  it('are the switch alone where no rate can', () => {
    expect(repairsOf(oke, [oke], both)).to.deep.equal({ switchOff: 'cashOnDelivery', instead: undefined });
  });

  it('are none where nothing stands in the way', () => {
    expect(repairsOf(rate(), [rate()], both)).to.equal(undefined);
    expect(repairsOf(oke, [oke], insured)).to.equal(undefined);
  });
});
