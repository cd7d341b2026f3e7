import { expect } from 'chai';
import { additionOf, priceParts, rateWith, type Switches, standing } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

const off: Switches = { insured: false, cashOnDelivery: false };
const both: Switches = { insured: true, cashOnDelivery: true };
const insured: Switches = { ...off, insured: true };
const collected: Switches = { ...off, cashOnDelivery: true };

/** Asked with both: 15,000 of carriage, 750 of insurance, 4,500 for the cash. */
const full = rate({ insurance_fee: 750, cash_on_delivery_fee: 4_500, price: 20_250 });
const asked = { rate: full, asked: both };

describe('rateWith', () => {
  it('takes what is switched off from the price, and from its parts', () => {
    expect(rateWith(asked, insured)).to.deep.equal({ ...full, cash_on_delivery_fee: 0, price: 15_750 });
    expect(rateWith(asked, collected)).to.deep.equal({ ...full, insurance_fee: 0, price: 19_500 });
    expect(rateWith(asked, off)?.price).to.equal(15_000);
  });

  it('is the very row where nothing is to be taken away, and the very same object each time where something is', () => {
    expect(rateWith(asked, both)).to.equal(full);
    expect(rateWith(asked, off)).to.equal(rateWith({ rate: full, asked: both }, { ...off }));
    const plain = rate();
    expect(rateWith({ rate: plain, asked: both }, off)).to.equal(plain);
  });

  it('does not know what was not asked for', () => {
    expect(rateWith({ rate: rate(), asked: off }, insured)).to.equal(undefined);
    expect(rateWith({ rate: rate(), asked: insured }, both)).to.equal(undefined);
  });

  it('does not know where the parts do not add up, but the price of what was asked', () => {
    const odd = rate({ ...full, price: 99_000 });
    expect(rateWith({ rate: odd, asked: both }, insured)).to.equal(undefined);
    expect(rateWith({ rate: odd, asked: both }, both)).to.equal(odd);
  });

  it('does not know where the part that is switched off is missing', () => {
    for (const missing of [undefined, null]) {
      const old = rate({ insurance_fee: missing, cash_on_delivery_fee: 0 });
      expect(rateWith({ rate: old, asked: insured }, off), String(missing)).to.equal(undefined);
      expect(rateWith({ rate: old, asked: insured }, insured)).to.equal(old);
    }
    const bare = rate({ shipping_fee: undefined });
    expect(rateWith({ rate: bare, asked: both }, collected)).to.equal(undefined);
  });

  it('knows every combination of a row that can do neither, which all cost the same', () => {
    const neither = rate({
      ...{ available_for_insurance: false, available_for_cash_on_delivery: false },
      ...{ shipping_fee: undefined, insurance_fee: undefined, cash_on_delivery_fee: undefined },
    });
    for (const switched of [off, insured, collected, both])
      expect(rateWith({ rate: neither, asked: both }, switched)).to.equal(neither);
    expect(rateWith({ rate: neither, asked: off }, both)).to.equal(neither);
  });

  it('leaves the insurance of the cargo courier in every combination', () => {
    const cargo = rate({
      ...{ courier_code: 'jntcargo', courier_service_code: 'ft', available_for_cash_on_delivery: false },
      ...{ insurance_fee: 5_000, price: 20_000 },
    });
    for (const switched of [off, insured, both]) {
      expect(rateWith({ rate: cargo, asked: both }, switched)).to.equal(cargo);
      expect(rateWith({ rate: cargo, asked: off }, switched)).to.equal(cargo);
    }
  });

  it('leaves a fee in the price that nobody has asked for', () => {
    const charged = rate({ insurance_fee: 300, price: 15_300 });
    expect(rateWith({ rate: charged, asked: off }, off)).to.equal(charged);
    expect(priceParts(charged, off)?.shipping).to.equal(15_300);
  });

  it('takes a fee away that a row has for what it cannot do', () => {
    const odd = rate({ ...full, available_for_insurance: false });
    expect(rateWith({ rate: odd, asked: both }, both)?.price).to.equal(19_500);
  });

  it('has fractions as they are written', () => {
    const exact = rate({ shipping_fee: 0.1, insurance_fee: 0.2, cash_on_delivery_fee: 0, price: 0.3 });
    expect(rateWith({ rate: exact, asked: both }, off)?.price).to.equal(0.1);
  });

  it('makes no price below 0', () => {
    const odd = rate({ shipping_fee_discount: 15_500, insurance_fee: 750, price: 250 });
    expect(rateWith({ rate: odd, asked: both }, off)).to.equal(undefined);
  });

  it('leaves what it does not know as it is, and the row that it is made of', () => {
    const signed = { ...full, offer: 'a.b.c' };
    const made = rateWith({ rate: signed, asked: both }, off);
    expect(made).to.include({ offer: 'a.b.c', courier_name: 'JNE' });
    expect(signed.price).to.equal(20_250);
  });
});

describe('the switches as they stand on a row', () => {
  it('are on where the courier always does it, and off where it cannot', () => {
    const cargo = rate({ courier_code: 'jntcargo', available_for_cash_on_delivery: false });
    expect(standing(cargo, collected)).to.deep.equal(insured);
    expect(standing(rate({ available_for_insurance: false }), both)).to.deep.equal(collected);
    expect(standing(rate(), insured)).to.deep.equal(insured);
  });
});

describe('what a switch adds', () => {
  const dear = rate({ courier_service_code: 'yes', insurance_fee: 900, cash_on_delivery_fee: 6_000, price: 21_900 });
  const neither = rate({
    courier_service_code: 'ctc',
    available_for_cash_on_delivery: false,
    available_for_insurance: false,
  });
  const rows = [full, dear, neither].map((row) => ({ rate: row, asked: both }));

  it('is the fee of the chosen rate', () => {
    expect(additionOf('cashOnDelivery', rows, 'jne/yes')).to.include({ fee: 6_000, able: 2, of: 3 });
  });

  it('is the least of all rates that can have it where none is chosen', () => {
    expect(additionOf('insured', rows)).to.include({ fee: 750, able: 2, of: 3 });
    expect(additionOf('insured', rows, 'gojek/instant').fee).to.equal(750);
  });

  it('is at most the dearest of all, whichever is chosen', () => {
    for (const chosen of [null, 'jne/reg', 'jne/yes', 'jne/ctc']) {
      expect(additionOf('cashOnDelivery', rows, chosen).most, String(chosen)).to.equal(6_000);
    }
    expect(additionOf('insured', [{ rate: full, asked: off }]).most).to.equal(undefined);
  });

  it('is not known of a rate that was not asked for it, whose parts do not add up, or that cannot have it', () => {
    expect(additionOf('insured', [{ rate: full, asked: off }])).to.include({ fee: undefined, able: 1, of: 1 });
    expect(additionOf('insured', [{ rate: { ...full, price: 1 }, asked: both }]).fee).to.equal(undefined);
    expect(additionOf('insured', rows, 'jne/ctc').fee).to.equal(undefined);
    expect(additionOf('insured', [])).to.include({ fee: undefined, able: 0, of: 0 });
  });
});
