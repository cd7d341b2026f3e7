import { expect } from 'chai';
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
    'area ids': { origin_area_id: 'IDNP6IDNC148IDND836IDZ12440', destination_area_id: 'IDNP9IDNC22IDND255IDZ40111' },
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
      expect(row(pricing, 'jne/reg').shipping_fee).to.equal(11_000);
    });

  it('prefers the area id to the postal code, and that to the coordinate', async () => {
    const [jakarta, papua] = [{ origin_postal_code: 12440 }, { destination_postal_code: 99111 }];
    const map = {
      destination_latitude: mapLane.destination_latitude,
      destination_longitude: mapLane.destination_longitude,
    };
    const area = { destination_area_id: 'IDNP6IDNC148IDND836IDZ12440' };
    const fee = async (lane: object) =>
      row(await shop.quote({ ...jakarta, ...lane, couriers: 'jne', items: [item] }), 'jne/reg').shipping_fee;
    expect(await fee({ ...papua, ...map })).to.equal(68_000);
    expect(await fee({ ...papua, ...area })).to.equal(9_000);
  });

  it('answers the places of both sides', async () => {
    const { body } = await shop.post(rates, ratesBody);
    const { origin, destination } = body as { origin: Record<string, unknown>; destination: Record<string, unknown> };
    expect(origin.administrative_division_level_2_name).to.equal('Jakarta Selatan');
    expect(destination.postal_code).to.equal(40111);
    expect(destination.administrative_division_level_1_name).to.equal('Jawa Barat');
  });

  const { destination_postal_code: _, ...nowhere } = ratesBody;

  it('refuses a request without a destination', async () => {
    const { code, error, status } = await refusal(nowhere);
    expect([status, code]).to.deep.equal([400, 40001002]);
    expect(error).to.match(/^destination_postal_code is missing: send .*destination_area_id/);
  });

  describe('with an origin left to the account', () => {
    const type = 'origin_suggestion_to_closest_destination';
    const { origin_postal_code: _origin, ...toBandung } = { ...ratesBody, type };
    const fee = async (sandbox: ReturnType<typeof openShop>, request: object) =>
      row(await sandbox.quote(request), 'jne/reg').shipping_fee;

    it('are quoted from South Jakarta', async () => {
      expect(await fee(shop, toBandung)).to.equal(await fee(shop, ratesBody));
    });

    it('are quoted from the origin of the account', async () => {
      const papua = openShop({ origin: { origin_postal_code: 99111 } });
      expect(await fee(papua, toBandung)).to.equal(68_000);
    });

    it('are quoted by on-demand couriers too', async () => {
      const { destination_latitude, destination_longitude } = mapLane;
      const near = { type, destination_latitude, destination_longitude, couriers: 'grab', items: [item] };
      expect(keys(await shop.quote(near))).to.include('grab/instant');
    });

    it('use the origin of the request if it has one', async () => {
      expect(await fee(shop, { ...toBandung, origin_postal_code: 99111 })).to.equal(68_000);
    });

    it('need an origin with any other type', async () => {
      const { code, error } = await refusal({ ...toBandung, type: 'origin_suggestion' });
      expect([code, error.split(' ')[0]]).to.deep.equal([40001002, 'origin_postal_code']);
    });
  });

  const stricter: Record<string, [code: number, body: object]> = {
    'biteship for a courier': [40001010, { ...ratesBody, couriers: 'biteship' }],
    'a weight with decimals': [40001002, { ...ratesBody, items: [{ ...item, weight: 0.5 }] }],
    'the COD type 14_days': [
      40001002,
      { ...ratesBody, destination_cash_on_delivery: 1, destination_cash_on_delivery_type: '14_days' },
    ],
  };
  for (const [what, [code, body]] of Object.entries(stricter))
    it(`refuses ${what}`, async () => {
      expect((await refusal(body)).code).to.equal(code);
    });

  it('takes half a coordinate for none', async () => {
    expect((await refusal({ ...nowhere, destination_latitude: -6.9 })).code).to.equal(40001002);
    const shop = openShop();
    expect(await shop.quote({ ...ratesBody, destination_latitude: -6.9 })).to.deep.equal(await shop.quote(ratesBody));
  });

  it('refuses invalid and unknown postal codes', async () => {
    for (const code of ['4O111', '40.111', 123, 123456, 12440.5, 19000, 47000, 10000 - 1]) {
      const refused = await refusal({ ...nowhere, destination_postal_code: code });
      expect(refused.code, String(code)).to.equal(40001001);
      expect(refused.error).to.match(/^destination_postal_code must be/);
    }
  });

  it('refuses an area id without a postal code in it, and a point outside Indonesia', async () => {
    const area = await refusal({ ...ratesBody, origin_area_id: 'Bandung' });
    expect([area.code, area.error.split(' ')[0]]).to.deep.equal([40001001, 'origin_area_id']);
    const point = await refusal({ ...nowhere, destination_latitude: 0.1, destination_longitude: 0 });
    expect([point.code, point.error.split(' ')[0]]).to.deep.equal([40001001, 'destination_latitude']);
  });
});

describe('the couriers of a request', () => {
  it('are compared exactly', async () => {
    const pricing = async (couriers: string) => keys(await shop.quote({ ...ratesBody, couriers }));
    expect(await pricing('jnt')).to.deep.equal(['jnt/ez']);
    expect(await pricing('jntcargo')).to.deep.equal(['jntcargo/ft']);
    for (const couriers of ['jn', 'JNE', 'jne/reg', 'jntcar']) {
      expect((await refusal({ ...ratesBody, couriers })).code, couriers).to.equal(40001010);
    }
  });

  it('may have spaces between them, and may be unknown', async () => {
    const pricing = await shop.quote({ ...ratesBody, couriers: 'jnt, nobody ,jdl,jnt' });
    expect(keys(pricing)).to.deep.equal(['jnt/ez', 'jdl/reg']);
  });

  it('are required', async () => {
    for (const couriers of [undefined, '', ' , ', 7, ['jne']]) {
      const { code, error } = await refusal({ ...ratesBody, couriers });
      expect(code).to.equal(40001002);
      expect(error).to.match(/^couriers /);
    }
  });

  it('are refused if none serves the lane', async () => {
    const { status, code } = await refusal({ ...ratesBody, couriers: 'gojek,nobody' });
    expect([status, code]).to.deep.equal([400, 40001010]);
  });
});

describe('on-demand couriers', () => {
  const instant = 'gojek,grab,lalamove,borzo,rara,deliveree';
  const request = { ...ratesBody, couriers: `${instant},jne` };

  it('are quoted with coordinates on both sides, by the kilometre', async () => {
    const pricing = await shop.quote({ ...mapLane, couriers: instant, items: [item] });
    expect([...new Set(pricing.map(({ courier_code }) => courier_code))].sort()).to.deep.equal(
      instant.split(',').sort(),
    );
    expect(row(pricing, 'gojek/instant').service_type).to.equal('same_day');
    expect(row(pricing, 'borzo/instant_bike').service_type).to.equal('instant');
    // 7.6 km, eight of them begun.
    expect(row(pricing, 'gojek/instant').shipping_fee).to.equal(12_000 + 8 * 2_500);
  });

  it('are omitted without the coordinates of both sides', async () => {
    const { origin_latitude, origin_longitude } = mapLane;
    for (const lane of [{}, { origin_latitude, origin_longitude }]) {
      const pricing = await shop.quote({ ...request, ...lane });
      expect([...new Set(pricing.map(({ courier_code }) => courier_code))]).to.deep.equal(['jne']);
    }
  });

  it('are omitted beyond 40 km', async () => {
    const pricing = await shop.quote({ ...request, ...mapLane, destination_latitude: -6.7 });
    expect([...new Set(pricing.map(({ courier_code }) => courier_code))]).to.deep.equal(['jne']);
  });

  it('are omitted if the goods are too heavy for the vehicle', async () => {
    const heavy = { ...request, ...mapLane, items: [{ ...item, weight: 30_000 }] };
    const quoted = keys(await shop.quote(heavy));
    expect(quoted).to.not.include('gojek/instant');
    expect(quoted).to.include('grab/instant_car');
  });

  it('do not include paxel, which takes postal codes', async () => {
    expect(keys(await shop.quote({ ...ratesBody, couriers: 'paxel' }))).to.include('paxel/small');
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
    it(`has a price that is the sum of its parts, in whole rupiah, ${name}`, async () => {
      const pricing = await shop.quote({ ...broad, ...lane });
      expect(pricing.length).to.be.above(30);
      for (const rate of pricing) {
        expect(priceOf(rate)).to.equal(rate.price);
        for (const fee of [
          rate.price,
          rate.shipping_fee,
          rate.shipping_fee_discount,
          rate.shipping_fee_surcharge,
          rate.insurance_fee,
          rate.cash_on_delivery_fee,
        ])
          expect(Number.isSafeInteger(fee) && Number(fee) >= 0, rate.courier_service_code).to.be.ok;
      }
    });

  it('has every field of the contract', async () => {
    for (const rate of await shop.quote({ ...broad, ...mapLane })) {
      expect(rate.company).to.equal(rate.courier_code);
      expect(rate.type).to.equal(rate.courier_service_code);
      expect(rate.currency).to.equal('IDR');
      expect(rate.duration).to.equal(`${rate.shipment_duration_range} ${rate.shipment_duration_unit}`);
      expect(rate.tax_lines).to.deep.equal([]);
      for (const flag of [
        rate.available_for_cash_on_delivery,
        rate.available_for_insurance,
        rate.available_for_instant_waybill_id,
        rate.available_for_proof_of_delivery,
      ])
        expect(typeof flag).to.equal('boolean');
      expect(rate.courier_name && rate.courier_service_name && rate.description).to.be.ok;
      expect(rate.service_type && rate.shipping_type && rate.available_collection_method).to.be.ok;
    }
  });
});

describe('a price', () => {
  const feeOf = async (request: object, key = 'jne/reg') =>
    row(await shop.quote({ ...ratesBody, couriers: 'jne,paxel,anteraja', ...request }), key).shipping_fee;
  const to = (destination_postal_code: number) => feeOf({ destination_postal_code });

  it('rises with the distance: city, region, island, nation, remote', async () => {
    expect(await Promise.all([12240, 40111, 60111, 80111, 99111].map(to))).to.deep.equal([
      9_000, 11_000, 19_000, 34_000, 68_000,
    ]);
  });

  it('treats Jakarta as one city', async () => expect(await to(14110)).to.equal(9_000));

  it('is the same in both directions', async () => {
    const back = await feeOf({ origin_postal_code: 99111, destination_postal_code: 12440 });
    expect(back).to.equal(await to(99111));
  });

  it('rises with the service level', async () => {
    expect(await feeOf({}, 'jne/oke')).to.equal(9_400);
    expect(await feeOf({}, 'jne/yes')).to.equal(17_600);
  });

  it('rounds the weight of all pieces up to kilograms', async () => {
    expect(await feeOf({ items: [{ ...item, weight: 1_000 }] })).to.equal(11_000);
    expect(await feeOf({ items: [{ ...item, weight: 1_001 }] })).to.equal(22_000);
    expect(await feeOf({ items: [{ ...item, weight: 500, quantity: 4 }] })).to.equal(22_000);
  });

  it('uses the volume if that weighs more', async () => {
    const box = { ...item, length: 30, width: 20, height: 20, quantity: 2 };
    expect(await feeOf({ items: [box] })).to.equal(4 * 11_000);
    // The same 24,000 cm³ as freight: 6 kg by volume, 10 at least.
    expect(await feeOf({ items: [box] }, 'jne/jtr')).to.equal(44_000);
    expect(await feeOf({ items: [{ ...box, quantity: 4 }] }, 'jne/jtr')).to.equal(52_800);
  });

  it('is missing beyond the reach of a service', async () => {
    const papua = keys(await shop.quote({ ...ratesBody, destination_postal_code: 99111 }));
    expect(papua.includes('jne/reg') && !papua.includes('jne/yes') && !papua.includes('anteraja/same_day')).to.be.ok;
  });

  it('is refused above the largest integer', async () => {
    const much = { ...item, value: Number.MAX_SAFE_INTEGER, weight: Number.MAX_SAFE_INTEGER, quantity: 1e9 };
    expect((await refusal({ ...ratesBody, items: [much] })).code).to.equal(40001002);
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
    'items.1.weight must be': [item, { ...item, weight: -1 }],
    'items.0.category must be one of': [{ ...item, category: 'weapons' }],
  };

  for (const [text, items] of Object.entries(wrong))
    it(`are refused: ${text}`, async () => {
      const { code, error } = await refusal({ ...ratesBody, items });
      expect(code).to.equal(40001002);
      expect(error.startsWith(text), error).to.be.ok;
    });

  it('may be many', async () => {
    const items = Array.from({ length: 500 }, () => item);
    expect(row(await shop.quote({ ...ratesBody, items }), 'jne/reg').shipping_fee).to.equal(400 * 11_000);
  });
});
