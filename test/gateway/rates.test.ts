import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { type Circumstances, offered, type ShopRate } from '../../src/gateway/quote/shop-rates.ts';
import type { ShopCalendar } from '../../src/quote/index.ts';
import { verifyOffer } from '../../src/server.ts';
import { rate } from '../support/fixtures.ts';
import { cart, destination, openShop, question } from './shop.ts';

const quoted =
  (...pricing: Rate[]) =>
  () =>
    Response.json({ success: true, pricing });

describe('a question for rates through the gateway', () => {
  it('asks for the signed cart, whatever else the page sends', async () => {
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

  it('asks with the amounts of the signed cart, and only for extras that are on', async () => {
    const { quote, seen } = openShop(quoted(rate()));
    const signed = { ...cart, insurance_amount: 90_000, cash_on_delivery_type: '3_days' as const };
    await quote({ courier_insurance: 5, destination_cash_on_delivery: 5 }, signed);
    expect(seen[0]?.body).to.include({
      courier_insurance: 90_000,
      destination_cash_on_delivery: 150_000,
      destination_cash_on_delivery_type: '3_days',
    });
    await quote({ courier_insurance: 0, destination_cash_on_delivery: null });
    expect(seen[1]?.body).to.not.have.any.keys('courier_insurance', 'destination_cash_on_delivery');
  });

  it('reads an amount as text, and refuses what is no amount with the name of its field', async () => {
    const { quote, seen } = openShop(quoted(rate()));
    await quote({ courier_insurance: '50000', destination_cash_on_delivery: '50000' });
    expect(seen[0]?.body).to.include({ courier_insurance: 150_000, destination_cash_on_delivery: 150_000 });
    for (const field of ['courier_insurance', 'destination_cash_on_delivery'])
      for (const value of [true, '50.000', -1]) {
        const { status, body } = await quote({ [field]: value });
        expect([status, body.details.field], `${field} ${value}`).to.deep.equal([400, field]);
        expect(body.details.reason).to.equal('must be whole rupiah, 0 or more, without decimals.');
      }
    expect(seen).to.have.lengthOf(1);
  });

  it('asks for as many couriers as the service may have', async () => {
    const { quote, seen } = openShop(quoted(rate()));
    const couriers = Array.from({ length: 120 }, (_, n) => `courier-${n}`).join();
    expect((await quote({ couriers })).status).to.equal(200);
    expect(seen[0]?.body.couriers).to.equal(couriers);
    expect((await quote({ couriers: `${couriers},${'x'.repeat(2_000)}` })).body.details.field).to.equal('couriers');
  });

  for (const [what, subtotal] of [
    ['is worth nothing', 0],
    ['is above the limit', 15_000_001],
  ] as const)
    it(`answers that nothing is collected if the cart ${what}, and does not ask the service for it`, async () => {
      const { quote, seen, keys } = openShop(quoted(rate({ available_for_cash_on_delivery: true })));
      const signed = { ...cart, subtotal };
      const { status, body } = await quote({ destination_cash_on_delivery: 1 }, signed);
      expect(status).to.equal(200);
      expect(seen[0]?.body).to.not.have.any.keys('destination_cash_on_delivery', 'destination_cash_on_delivery_type');
      expect(body.pricing[0]).to.include({ available_for_cash_on_delivery: false, price: 15_000 });
      const form = { cart: signed, destination, service: 'jne/reg' };
      const verify = (cashOnDelivery: boolean) =>
        verifyOffer(body.pricing[0].offer, { ...form, cashOnDelivery }, keys).then(
          ({ payNow }) => payNow,
          ({ code }) => code,
        );
      expect([await verify(false), await verify(true)]).to.deep.equal([subtotal + 15_000, 'cod-unavailable']);
    });

  it('asks for the cart of the page if it is not signed, and makes no offer', async () => {
    const { post, seen } = openShop(quoted(rate()));
    const items = [{ ...cart.items[0], secret: 1 }];
    const page = { ...question, origin_postal_code: 12440, items, courier_insurance: 1_000 };
    const { status, body } = await post('/v1/rates/couriers', { ...page, custom_rates: [], admin: true });
    expect(status).to.equal(200);
    expect(seen[0]?.body).to.deep.equal({ ...page, items: cart.items });
    expect(body.pricing[0]).to.not.have.property('offer');
  });

  it('refuses an unsigned cart with more than 100 items', async () => {
    const { post, seen } = openShop(quoted(rate()));
    const items = Array.from({ length: 101 }, () => cart.items[0]);
    const { status, body } = await post('/v1/rates/couriers', { ...question, origin_postal_code: 12440, items });
    expect([status, body.details?.field]).to.deep.equal([400, 'items']);
    expect(seen).to.deep.equal([]);
  });

  // Otherwise the shop's rates would go by one place, and the price by the other.
  it('refuses a postal code that is not the one of the area id', async () => {
    const { quote, seen } = openShop(quoted(rate()));
    const papua = 'IDNP24IDNC189IDND1IDZ99351';
    const { status, body } = await quote({ destination_postal_code: 12_410, destination_area_id: papua });
    expect([status, body.reason, body.details.field]).to.deep.equal([400, 'invalid-request', 'destination_area_id']);
    expect(seen).to.deep.equal([]);
  });

  it('offers a row with its collection method, and without COD where the courier cannot collect', async () => {
    const row = rate({ available_collection_method: ['drop_off'], available_for_cash_on_delivery: false });
    const { quote, keys } = openShop(quoted(row));
    const { body } = await quote({ destination_cash_on_delivery: 1 });
    const form = { cart, destination, service: 'jne/reg' };
    expect(await verifyOffer(body.pricing[0].offer, form, keys)).to.include({ collectionMethod: 'drop_off' });
    const collected = verifyOffer(body.pricing[0].offer, { ...form, cashOnDelivery: true }, keys);
    expect(await collected.catch((error) => error.code)).to.equal('cod-unavailable');
  });

  for (const [name, row] of Object.entries({
    'parts add up': rate({ shipping_fee: 15_000, insurance_fee: 500, price: 15_500 }),
    'parts have hundredths': rate({ shipping_fee: 14_999.5, insurance_fee: 500.5, price: 15_500 }),
  }))
    it(`offers the price after the shop's own rates, for a row whose ${name}`, async () => {
      const rule: ShopRate = { type: 'discount', amount: 2_000, subtotalFrom: 150_000, postalCodes: [40_000, 40_999] };
      const { quote, keys } = openShop(quoted(row), { rates: [rule] });
      const [priced] = (await quote({ courier_insurance: 1 })).body.pricing;
      expect(priced).to.include({ shipping_fee: row.shipping_fee, shipping_fee_discount: 2_000, price: 13_500 });
      const form = { cart, destination, service: 'jne/reg', insurance: true };
      expect((await verifyOffer(priced.offer, form, keys)).price).to.equal(13_500);
    });
});

describe("the shop's own rates", () => {
  const rows = {
    jne: rate({ insurance_fee: 500, price: 15_500 }),
    jnt: rate({ courier_code: 'jnt', courier_service_code: 'ez' }),
    gojek: rate({ courier_code: 'gojek' }),
    hundredths: rate({ shipping_fee: 14_999.5, insurance_fee: 0.5 }),
    withoutParts: rate({ shipping_fee: undefined }),
  };
  const place = (postal?: number, area?: string) => ({ destination_postal_code: postal, destination_area_id: area });
  const point = { ...place(12_410), destination_latitude: -2.5, destination_longitude: 140.7 };
  const jakarta = 'IDNP6IDNC148IDND836IDZ12410';
  const free: ShopRate = { type: 'free', subtotalFrom: 150_000 };
  const minus500: ShopRate = { type: 'discount', amount: 500 };
  const inJakarta: ShopRate = { ...minus500, postalCodes: [10_000, 19_999] };
  const percent = (amount: number): ShopRate => ({ type: 'discount', unit: 'percent', amount });

  /** Prices by row, and the subtotal or the destination where they matter. */
  type Case = [name: string, rules: ShopRate[], prices: object, where?: { subtotal?: number; destination?: object }];
  const cases: Case[] = [
    ['make the carriage free from a subtotal on, and not the insurance', [free], { jne: 500, jnt: 0 }],
    ['charge the carriage below the subtotal', [free], { jne: 15_500, jnt: 15_000 }, { subtotal: 149_999 }],
    ['charge the carriage of an unsigned cart', [free], { jne: 15_500 }, { subtotal: undefined }],
    ['take an amount off all couriers', [{ type: 'discount', amount: 1_000 }], { jne: 14_500, jnt: 14_000 }],
    ['take a percentage off one courier', [{ ...percent(10), courier: 'jnt' }], { jne: 15_500, jnt: 13_500 }],
    ['compare courier codes exactly', [{ ...minus500, courier: 'jn' }], { jne: 15_500, jnt: 15_000 }],
    ['add to one service', [{ courier: 'jne', service: 'reg', type: 'surcharge', amount: 2_500 }], { jne: 18_000 }],
    ['leave other services', [{ courier: 'jne', service: 'yes', type: 'surcharge', amount: 2_500 }], { jne: 15_500 }],
    ['hold for a postal code in the range', [inJakarta], { jnt: 14_500 }, { destination: place(12_410) }],
    ['leave postal codes outside the range', [inJakarta], { jnt: 15_000 }, { destination: place(40_111) }],
    ['find the postal code of an area id', [inJakarta], { jnt: 14_500 }, { destination: place(undefined, jakarta) }],
    ['go by the area id first', [inJakarta], { jnt: 15_000 }, { destination: place(12_410, 'A-1') }],
    ['hold for an area', [{ ...minus500, area: 'IDNP6' }], { jnt: 14_500 }, { destination: place(12_410, jakarta) }],
    ['leave other areas', [{ ...minus500, area: 'IDNP6' }], { jnt: 15_000 }],
    ['leave couriers that go by coordinates', [inJakarta], { jnt: 14_500, gojek: 15_000 }, { destination: point }],
    ['take off no more than the carriage', [{ ...minus500, amount: 9_000 }, percent(90)], { jne: 500, jnt: 0 }],
    [
      'add up',
      [
        { type: 'surcharge', amount: 1_000 },
        { type: 'discount', amount: 400 },
      ],
      { jne: 16_100, jnt: 15_600 },
    ],
    ['give whole rupiah for hundredths, by percent', [percent(10)], { hundredths: 13_500 }],
    ['give whole rupiah for hundredths, flat', [{ type: 'discount', amount: 1_500 }], { hundredths: 13_500 }],
    ['give whole rupiah for hundredths, free', [free], { hundredths: 1 }],
    ['hold for a price without parts', [percent(10)], { withoutParts: 13_500 }],
  ];
  for (const [name, rules, expected, where = {}] of cases)
    it(name, () => {
      const { items } = cart;
      const circumstances = { subtotal: 150_000, destination: place(40_111), items, ...where } as Circumstances;
      const prices = Object.keys(expected).map((row) => [
        row,
        offered(rows[row as keyof typeof rows], rules, circumstances).price,
      ]);
      expect(Object.fromEntries(prices)).to.deep.equal(expected);
    });
});

it('says in the answer what a signed cart lacks for free delivery, by the rules of its place', async () => {
  const rates: ShopRate[] = [
    { type: 'free', subtotalFrom: 500_000 },
    { type: 'free', subtotalFrom: 200_000, postalCodes: [90_000, 99_999] },
  ];
  const shop = openShop(quoted(rate()), { rates });
  expect((await shop.quote()).body.free_delivery).to.deep.equal({
    from: 500_000,
    missing: 500_000 - (cart.subtotal ?? 0),
  });
  expect((await openShop(quoted(rate())).quote()).body).to.not.have.property('free_delivery');
});

describe('the calendar of a gateway', () => {
  const calendar: ShopCalendar = { zone: 'WIB', days: { thu: '15:00', fri: '15:00', sat: '12:00' } };
  const form = { cart, destination, service: 'jne/reg' };

  it('promises an arrival in each row and in its offer, and the next one from the cut-off on', async () => {
    const moment = new Date('2026-11-26T14:50:00+07:00');
    const { quote, keys, seen } = openShop(quoted(rate()), { calendar, now: () => moment });
    const { body } = await quote();
    const [row] = body.pricing;
    const [first, second] = row.arrivals;
    expect(first).to.include({ first: '2026-11-28', last: '2026-11-30', until: '2026-11-26T15:00+07:00' });
    expect(second).to.include({ first: '2026-11-29', last: '2026-12-01', until: '2026-11-27T15:00+07:00' });
    const arrivalAt = async (time: string) =>
      (await verifyOffer(row.offer, form, keys, new Date(`2026-11-26T${time}+07:00`))).arrival;
    expect(await arrivalAt('14:59:59')).to.deep.equal(first);
    expect(await arrivalAt('15:00:00')).to.deep.equal(second);
    expect(seen).to.have.lengthOf(1);
  });

  it('promises what holds now of prices that are kept', async () => {
    let moment = new Date('2026-11-26T14:59:30+07:00');
    const { quote, seen } = openShop(quoted(rate()), { calendar, now: () => moment });
    await quote();
    moment = new Date('2026-11-26T15:00:30+07:00');
    const { body } = await quote();
    expect(body.pricing[0].arrivals[0]).to.include({ first: '2026-11-29' });
    expect(body.pricing[0].price).to.equal(15_000);
    expect(seen).to.have.lengthOf(1);
  });

  it('promises nothing without a calendar, or if the service says no duration', async () => {
    const { quote, keys } = openShop(quoted(rate()));
    const { body } = await quote();
    expect(body.pricing[0]).to.not.have.property('arrivals');
    expect((await verifyOffer(body.pricing[0].offer, form, keys)).arrival).to.equal(undefined);
    const silent = rate({ duration: '', shipment_duration_range: '', shipment_duration_unit: '' });
    const shop = openShop(quoted(silent), { calendar });
    expect((await shop.quote()).body.pricing[0]).to.not.have.property('arrivals');
  });
});
