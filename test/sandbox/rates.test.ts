import { expect } from 'chai';
import type { CustomRate } from '../../src/contract/index.ts';
import { adjust } from '../../src/sandbox/rates.ts';
import { item, keys, mapLane, openShop, orderBody, ratesBody, row } from './shop.ts';

const shop = openShop();
const rates = '/v1/rates/couriers';

const feeOf = async (changes: object, key = 'jne/reg', at = shop) =>
  row(await at.quote({ ...ratesBody, couriers: 'jne,paxel,anteraja', ...changes }), key).shipping_fee;

const mapOf = (latitude: number, longitude: number) => ({
  destination_latitude: latitude,
  destination_longitude: longitude,
});

describe('the lane of a quote', () => {
  const jakarta = 'IDNP6IDNC148IDND836IDZ12440';
  const nowhere = { origin_postal_code: undefined, destination_postal_code: undefined };
  const papua = { destination_postal_code: 99111 };
  const bandungMap = mapOf(-6.9, 107.6);
  const lanes: Record<string, [lane: object, fee: number]> = {
    'area ids': [{ ...nowhere, origin_area_id: jakarta, destination_area_id: 'IDNP9IDNC22IDND255IDZ40111' }, 11_000],
    coordinates: [{ ...nowhere, ...bandungMap, origin_latitude: -6.2615, origin_longitude: 106.8106 }, 11_000],
    'a postal code and a coordinate': [{ ...bandungMap, destination_postal_code: undefined }, 11_000],
    'the postal code rather than the coordinate': [{ ...papua, ...mapOf(-6.2893, 106.7749) }, 68_000],
    'the area id rather than the postal code': [{ ...papua, destination_area_id: jakarta }, 9_000],
  };
  for (const [name, [lane, fee]] of Object.entries(lanes))
    it(`is found by ${name}`, async () => expect(await feeOf(lane)).to.equal(fee));

  it('begins at the origin of the account if the request leaves it open', async () => {
    const toClosest = { type: 'origin_suggestion_to_closest_destination', origin_postal_code: undefined };
    expect(await feeOf(toClosest)).to.equal(11_000);
    expect(await feeOf(toClosest, 'jne/reg', openShop({ origin: { origin_postal_code: 99111 } }))).to.equal(68_000);
    expect(await feeOf({ ...toClosest, origin_postal_code: 99111 })).to.equal(68_000);
    const near = { ...ratesBody, ...toClosest, ...mapOf(-6.2893, 106.7749), couriers: 'grab' };
    expect(keys(await shop.quote(near))).to.include('grab/instant');
  });

  it('is answered as two places', async () => {
    const { body } = await shop.post(rates, ratesBody);
    expect(body).to.deep.nested.include({
      'origin.administrative_division_level_2_name': 'Jakarta Selatan',
      'origin.administrative_division_level_3_name': 'Cilandak',
      'origin.administrative_division_level_3_type': 'district',
      'origin.administrative_division_level_4_name': null,
      'origin.administrative_division_level_4_type': 'subdistrict',
      stops: [],
      'destination.administrative_division_level_1_name': 'Jawa Barat',
      'destination.postal_code': 40111,
    });
  });
});

describe('a quote is refused', () => {
  const equator = { destination_postal_code: undefined, ...mapOf(0.1, 0) };
  const heavy = { ...item, value: Number.MAX_SAFE_INTEGER, weight: Number.MAX_SAFE_INTEGER, quantity: 1e9 };
  const cases: [code: number, field: string, changes: object][] = [
    [40001001, 'origin_postal_code', { origin_postal_code: 123 }],
    [40001001, 'destination_postal_code', { destination_postal_code: '4O111' }],
    [40001001, 'destination_postal_code', { destination_postal_code: 47000 }],
    [40001001, 'origin_area_id', { origin_area_id: 'Bandung' }],
    [40001001, 'destination_latitude', equator],
    [40001002, 'origin_postal_code', { origin_postal_code: undefined }],
    [40001002, 'destination_postal_code', { destination_postal_code: undefined }],
    [40001002, 'couriers', { couriers: '' }],
    [40001002, 'items.0.value', { items: [{ ...item, value: -1 }] }],
    [40001002, 'items', { items: [heavy] }],
    [40001007, 'items.0.value', { couriers: 'jntcargo,grab', items: [{ ...item, value: 0 }] }],
  ];
  for (const [code, field, changes] of cases)
    it(`with ${code} for ${field} in ${JSON.stringify(changes)}`, async () => {
      const refused = await shop.refusal(rates, { ...ratesBody, ...changes });
      expect([refused.status, refused.code], refused.error).to.deep.equal([400, code]);
      expect(refused.error.startsWith(`${field} `), refused.error).to.be.ok;
    });
});

describe('the couriers of a request', () => {
  it('may have spaces between them, and may be unknown', async () => {
    const pricing = await shop.quote({ ...ratesBody, couriers: 'jnt, nobody ,jdl,jnt' });
    expect(keys(pricing)).to.deep.equal(['jnt/ez', 'jdl/reg']);
  });
});

describe('on-demand couriers', () => {
  const instant = 'gojek,grab,lalamove,borzo,rara,deliveree';
  const quoted = async (changes: object) =>
    shop.quote({ ...ratesBody, ...mapLane, couriers: `${instant},jne,paxel`, ...changes });
  const codes = async (changes: object) => new Set((await quoted(changes)).map(({ courier_code }) => courier_code));

  it('are quoted by the kilometre', async () => {
    expect(await codes({ couriers: instant })).to.have.all.keys(instant.split(','));
    // 7.6 km, eight of them begun.
    expect(row(await quoted({}), 'gojek/instant').shipping_fee).to.equal(12_000 + 8 * 2_500);
  });

  it('are left out beyond 40 km', async () => {
    expect(await codes({ destination_latitude: -6.7 })).to.have.all.keys('jne', 'paxel');
  });

  it('are left out if the goods are too heavy for the vehicle', async () => {
    const heavy = keys(await quoted({ items: [{ ...item, weight: 30_000 }] }));
    expect(heavy).to.include('grab/instant_car').and.not.include('gojek/instant');
  });
});

describe('a row', () => {
  it('has every field of the contract', async () => {
    const couriers = [...new Set((await shop.list()).map(({ courier_code }) => courier_code))].join(',');
    const pricing = await shop.quote({ ...ratesBody, ...mapLane, couriers });
    expect(pricing.length).to.be.above(50);
    for (const rate of pricing) {
      expect(rate).to.deep.include({
        company: rate.courier_code,
        type: rate.courier_service_code,
        currency: 'IDR',
        duration: `${rate.shipment_duration_range} ${rate.shipment_duration_unit}`,
        tax_lines: [],
      });
      for (const flag of [
        rate.available_for_cash_on_delivery,
        rate.available_for_insurance,
        rate.available_for_instant_waybill_id,
        rate.available_for_proof_of_delivery,
      ])
        expect(flag).to.be.a('boolean');
      expect(rate.courier_name && rate.courier_service_name && rate.description).to.be.ok;
      expect(rate.service_type && rate.shipping_type && rate.available_collection_method).to.be.ok;
    }
  });
});

describe('the shipping fee', () => {
  const to = (destination_postal_code: number) => feeOf({ destination_postal_code });

  it('rises with the distance: city, region, island, nation, remote', async () => {
    expect(await Promise.all([12240, 40111, 60111, 80111, 99111].map(to))).to.deep.equal([
      9_000, 11_000, 19_000, 34_000, 68_000,
    ]);
  });

  it('treats Jakarta as one city', async () => expect(await to(14110)).to.equal(9_000));

  it('is the same in both directions', async () => {
    expect(await feeOf({ origin_postal_code: 99111, destination_postal_code: 12440 })).to.equal(68_000);
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
    expect(papua).to.include('jne/reg').and.not.include('jne/yes').and.not.include('anteraja/same_day');
  });
});

const rule = (type: CustomRate['type'], unit: CustomRate['unit'], amount: number, service?: string): CustomRate => ({
  courier_code: 'jne',
  ...(service && { courier_service_code: service }),
  type,
  unit,
  amount,
});

const adjusted = (rules: CustomRate[]) => adjust(rules, { courier: 'jne', service: 'reg' }, 20_000);

describe('adjust', () => {
  const cases: [title: string, rules: CustomRate[], discount: number, surcharge: number][] = [
    ['puts a flat surcharge on', [rule('surcharge', 'flat', 1500)], 0, 1500],
    ['rounds percentages up to a whole rupiah', [rule('surcharge', 'percent', 12.501)], 0, 2501],
    [
      'adds several rules up, each percentage of the fee itself and not of what is left',
      [
        ...['percent', 'percent', 'flat'].map((unit) => rule('discount', unit as 'flat', 10)),
        rule('surcharge', 'flat', 7),
      ],
      4010,
      7,
    ],
    [
      'never takes more off than the shipping costs, whatever is put on',
      [rule('discount', 'flat', 15_000), rule('discount', 'percent', 50), rule('surcharge', 'flat', 9000)],
      20_000,
      9000,
    ],
    [
      'holds for the named service, or for all services of the courier',
      [rule('discount', 'flat', 100, 'reg'), rule('discount', 'flat', 1000, 'yes'), rule('discount', 'flat', 10)],
      110,
      0,
    ],
  ];
  for (const [title, rules, discount, surcharge] of cases)
    it(title, () => {
      expect(adjusted(rules)).to.deep.equal({ discount, surcharge });
      expect(adjusted([...rules].reverse())).to.deep.equal({ discount, surcharge });
    });

  it('compares codes exactly: a rule for jnt is none for jntcargo', () => {
    const rules = [{ ...rule('discount', 'flat', 5000), courier_code: 'jnt' }];
    expect(adjust(rules, { courier: 'jntcargo', service: 'ft' }, 60_000).discount).to.equal(0);
    expect(adjust(rules, { courier: 'jnt', service: 'ez' }, 60_000).discount).to.equal(5000);
  });
});

describe('insurance', () => {
  const insured = { ...ratesBody, couriers: 'jne,wahana', courier_insurance: 199_001 };

  it('costs half a percent of the amount, rounded up to a whole rupiah', async () => {
    expect(row(await shop.quote(insured), 'jne/reg').insurance_fee).to.equal(996);
    expect(row(await shop.quote(ratesBody), 'jne/reg').insurance_fee).to.equal(0);
  });

  it('keeps rows that do not have it, with fee 0', async () => {
    const pricing = await shop.quote(insured);
    for (const key of ['jne/ctc', 'wahana/deno'])
      expect(row(pricing, key), key).to.include({ insurance_fee: 0, available_for_insurance: false });
    expect(row(pricing, 'jne/reg').available_for_insurance).to.equal(true);
  });
});

describe('the insurance of the cargo courier', () => {
  const feeOf = async (items: object[], at = shop) =>
    row(await at.quote({ ...ratesBody, couriers: 'jntcargo', items }), 'jntcargo/ft').insurance_fee;

  it('costs half a percent of the declared value of all pieces, 5,000 at least', async () => {
    for (const [value, quantity, fee] of [
      [100_000, 1, 5_000],
      [1_000_000, 1, 5_000],
      [2_000_000, 1, 10_000],
      [1_500_000, 2, 15_000],
    ] as const)
      expect(await feeOf([{ ...item, value, quantity }]), `${quantity} × ${value}`).to.equal(fee);
    expect(await feeOf([item, { ...item, value: 3_800_000 }])).to.equal(20_000);
  });

  it('has the rate and the minimum of the account', async () => {
    const other = openShop({ cargoInsurance: { percent: 1, minimum: 7_500 } });
    expect(await feeOf([{ ...item, value: 100_000 }], other)).to.equal(7_500);
    expect(await feeOf([{ ...item, value: 2_000_000 }], other)).to.equal(20_000);
  });
});

describe('cash on delivery', () => {
  const couriers = 'jne,tiki,sicepat';
  const cod = (amount: number, changes = {}) =>
    shop.quote({
      ...ratesBody,
      couriers,
      destination_cash_on_delivery: amount,
      destination_cash_on_delivery_type: '7_days',
      ...changes,
    });

  it('costs a percentage by type, rounded up to a whole rupiah', async () => {
    for (const [type, fee] of Object.entries({ '7_days': 15_001, '5_days': 17_501, '3_days': 20_001 })) {
      const pricing = await cod(500_001, { destination_cash_on_delivery_type: type });
      expect(row(pricing, 'jne/reg').cash_on_delivery_fee, type).to.equal(fee);
    }
  });

  it('costs at least the minimum of the courier', async () => {
    const pricing = await cod(10_000);
    const fees = ['jne/reg', 'tiki/reg', 'sicepat/reg'].map((key) => row(pricing, key).cash_on_delivery_fee);
    expect(fees).to.deep.equal([3_000, 4_000, 2_000]);
  });

  it('is not offered by a courier whose own limit the sum is above', async () => {
    for (const [amount, able] of [
      [2_500_000, ['jne/reg', 'tiki/reg', 'sicepat/reg']],
      [2_500_001, ['jne/reg', 'tiki/reg']],
      [5_000_001, ['tiki/reg']],
    ] as const) {
      const pricing = await cod(amount);
      const rows = ['jne/reg', 'tiki/reg', 'sicepat/reg'].map((key) => row(pricing, key));
      expect(keys(rows.filter((rate) => rate.available_for_cash_on_delivery))).to.deep.equal(able);
    }
  });

  it('keeps rows that do not have it, with fee 0', async () => {
    const pricing = await cod(500_000);
    expect(keys(pricing)).to.deep.equal(keys(await shop.quote({ ...ratesBody, couriers })));
    const papua = await cod(500_000, { destination_postal_code: 99111 });
    for (const rate of [
      ...['jne/jtr', 'sicepat/gokil', 'tiki/ons'].map((key) => row(pricing, key)),
      row(papua, 'jne/reg'),
    ])
      expect(rate).to.include({ cash_on_delivery_fee: 0, available_for_cash_on_delivery: false });
  });
});

describe('custom rates', () => {
  const rule = { courier_code: 'jne', unit: 'flat' } as const;
  const custom_rates = [{ ...rule, type: 'surcharge', amount: 300 }];

  it('of the account and of the request change the price of a quote, not its shipping fee', async () => {
    const account = openShop({ customRates: [{ ...rule, type: 'discount', amount: 1_000 }] });
    const pricing = await account.quote({ ...ratesBody, custom_rates });
    expect(row(pricing, 'jne/reg')).to.include({
      shipping_fee: 11_000,
      shipping_fee_discount: 1_000,
      shipping_fee_surcharge: 300,
      price: 10_300,
    });
    expect(row(pricing, 'anteraja/reg').price).to.equal(10_500);
  });

  it('of the account alone apply to orders', async () => {
    const account = openShop({ customRates: [{ ...rule, type: 'discount', amount: 1_000 }] });
    expect((await account.order({ ...orderBody, custom_rates })).price).to.equal(10_000);
    expect((await account.order({ ...orderBody, custom_rates: -1 })).price).to.equal(10_000);
  });
});
