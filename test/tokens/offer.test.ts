import { expect } from 'chai';
import fc from 'fast-check';
import { type AcceptedOffer, cartFingerprint, destinationFingerprint, verifyOffer } from '../../src/server.ts';
import { type Offer, signOffer } from '../../src/tokens/index.ts';
import { cart, destination, keys, later, now, problem } from './shop-keys.ts';

const offer: Offer = {
  cart: await cartFingerprint(cart),
  destination: await destinationFingerprint(destination),
  courier: 'jne',
  service: 'reg',
  price: 24_000,
  asked: { insured: true, cash_on_delivery: true },
  parts: {
    shipping: 15_000,
    insurance: { fee: 750, amount: 150_000 },
    cash_on_delivery: { fee: 8_250, amount: 140_000, type: '7_days' },
  },
};

const form = { cart, destination, service: 'jne/reg' };
const accept = async (changes: Partial<Offer> = {}, submitted: object = {}): Promise<AcceptedOffer> =>
  verifyOffer(await signOffer({ ...offer, ...changes }, keys, now), { ...form, ...submitted }, keys, now);

describe('an offer', () => {
  it('has a price for every combination of the switches', async () => {
    const prices = [
      [{}, 15_000],
      [{ insured: true }, 15_750],
      [{ cashOnDelivery: true }, 23_250],
      [{ insured: true, cashOnDelivery: true }, 24_000],
    ] as const;
    for (const [switches, price] of prices)
      expect((await accept({}, switches)).price, JSON.stringify(switches)).to.equal(price);
  });

  it('says what is insured and what is collected', async () => {
    const both = await accept({}, { insured: true, cashOnDelivery: true });
    expect(both.insurance).to.deep.equal({ fee: 750, amount: 150_000 });
    expect(both.cashOnDelivery).to.deep.equal({ fee: 8_250, amount: 140_000, type: '7_days' });
    expect(await accept()).to.deep.include({ insurance: undefined, cashOnDelivery: undefined, estimate: false });
  });

  it('says what is paid now and at the door: goods once and delivery once', async () => {
    const cases = [
      [{}, {}, 155_000, 0],
      [{ cashOnDelivery: true }, {}, 0, 163_250],
      [{ cashOnDelivery: true, insured: true }, { cash_on_delivery_collects: 'total' }, 0, 164_000],
      [{ cashOnDelivery: true }, { cash_on_delivery_collects: 'goods' }, 23_250, 140_000],
      [{}, { cash_on_delivery_collects: 'goods' }, 155_000, 0],
    ] as const;
    for (const [switches, claims, payNow, payAtDoor] of cases)
      expect(await accept({}, { ...switches, cart: { ...cart, ...claims } })).to.include({ payNow, payAtDoor });
  });

  it('is not accepted with COD where the delivery lifts the sum above the limit', async () => {
    const subtotal = 14_990_000;
    const dear = { ...cart, subtotal };
    const collected = { ...offer.parts?.cash_on_delivery, fee: 0, amount: subtotal, type: '7_days' as const };
    const changes = {
      cart: await cartFingerprint(dear),
      parts: { shipping: 10_000, cash_on_delivery: collected },
    };
    const form = { cart: dear, cashOnDelivery: true };
    expect(await accept(changes, form)).to.include({ payAtDoor: 15_000_000 });
    changes.parts.shipping += 1;
    expect(await problem(accept(changes, form))).to.equal('cod-unavailable');
    const goods = { ...dear, cash_on_delivery_collects: 'goods' };
    expect(await accept(changes, { ...form, cart: goods })).to.include({ payNow: 10_001, payAtDoor: subtotal });
  });

  it('has the insurance of a courier that always insures in every price', async () => {
    const parts = { ...offer.parts, shipping: 15_000, insurance: { fee: 5_000, amount: 150_000, always: true } };
    expect((await accept({ parts })).price).to.equal(20_000);
    expect((await accept({ parts }, { insured: true })).price).to.equal(20_000);
  });

  it('is for the same place where a form has its postal codes as text', async () => {
    const asText = {
      cart: { ...cart, origin: { origin_postal_code: '12440' } },
      destination: { destination_postal_code: ' 40111' },
    };
    expect((await accept({}, asText)).price).to.equal(15_000);
    const elsewhere = { destination: { destination_postal_code: '40112' } };
    expect(await problem(accept({}, elsewhere))).to.equal('other-destination');
  });

  it('is for one cart, one destination and one service', async () => {
    const [first] = cart.items;
    const others = [
      ['other-cart', { cart: { ...cart, items: [{ ...first, weight: 1 }] } }],
      ['other-cart', { cart: { ...cart, subtotal: 1 } }],
      ['other-cart', { cart: { ...cart, origin: { origin_postal_code: 12441 } } }],
      ['other-cart', { cart: { ...cart, insurance_amount: 1_000 }, insured: true }],
      ['other-destination', { destination: { destination_postal_code: 99351 } }],
      ['other-destination', { destination: { ...destination, destination_latitude: 1, destination_longitude: 1 } }],
      ['other-service', { service: 'jne/yes' }],
      ['other-service', { service: 'jn' }],
    ] as const;
    for (const [code, submitted] of others)
      expect(await problem(accept({}, submitted)), JSON.stringify(submitted)).to.equal(code);
    expect(await problem(accept({}, { cart: { ...cart, session: 'another-visit' } }))).to.equal('accepted');
  });

  it('is for a cart and a place that are written otherwise, and mean the same', async () => {
    const [first] = cart.items;
    const form = {
      cart: {
        ...cart,
        items: [{ ...first, sku: '', weight: String(first?.weight), value: String(first?.value) }],
        origin: { origin_postal_code: '12440', origin_area_id: '' },
      },
      destination: { destination_postal_code: '40111', destination_area_id: null },
    };
    const { sku: _sku, ...withoutSku } = first ?? {};
    const goods = await cartFingerprint({ ...cart, items: [withoutSku as typeof first] as typeof cart.items });
    expect(await problem(accept({ cart: goods }, form))).to.equal('accepted');
    expect(await problem(accept({}, { destination: { destination_postal_code: 'somewhere' } }))).to.equal(
      'other-destination',
    );
  });

  it('promises nothing that was not asked', async () => {
    const parts = { shipping: 15_000 };
    expect(await problem(accept({ parts }, { insured: true }))).to.equal('not-quoted');
    expect(await problem(accept({ parts }, { cashOnDelivery: true }))).to.equal('not-quoted');
    const none = { shipping: 15_000, cash_on_delivery: null };
    expect(await problem(accept({ parts: none }, { cashOnDelivery: true }))).to.equal('cod-unavailable');
    expect((await accept({ parts: none })).price).to.equal(15_000);
  });

  it('stands for the switches it was asked with alone, where the parts do not add up', async () => {
    const amounts = { insurance: 150_000, cash_on_delivery: { amount: 140_000, type: '7_days' as const } };
    const alone = { parts: undefined, price: 24_100, amounts };
    expect((await accept(alone, { insured: true, cashOnDelivery: true })).price).to.equal(24_100);
    expect(await problem(accept(alone, { insured: true }))).to.equal('not-quoted');
  });

  it('is good for 20 minutes', async () => {
    const token = await signOffer(offer, keys, now);
    expect(await problem(verifyOffer(token, form, keys, later(20)))).to.equal('accepted');
    expect(await problem(verifyOffer(token, form, keys, later(22)))).to.equal('expired');
  });
});

describe('the fingerprint of a cart', () => {
  it('is another one for whatever decides a price', async () => {
    const values = fc.record({
      name: fc.string({ minLength: 1 }),
      value: fc.nat(),
      quantity: fc.integer({ min: 1, max: 99 }),
      weight: fc.integer({ min: 1, max: 99_999 }),
      sku: fc.option(fc.string(), { nil: undefined }),
    });
    const carts = fc.record({ items: fc.array(values, { minLength: 1, maxLength: 3 }), subtotal: fc.nat() });
    await fc.assert(
      fc.asyncProperty(carts, carts, async (one, other) => {
        const [a, b] = [
          { ...cart, ...one },
          { ...cart, ...other },
        ];
        const same = JSON.stringify(a) === JSON.stringify(b);
        expect((await cartFingerprint(a)) === (await cartFingerprint(b))).to.equal(same);
      }),
    );
  });
});
