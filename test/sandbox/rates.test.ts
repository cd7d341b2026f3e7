import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { priceOf } from '../../src/quote/index.ts';
import { bandungLane, item, keys, mapLane, openShop, ratesBody, row } from './shop.ts';

const shop = openShop();
const rates = '/v1/rates/couriers';
const refusal = (request: object) => shop.refusal(rates, request);
const everyCourier =
  'gojek,grab,deliveree,jne,tiki,ninja,lion,rara,sicepat,sentralcargo,jnt,jntcargo,idexpress,rpx,jdl,wahana,pos,anteraja,sap,paxel,borzo,lalamove';

describe('locators', () => {
  const ways = {
    'postal codes': bandungLane,
    'area ids': {
      origin_area_id: 'IDNP6IDNC148IDND836IDZ12440',
      destination_area_id: 'IDNP9IDNC22IDND255IDZ40111',
    },
    coordinates: {
      origin_latitude: -6.2615,
      origin_longitude: 106.8106,
      destination_latitude: -6.9,
      destination_longitude: 107.6,
    },
    'a mixture': { origin_postal_code: 12440, destination_latitude: -6.9, destination_longitude: 107.6 },
    'several at once': {
      ...bandungLane,
      origin_area_id: 'IDNP6IDNC148IDND836IDZ12440',
      destination_latitude: -6.9,
      destination_longitude: 107.6,
    },
  };

  for (const [name, lane] of Object.entries(ways))
    it(`quotes the same lane by ${name}`, async () => {
      const pricing = await shop.quote({ ...lane, couriers: 'jne', items: [item] });
      assert.equal(row(pricing, 'jne/reg').shipping_fee, 11_000);
    });

  it('believes the area id before the postal code, and that before the coordinate', async () => {
    const [jakarta, papua] = [{ origin_postal_code: 12440 }, { destination_postal_code: 99111 }];
    const map = {
      destination_latitude: mapLane.destination_latitude,
      destination_longitude: mapLane.destination_longitude,
    };
    const area = { destination_area_id: 'IDNP6IDNC148IDND836IDZ12440' };
    const fee = async (lane: object) =>
      row(await shop.quote({ ...jakarta, ...lane, couriers: 'jne', items: [item] }), 'jne/reg').shipping_fee;
    assert.equal(await fee({ ...papua, ...map }), 68_000);
    assert.equal(await fee({ ...papua, ...area }), 9_000);
  });

  it('says where both sides are', async () => {
    const { body } = await shop.post(rates, ratesBody);
    const { origin, destination } = body as { origin: Record<string, unknown>; destination: Record<string, unknown> };
    assert.equal(origin.administrative_division_level_2_name, 'Jakarta Selatan');
    assert.equal(destination.postal_code, 40111);
    assert.equal(destination.administrative_division_level_1_name, 'Jawa Barat');
  });

  const { destination_postal_code: _, ...nowhere } = ratesBody;

  it('refuses a request without a destination', async () => {
    const { code, error, status } = await refusal(nowhere);
    assert.deepEqual([status, code], [400, 40001002]);
    assert.match(error, /^destination_postal_code is missing: send .*destination_area_id/);
  });

  it('refuses half a coordinate', async () => {
    assert.equal((await refusal({ ...nowhere, destination_latitude: -6.9 })).code, 40001002);
  });

  it('refuses postal codes that are no numbers of five digits, or that nobody has', async () => {
    for (const code of ['40111', 123, 123456, 12440.5, 19000, 47000, 10000 - 1]) {
      const refused = await refusal({ ...nowhere, destination_postal_code: code });
      assert.equal(refused.code, 40001001, String(code));
      assert.match(refused.error, /^destination_postal_code must be/);
    }
  });

  it('refuses an area id without a postal code in it, and a point outside Indonesia', async () => {
    const area = await refusal({ ...ratesBody, origin_area_id: 'Bandung' });
    assert.deepEqual([area.code, area.error.split(' ')[0]], [40001001, 'origin_area_id']);
    const point = await refusal({ ...nowhere, destination_latitude: 0.1, destination_longitude: 0 });
    assert.deepEqual([point.code, point.error.split(' ')[0]], [40001001, 'destination_latitude']);
  });
});

describe('the couriers asked for', () => {
  it('are compared exactly', async () => {
    const pricing = async (couriers: string) => keys(await shop.quote({ ...ratesBody, couriers }));
    assert.deepEqual(await pricing('jnt'), ['jnt/ez']);
    assert.deepEqual(await pricing('jntcargo'), ['jntcargo/ft']);
    for (const couriers of ['jn', 'JNE', 'jne/reg', 'jntcar']) {
      assert.equal((await refusal({ ...ratesBody, couriers })).code, 40001010, couriers);
    }
  });

  it('may have spaces between them, and unknown ones among them', async () => {
    const pricing = await shop.quote({ ...ratesBody, couriers: 'jnt, nobody ,jdl,jnt' });
    assert.deepEqual(keys(pricing), ['jnt/ez', 'jdl/reg']);
  });

  it('are required', async () => {
    for (const couriers of [undefined, '', ' , ', 7, ['jne']]) {
      const { code, error } = await refusal({ ...ratesBody, couriers });
      assert.equal(code, 40001002);
      assert.match(error, /^couriers /);
    }
  });

  it('refuses a lane that none of them serves', async () => {
    const { status, code } = await refusal({ ...ratesBody, couriers: 'gojek,nobody' });
    assert.deepEqual([status, code], [400, 40001010]);
  });
});

describe('instant couriers', () => {
  const instant = 'gojek,grab,lalamove,borzo,rara,deliveree';
  const request = { ...ratesBody, couriers: `${instant},jne` };

  it('are quoted with coordinates on both sides, by the kilometre', async () => {
    const pricing = await shop.quote({ ...mapLane, couriers: instant, items: [item] });
    assert.deepEqual([...new Set(pricing.map(({ courier_code }) => courier_code))].sort(), instant.split(',').sort());
    assert.equal(row(pricing, 'gojek/instant').service_type, 'instant');
    // 7.6 km, eight of them begun.
    assert.equal(row(pricing, 'gojek/instant').shipping_fee, 12_000 + 8 * 2_500);
  });

  it('are left out with postal codes, or with a coordinate on one side only', async () => {
    const { origin_latitude, origin_longitude } = mapLane;
    for (const lane of [{}, { origin_latitude, origin_longitude }]) {
      const pricing = await shop.quote({ ...request, ...lane });
      assert.deepEqual([...new Set(pricing.map(({ courier_code }) => courier_code))], ['jne']);
    }
  });

  it('are left out beyond 40 km', async () => {
    const pricing = await shop.quote({ ...request, ...mapLane, destination_latitude: -6.7 });
    assert.deepEqual([...new Set(pricing.map(({ courier_code }) => courier_code))], ['jne']);
  });

  it('are left out when the goods are too heavy for the vehicle', async () => {
    const heavy = { ...request, ...mapLane, items: [{ ...item, weight: 30_000 }] };
    const quoted = keys(await shop.quote(heavy));
    assert.ok(!quoted.includes('gojek/instant'));
    assert.ok(quoted.includes('grab/instant_car'));
  });

  it('leave paxel alone, who takes postal codes', async () => {
    assert.ok(keys(await shop.quote({ ...ratesBody, couriers: 'paxel' })).includes('paxel/small'));
  });
});

describe('every row', () => {
  const lanes = { 'by postal code': bandungLane, 'by map': mapLane };
  const broad = {
    couriers: everyCourier,
    items: [item, { ...item, value: 1_234_567, quantity: 3, weight: 7_777, length: 60, width: 33.3, height: 21 }],
    courier_insurance: 1_999_999,
    destination_cash_on_delivery: 3_333_333,
    destination_cash_on_delivery_type: '5_days',
    custom_rates: [
      { courier_code: 'jne', type: 'discount', unit: 'percent', amount: 33.3 },
      { courier_code: 'jne', type: 'surcharge', unit: 'flat', amount: 777 },
      { courier_code: 'gojek', type: 'discount', unit: 'flat', amount: 9_999_999 },
    ],
  };

  for (const [name, lane] of Object.entries(lanes))
    it(`has a price that is the sum of its whole parts, ${name}`, async () => {
      const pricing = await shop.quote({ ...broad, ...lane });
      assert.ok(pricing.length > 30);
      for (const rate of pricing) {
        assert.equal(priceOf(rate), rate.price);
        for (const fee of [
          rate.price,
          rate.shipping_fee,
          rate.shipping_fee_discount,
          rate.shipping_fee_surcharge,
          rate.insurance_fee,
          rate.cash_on_delivery_fee,
        ])
          assert.ok(Number.isSafeInteger(fee) && Number(fee) >= 0, rate.courier_service_code);
      }
    });

  it('has every field of the contract', async () => {
    for (const rate of await shop.quote({ ...broad, ...mapLane })) {
      assert.equal(rate.company, rate.courier_code);
      assert.equal(rate.type, rate.courier_service_code);
      assert.equal(rate.currency, 'IDR');
      assert.equal(rate.duration, `${rate.shipment_duration_range} ${rate.shipment_duration_unit}`);
      assert.deepEqual(rate.tax_lines, []);
      for (const flag of [
        rate.available_for_cash_on_delivery,
        rate.available_for_insurance,
        rate.available_for_instant_waybill_id,
        rate.available_for_proof_of_delivery,
      ])
        assert.equal(typeof flag, 'boolean');
      assert.ok(rate.courier_name && rate.courier_service_name && rate.description);
      assert.ok(rate.service_type && rate.shipping_type && rate.available_collection_method);
    }
  });
});

describe('a price', () => {
  const feeOf = async (request: object, key = 'jne/reg') =>
    row(await shop.quote({ ...ratesBody, couriers: 'jne,paxel,anteraja', ...request }), key).shipping_fee;
  const to = (destination_postal_code: number) => feeOf({ destination_postal_code });

  it('rises with the distance: city, region, island, nation, remote', async () => {
    assert.deepEqual(
      await Promise.all([12240, 40111, 60111, 80111, 99111].map(to)),
      [9_000, 11_000, 19_000, 34_000, 68_000],
    );
  });

  it('takes Jakarta for one city', async () => assert.equal(await to(14110), 9_000));

  it('takes the way back for the same way', async () => {
    const back = await feeOf({ origin_postal_code: 99111, destination_postal_code: 12440 });
    assert.equal(back, await to(99111));
  });

  it('rises with the service level', async () => {
    assert.equal(await feeOf({}, 'jne/oke'), 9_400);
    assert.equal(await feeOf({}, 'jne/yes'), 17_600);
  });

  it('counts begun kilograms of all pieces together', async () => {
    assert.equal(await feeOf({ items: [{ ...item, weight: 1_000 }] }), 11_000);
    assert.equal(await feeOf({ items: [{ ...item, weight: 1_001 }] }), 22_000);
    assert.equal(await feeOf({ items: [{ ...item, weight: 500, quantity: 4 }] }), 22_000);
  });

  it('goes by the volume where that weighs more', async () => {
    const box = { ...item, length: 30, width: 20, height: 20, quantity: 2 };
    assert.equal(await feeOf({ items: [box] }), 4 * 11_000);
    // The same 24,000 cm³ as freight: 6 kg by volume, 10 at least.
    assert.equal(await feeOf({ items: [box] }, 'jne/jtr'), 44_000);
    assert.equal(await feeOf({ items: [{ ...box, quantity: 4 }] }, 'jne/jtr'), 52_800);
  });

  it('is not asked beyond what a service reaches', async () => {
    const papua = keys(await shop.quote({ ...ratesBody, destination_postal_code: 99111 }));
    assert.ok(papua.includes('jne/reg') && !papua.includes('jne/yes') && !papua.includes('anteraja/same_day'));
  });

  it('that is beyond counting is refused', async () => {
    const much = { ...item, value: Number.MAX_SAFE_INTEGER, weight: Number.MAX_SAFE_INTEGER, quantity: 1e9 };
    assert.equal((await refusal({ ...ratesBody, items: [much] })).code, 40001002);
  });
});

describe('items', () => {
  const wrong = {
    'items is missing': undefined,
    'items must be': [],
    'items.0.name is missing': [{ ...item, name: undefined }],
    'items.0.value is missing': [{ ...item, value: undefined }],
    'items.0.value must be': [{ ...item, value: -1 }],
    'items.0.quantity is missing': [{ ...item, quantity: undefined }],
    'items.0.weight is missing': [{ ...item, weight: undefined }],
    'items.0.quantity must be': [{ ...item, quantity: 0 }],
    'items.1.weight must be': [item, { ...item, weight: 0 }],
    'items.0.category must be one of': [{ ...item, category: 'weapons' }],
  };

  for (const [text, items] of Object.entries(wrong))
    it(`are refused: ${text}`, async () => {
      const { code, error } = await refusal({ ...ratesBody, items });
      assert.equal(code, 40001002);
      assert.ok(error.startsWith(text), error);
    });

  it('may be many', async () => {
    const items = Array.from({ length: 500 }, () => item);
    assert.equal(row(await shop.quote({ ...ratesBody, items }), 'jne/reg').shipping_fee, 400 * 11_000);
  });
});
