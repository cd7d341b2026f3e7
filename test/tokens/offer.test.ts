import { expect } from 'chai';
import {
  type AcceptedOffer,
  cartFingerprint,
  digest,
  type Offer,
  signOffer,
  verifyOffer,
} from '../../src/tokens/index.ts';
import { docsPage } from '../support/docs.ts';
import { item } from '../support/fixtures.ts';
import { cart, destination, keys, now, offer, problem } from './shop-keys.ts';

const form = { cart, destination, service: 'jne/reg' };
const both = { insurance: true, cashOnDelivery: true };

/** Signs an offer with changes, and verifies it for what the form submitted. */
const accept = async (changes: Partial<Offer> = {}, submitted: object = {}): Promise<AcceptedOffer> =>
  verifyOffer(await signOffer({ ...offer, ...changes }, keys, now), { ...form, ...submitted }, keys, now);

describe('verifyOffer', () => {
  for (const [title, switches, price, payAtDoor] of [
    ['no extra', {}, 15_000, 0],
    ['insurance', { insurance: true }, 15_750, 0],
    ['COD', { cashOnDelivery: true }, 23_250, 163_250],
    ['insurance and COD', both, 24_000, 164_000],
  ] as const)
    it(`returns the price with ${title}, and what is paid now and at the door`, async () => {
      const payNow = payAtDoor ? 0 : cart.subtotal + price;
      expect(await accept({}, switches)).to.include({ price, payNow, payAtDoor });
    });

  it('has the fingerprint of the docs, for a server in another language', async () => {
    const [, fingerprint, parts = ''] = docsPage('tokens').match(/parts is `([\w-]+)`:\n\n```json\n(.+)\n```/) ?? [];
    const [[[name, , , value, quantity, weight]], [, origin_postal_code], subtotal] = JSON.parse(parts);
    const goods = { items: [{ name, value, quantity, weight }], origin: { origin_postal_code }, subtotal };
    expect(await cartFingerprint({ ...cart, ...goods })).to.equal(fingerprint);
    expect(await digest(parts)).to.equal(fingerprint);
  });

  it('has the courier collect the goods alone if the cart says so', async () => {
    const submitted = { cashOnDelivery: true, cart: { ...cart, cash_on_delivery_collects: 'goods' } };
    expect(await accept({}, submitted)).to.include({ payNow: 23_250, payAtDoor: 140_000 });
  });

  it('returns what is insured and what is collected', async () => {
    const { insurance, cash_on_delivery: cashOnDelivery } = offer.parts;
    expect(await accept({}, both)).to.deep.include({ insurance, cashOnDelivery });
    expect(await accept()).to.deep.include({ insurance: undefined, cashOnDelivery: undefined, estimate: false });
  });

  it('refuses COD if the delivery lifts the sum above the limit', async () => {
    const subtotal = 14_990_000;
    const dear = { ...cart, subtotal };
    const cash_on_delivery = { fee: 0, amount: subtotal, type: '7_days' } as const;
    const changes = { cart: await cartFingerprint(dear), parts: { shipping: 10_000, cash_on_delivery } };
    const submitted = { cart: dear, cashOnDelivery: true };
    expect(await accept(changes, submitted)).to.include({ payAtDoor: 15_000_000 });
    changes.parts.shipping += 1;
    expect(await problem(accept(changes, submitted))).to.equal('cod-unavailable');
    const goods = { ...dear, cash_on_delivery_collects: 'goods' };
    expect(await accept(changes, { ...submitted, cart: goods })).to.include({ payNow: 10_001, payAtDoor: subtotal });
  });

  it('adds the insurance of a courier that always insures to every price', async () => {
    const parts = { ...offer.parts, insurance: { fee: 5_000, amount: 150_000, always: true } };
    for (const insurance of [false, true])
      expect(await accept({ parts }, { insurance })).to.deep.include({
        ...{ price: 20_000, insurance: { fee: 5_000, amount: 150_000 } },
      });
  });

  const other: [code: string, what: string, submitted: object][] = [
    ['other-cart', 'goods', { cart: { ...cart, items: [{ ...item, weight: 1 }] } }],
    ['other-cart', 'subtotal', { cart: { ...cart, subtotal: 1 } }],
    ['other-cart', 'origin', { cart: { ...cart, origin: { origin_postal_code: 12441 } } }],
    ['other-cart', 'insured amount', { cart: { ...cart, insurance_amount: 1_000 }, insurance: true }],
    ['other-destination', 'postal code', { destination: { destination_postal_code: '40112' } }],
    ['other-destination', 'unreadable postal code', { destination: { destination_postal_code: 'somewhere' } }],
    [
      'other-destination',
      'coordinate',
      { destination: { ...destination, destination_latitude: 1, destination_longitude: 1 } },
    ],
    ['other-service', 'service', { service: 'jne/yes' }],
    ['other-service', 'part of a service', { service: 'jn' }],
    ['other-service', 'choice, which is empty', { service: '' }],
  ];
  for (const [code, what, submitted] of other)
    it(`refuses an offer for another ${what}: ${code}`, async () => {
      expect(await problem(accept({}, submitted))).to.equal(code);
    });

  it('takes the service of the offer where the form has no such field', async () => {
    for (const service of [undefined, null])
      expect(await accept({}, { service })).to.include({ courier: 'jne', service: 'reg', price: 15_000 });
  });

  it('accepts the same cart and place with numbers as text, empty fields or another visit', async () => {
    const { sku: _sku, ...goods } = item;
    const asText = {
      cart: {
        ...{ ...cart, session: 'another-visit', subtotal: `${cart.subtotal}`, insurance_amount: '150000' },
        items: [{ ...goods, sku: '', weight: `${item.weight}`, value: `${item.value}` }],
        origin: { origin_postal_code: '12440', origin_area_id: '' },
      },
      destination: { destination_postal_code: ' 40111', destination_area_id: null },
    };
    const signed = await cartFingerprint({ ...cart, items: [goods] });
    expect(await problem(accept({ cart: signed }, { ...asText, insurance: true }))).to.equal('accepted');
  });

  it('refuses an extra that was not asked for, or that the service does not have', async () => {
    const parts = { shipping: 15_000 };
    expect(await problem(accept({ parts }, { insurance: true }))).to.equal('not-quoted');
    expect(await problem(accept({ parts }, { cashOnDelivery: true }))).to.equal('not-quoted');
    const prepaid = { shipping: 15_000, cash_on_delivery: null };
    expect(await problem(accept({ parts: prepaid }, { cashOnDelivery: true }))).to.equal('cod-unavailable');
    expect((await accept({ parts: prepaid })).price).to.equal(15_000);
  });

  for (const [misnamed, name] of [
    ['insured', 'insurance'],
    ['cash_on_delivery', 'cashOnDelivery'],
    ['cash-on-delivery', 'cashOnDelivery'],
  ] as const)
    it(`refuses the switch ${misnamed} by name, which would order without ${name}`, async () => {
      const refusal = await accept({}, { [misnamed]: true }).catch((problem: Error) => problem);
      expect(refusal)
        .to.be.an.instanceOf(TypeError)
        .with.property('message', `verifyOffer has no ${misnamed}: give ${name}, true if the form has its field.`);
    });

  it('accepts a price without parts only for the switches that were asked', async () => {
    const amounts = { insurance: 150_000, cash_on_delivery: { amount: 140_000, type: '7_days' as const } };
    const whole = { parts: undefined, price: 24_100, amounts };
    expect((await accept(whole, both)).price).to.equal(24_100);
    expect(await problem(accept(whole, { insurance: true }))).to.equal('not-quoted');
  });
});

describe('cartFingerprint', () => {
  it('differs for each field that decides a price, and for each list of items', async () => {
    const text = { name: 'Cup', sku: 'CUP', category: 'hobby' };
    const numbers = { value: 1, quantity: 1, weight: 1, length: 1, width: 1, height: 1 };
    const changed = Object.entries({ ...text, ...numbers }).map(([field, value]) => [{ ...item, [field]: value }]);
    const lists = [[item], [], [item, item], ...changed];
    const fingerprints = await Promise.all(lists.map((items) => cartFingerprint({ ...cart, items })));
    expect(new Set(fingerprints).size).to.equal(lists.length);
  });
});
