import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { verifyOffer } from '../../src/server.ts';
import { rate } from '../support/fixtures.ts';
import { cart, destination, openSandboxShop, openShop, question, type Told } from './shop.ts';

const quoted =
  (...pricing: Rate[]) =>
  () =>
    Response.json({ success: true, pricing });
const key = (row: Rate) => `${row.courier_code}/${row.courier_service_code}`;
const prices = ({ body }: Told) => Object.fromEntries(body.pricing.map((row: Rate) => [key(row), row.price]));

describe('what the service is asked for prices', () => {
  it('is the signed cart, whatever the page says', async () => {
    const { quote, seen } = openShop(quoted(rate()));
    await quote({
      items: [{ name: 'Feather', value: 1, quantity: 1, weight: 1 }],
      origin_postal_code: 99999,
      courier_insurance: 1,
      destination_cash_on_delivery: 1,
      destination_cash_on_delivery_type: '3_days',
      custom_rates: [{ courier_code: 'jne', type: 'discount', unit: 'percent', amount: 100 }],
      shipper_contact_name: 'nobody',
      constructor: { prototype: { admin: true } },
    });
    expect(seen[0]?.body).to.deep.equal({
      ...question,
      ...cart.origin,
      items: cart.items,
      courier_insurance: 150_000,
      destination_cash_on_delivery: 150_000,
      destination_cash_on_delivery_type: '7_days',
    });
  });

  it('has the amounts that the shop has signed', async () => {
    const { quote, seen } = openShop(quoted(rate()));
    const asked = { courier_insurance: 5, destination_cash_on_delivery: 5 };
    const signed = { insurance_amount: 90_000, cash_on_delivery_type: '3_days' as const };
    await quote(asked, { ...cart, ...signed });
    expect(seen[0]?.body).to.include({
      courier_insurance: 90_000,
      destination_cash_on_delivery: 150_000,
      destination_cash_on_delivery_type: '3_days',
    });
    await quote({ courier_insurance: 0, destination_cash_on_delivery: null });
    expect(seen[1]?.body).to.not.have.any.keys('courier_insurance', 'destination_cash_on_delivery');
  });

  it('is the page’s cart if it is not signed, and then there is no offer', async () => {
    const { post, seen } = openShop(quoted(rate()));
    const page = {
      ...question,
      origin_postal_code: 12440,
      items: [{ ...cart.items[0], secret: 1 }],
      courier_insurance: 1_000,
    };
    const { status, body } = await post('/v1/rates/couriers', { ...page, custom_rates: [], admin: true });
    expect(status).to.equal(200);
    expect(seen[0]?.body).to.deep.equal({ ...page, items: cart.items });
    expect(body.pricing[0]).to.not.have.property('offer');
  });
});

describe('an unsigned cart', () => {
  it('is not priced by a part of its items', async () => {
    const { post, seen } = openShop(quoted(rate()));
    const items = Array.from({ length: 101 }, () => cart.items[0]);
    const { status, body } = await post('/v1/rates/couriers', { ...question, origin_postal_code: 12440, items });
    expect([status, body.details?.field]).to.deep.equal([400, 'items']);
    expect(seen).to.deep.equal([]);
  });
});

describe('a destination that contradicts itself', () => {
  it('is refused: the rules of the shop would go by one place, and the price by the other', async () => {
    const { quote, seen } = openShop(quoted(rate()));
    const papua = 'IDNP24IDNC189IDND1IDZ99351';
    const { status, body } = await quote({ destination_postal_code: 12_410, destination_area_id: papua });
    expect([status, body.reason, body.details.field]).to.deep.equal([400, 'invalid-request', 'destination_area_id']);
    expect(seen).to.deep.equal([]);
  });
});

describe('an offer of the gateway', () => {
  it('is what the shop’s server accepts, for each combination of the switches, at the service’s price', async () => {
    const { quote, keys } = openSandboxShop();
    const both = { courier_insurance: 1, destination_cash_on_delivery: 1, couriers: 'jne,sicepat,jntcargo,lion' };
    const offers: Record<string, string> = Object.fromEntries(
      (await quote(both)).body.pricing.map((row: Rate & { offer: string }) => [key(row), row.offer]),
    );
    expect(Object.keys(offers)).to.include('jntcargo/ft');
    let compared = 0;
    for (const insured of [false, true])
      for (const cashOnDelivery of [false, true]) {
        const alone = {
          couriers: both.couriers,
          ...(insured && { courier_insurance: 1 }),
          ...(cashOnDelivery && { destination_cash_on_delivery: 1 }),
        };
        const asked = await quote(alone);
        for (const row of asked.body.pricing as Rate[]) {
          if (cashOnDelivery && !row.available_for_cash_on_delivery) continue;
          const form = { cart, destination, service: key(row), insured, cashOnDelivery };
          const accepted = await verifyOffer(offers[key(row)], form, keys);
          expect(accepted.price, `${key(row)} ${insured} ${cashOnDelivery}`).to.equal(row.price);
          compared += 1;
        }
      }
    expect(compared).to.be.above(20);
  });

  it('says how the courier gets the parcel, for the order of the shop', async () => {
    const { quote, keys } = openShop(quoted(rate({ available_collection_method: ['drop_off'] })));
    const { body } = await quote();
    const accepted = await verifyOffer(body.pricing[0].offer, { cart, destination, service: 'jne/reg' }, keys);
    expect(accepted.collectionMethod).to.equal('drop_off');
  });

  it('says that cash is not collected, where it is not', async () => {
    const { quote, keys } = openShop(quoted(rate({ available_for_cash_on_delivery: false })));
    const { body } = await quote({ destination_cash_on_delivery: 1 });
    const form = { cart, destination, service: 'jne/reg', cashOnDelivery: true };
    expect(await verifyOffer(body.pricing[0].offer, form, keys).catch((error) => error.code)).to.equal(
      'cod-unavailable',
    );
  });
});

describe('the shop’s own rates', () => {
  const rows = [
    rate({ insurance_fee: 500, price: 15_500 }),
    rate({ courier_code: 'jnt', company: 'jnt', courier_service_code: 'ez', type: 'ez' }),
  ];

  it('are free from a subtotal on, for the carriage and not for the insurance', async () => {
    const { quote } = openShop(quoted(...rows), { rates: [{ type: 'free', subtotalFrom: 150_000 }] });
    expect(prices(await quote({ courier_insurance: 1 }))).to.deep.equal({ 'jne/reg': 500, 'jnt/ez': 0 });
    expect(prices(await quote({ courier_insurance: 1 }, { ...cart, subtotal: 149_999 }))).to.deep.equal({
      'jne/reg': 15_500,
      'jnt/ez': 15_000,
    });
  });

  it('are discounts and surcharges by courier, by service, by place, and add up', async () => {
    const cases = [
      [[{ type: 'discount', amount: 1_000 }], { 'jne/reg': 14_500, 'jnt/ez': 14_000 }],
      [[{ courier: 'jnt', type: 'discount', unit: 'percent', amount: 10 }], { 'jne/reg': 15_500, 'jnt/ez': 13_500 }],
      [[{ courier: 'jn', type: 'discount', amount: 1_000 }], { 'jne/reg': 15_500, 'jnt/ez': 15_000 }],
      [[{ courier: 'jne', service: 'reg', type: 'surcharge', amount: 2_500 }], { 'jne/reg': 18_000, 'jnt/ez': 15_000 }],
      [[{ courier: 'jne', service: 'yes', type: 'surcharge', amount: 2_500 }], { 'jne/reg': 15_500, 'jnt/ez': 15_000 }],
      [[{ postalCodes: [40_000, 40_999], type: 'discount', amount: 500 }], { 'jne/reg': 15_000, 'jnt/ez': 14_500 }],
      [[{ postalCodes: [10_000, 19_999], type: 'discount', amount: 500 }], { 'jne/reg': 15_500, 'jnt/ez': 15_000 }],
      [[{ area: 'IDNP6', type: 'discount', amount: 500 }], { 'jne/reg': 15_500, 'jnt/ez': 15_000 }],
      [
        [
          { type: 'discount', amount: 9_000 },
          { type: 'discount', unit: 'percent', amount: 90 },
        ],
        { 'jne/reg': 500, 'jnt/ez': 0 },
      ],
      [
        [
          { type: 'surcharge', amount: 1_000 },
          { type: 'discount', amount: 400 },
        ],
        { 'jne/reg': 16_100, 'jnt/ez': 15_600 },
      ],
    ] as const;
    for (const [rates, expected] of cases) {
      const { quote } = openShop(quoted(...rows), { rates });
      expect(prices(await quote({ courier_insurance: 1 })), JSON.stringify(rates)).to.deep.equal(expected);
    }
  });

  it('leave the parts adding up, and are in the offer', async () => {
    const { quote, keys } = openShop(quoted(...rows), { rates: [{ type: 'discount', amount: 2_000 }] });
    const { body } = await quote({ courier_insurance: 1 });
    const [row] = body.pricing;
    expect(row).to.include({ shipping_fee: 15_000, shipping_fee_discount: 2_000, insurance_fee: 500, price: 13_500 });
    const form = { cart, destination, service: 'jne/reg', insured: true };
    expect((await verifyOffer(row.offer, form, keys)).price).to.equal(13_500);
  });

  it('go by the place that sets the price: the area id, then the postal code', async () => {
    const rates = [{ type: 'discount', amount: 500, postalCodes: [10_000, 19_999] }] as const;
    const { quote } = openShop(quoted(...rows), { rates });
    const jakarta = 'IDNP6IDNC148IDND836IDZ12410';
    const priced = async (place: object) => prices(await quote({ ...place, courier_insurance: 1 }))['jnt/ez'];
    expect(await priced({ destination_postal_code: 12_410 })).to.equal(14_500);
    expect(await priced({ destination_postal_code: null, destination_area_id: jakarta })).to.equal(14_500);
    expect(await priced({ destination_postal_code: 12_420, destination_area_id: jakarta })).to.equal(14_500);
    expect(await priced({ destination_postal_code: 12_410, destination_area_id: 'A-1' })).to.equal(15_000);
  });

  it('do not go by the postal code where a point on the map sets the price', async () => {
    const rates = [{ type: 'free' as const, postalCodes: [10_000, 19_999] as const }];
    const vehicle = rate({ courier_code: 'gojek', company: 'gojek' });
    const { quote } = openShop(quoted(rows[1] as Rate, vehicle), { rates });
    const papua = { destination_latitude: -2.5, destination_longitude: 140.7 };
    const asked = await quote({ ...papua, destination_postal_code: 12_410, couriers: 'jnt,gojek' });
    expect(prices(asked)).to.deep.equal({ 'jnt/ez': 0, 'gojek/reg': 15_000 });
  });

  it('hold for a row whose parts have hundredths', async () => {
    const odd = rate({ shipping_fee: 14_999.5, insurance_fee: 0.5, price: 15_000 });
    for (const rule of [
      { type: 'discount', unit: 'percent', amount: 10 },
      { type: 'discount', amount: 1_500 },
    ] as const) {
      const { quote, keys } = openShop(quoted(odd), { rates: [rule] });
      const { status, body } = await quote({ courier_insurance: 1 });
      expect([status, body.pricing[0].price]).to.deep.equal([200, 13_500]);
      const form = { cart, destination, service: 'jne/reg', insured: true };
      expect((await verifyOffer(body.pricing[0].offer, form, keys)).price).to.equal(13_500);
    }
    const free = openShop(quoted(odd), { rates: [{ type: 'free' }] });
    expect(prices(await free.quote({ courier_insurance: 1 }))).to.deep.equal({ 'jne/reg': 1 });
  });

  it('hold for a price whose parts are not known, too', async () => {
    const bare = rate({ shipping_fee: undefined, price: 15_000 });
    const { quote } = openShop(quoted(bare), { rates: [{ type: 'discount', unit: 'percent', amount: 10 }] });
    expect(prices(await quote())).to.deep.equal({ 'jne/reg': 13_500 });
  });
});
