import { expect } from 'chai';
import { CouriersResponse, Rate, RatesResponse } from '../../src/contract/index.ts';
import { rate } from '../support/fixtures.ts';
import { problems, without } from './problems.ts';

const answer = (...pricing: unknown[]) => ({ success: true, object: 'courier_pricing', code: 20001003, pricing });

/** JSON can write it; JavaScript reads Infinity. */
const beyond: unknown = JSON.parse('1e400');

describe('Rate', () => {
  it('reads a code under either name', () => {
    const other = { company: 'jntcargo', type: 'ft', price: 60_000 };
    expect(Rate.parse(other)).to.include({ courier_code: 'jntcargo', courier_service_code: 'ft' });
    const empty = { ...other, courier_code: '', courier_service_code: null };
    expect(Rate.parse(empty)).to.include({ courier_code: 'jntcargo', courier_service_code: 'ft' });
  });

  it('prefers the first name if the two differ', () => {
    const read = Rate.parse(rate({ company: 'other', type: 'other' }));
    expect(read).to.include({ courier_code: 'jne', courier_service_code: 'reg', company: 'other', type: 'other' });
  });

  it('needs a courier, a service and a price', () => {
    expect(problems(Rate, { type: 'reg', price: 1 })).to.deep.equal({ courier_code: 'is missing' });
    expect(problems(Rate, { company: 'jne', price: 1 })).to.deep.equal({ courier_service_code: 'is missing' });
    expect(problems(Rate, without(rate(), 'price'))).to.deep.equal({ price: 'must be a number' });
    for (const price of [null, 'free', '', true, '1e9', '1.x', [15_000]])
      expect(problems(Rate, { ...rate(), price }), String(price)).to.deep.equal({ price: 'must be a number' });
  });

  it('has a price of 0 or more', () => {
    expect(Rate.parse(rate({ price: 0 })).price).to.equal(0);
    expect(problems(Rate, rate({ price: -1 }))).to.deep.equal({ price: 'is no price' });
    for (const price of [Number.POSITIVE_INFINITY, Number.NaN, beyond, '9'.repeat(400)])
      expect(problems(Rate, { ...rate(), price }), String(price)).to.have.all.keys('price');
  });

  it('treats an infinite amount as absent', () => {
    const read = Rate.parse({
      ...rate(),
      shipping_fee: beyond,
      insurance_fee: '9'.repeat(400),
      cash_on_delivery_fee: 1,
    });
    expect(read).to.include({ shipping_fee: undefined, insurance_fee: undefined, cash_on_delivery_fee: 1 });
  });

  it('reads numbers that are texts', () => {
    const read = Rate.parse({ ...rate(), price: '15000', shipping_fee: '15000', insurance_fee: '0' });
    expect(read).to.include({ price: 15_000, shipping_fee: 15_000, insurance_fee: 0 });
    expect(Rate.parse({ ...rate(), shipping_fee_discount: '-750.25' }).shipping_fee_discount).to.equal(-750.25);
  });

  it('reads no amount that may be thousands', () => {
    for (const price of ['31.175', '1.000', '900.000']) {
      expect(problems(Rate, { ...rate(), price }), price).to.have.all.keys('price');
      expect(Rate.parse({ ...rate(), insurance_fee: price }).insurance_fee, price).to.equal(undefined);
    }
    const read = Rate.parse({ ...rate(), price: '31175.000', shipping_fee: '0.000', insurance_fee: '31.1750' });
    expect(read).to.include({ price: 31_175, shipping_fee: 0, insurance_fee: 31.18 });
  });

  it('rounds amounts to two decimals', () => {
    const read = Rate.parse({ ...rate(), price: 11_000.4, shipping_fee: '10999.996', insurance_fee: 0.1 + 0.2 });
    expect(read).to.include({ price: 11_000.4, shipping_fee: 11_000, insurance_fee: 0.3 });
  });
});

describe('RatesResponse', () => {
  it('drops a broken row, and reports its index and its problems', () => {
    const read = RatesResponse.parse(answer(rate(), { ...rate(), price: 'ask' }, { price: 9000 }));
    expect(read.pricing).to.deep.equal([rate()]);
    expect(read.dropped).to.deep.equal([
      { index: 1, problem: 'price' },
      { index: 2, problem: 'courier_code, courier_service_code' },
    ]);
  });

  it('keeps the first of two rates for one service, and reports dropped rows in their order', () => {
    const read = RatesResponse.parse(answer(rate(), rate({ price: 20_000 }), null));
    expect(read.pricing.map(({ price }) => price)).to.deep.equal([15_000]);
    expect(read.dropped).to.deep.equal([
      { index: 1, problem: 'jne/reg is there twice' },
      { index: 2, problem: 'the row' },
    ]);
    expect(CouriersResponse.parse({ success: true, couriers: [rate(), rate()] }).dropped).to.deep.equal([]);
  });

  it('drops a row in another currency', () => {
    expect(problems(Rate, rate({ currency: 'USD' }))).to.deep.equal({ currency: 'must be IDR' });
    for (const currency of ['USD', 'IDRX', 'XIDR', 'Rp', ' '])
      expect(RatesResponse.parse(answer(rate({ currency }), rate({ courier_service_code: 'oke' })))).to.deep.include({
        pricing: [rate({ courier_service_code: 'oke' })],
        dropped: [{ index: 0, problem: 'currency' }],
      });
  });

  it('accepts IDR in any case, and a missing currency', () => {
    for (const currency of ['IDR', 'idr', ' Idr', '', null, undefined])
      expect(RatesResponse.parse(answer({ ...rate(), currency })).dropped, String(currency)).to.deep.equal([]);
  });

  it('reports one issue for the broken rows of a list that is read by itself', () => {
    expect(problems(RatesResponse.shape.pricing, [rate(), 0])).to.deep.equal({ '': 'has broken rows' });
    expect(problems(RatesResponse.shape.pricing, [rate()])).to.deep.equal({});
  });

  it('ignores `dropped` in an answer', () => {
    expect(RatesResponse.parse({ ...answer(rate()), dropped: 'all' }).dropped).to.deep.equal([]);
  });

  it('refuses success: false', () => {
    expect(problems(RatesResponse, { success: false, pricing: [0] })).to.deep.equal({ success: 'must be true' });
  });
});
