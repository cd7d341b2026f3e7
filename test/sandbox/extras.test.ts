import { expect } from 'chai';
import type { CustomRate } from '../../src/contract/index.ts';
import { item, keys, openShop, ratesBody, row } from './shop.ts';

const shop = openShop();
const refusal = (request: object) => shop.refusal('/v1/rates/couriers', request);

describe('the cargo courier', () => {
  const cargo = (value: number, more = {}) => ({
    ...ratesBody,
    couriers: 'jntcargo',
    items: [{ ...item, value }],
    ...more,
  });
  const feeOf = async (request: object, at = shop) => row(await at.quote(request), 'jntcargo/ft').insurance_fee;

  it('takes half a percent of the declared value, 5,000 at least', async () => {
    const fees = await Promise.all([100_000, 1_000_000, 2_000_000, 10_000_000].map((value) => feeOf(cargo(value))));
    expect(fees).to.deep.equal([5_000, 5_000, 10_000, 50_000]);
  });

  it('counts value times quantity of all items', async () => {
    const items = [
      { ...item, value: 1_500_000, quantity: 2 },
      { ...item, value: 500_000, quantity: 2 },
    ];
    expect(await feeOf({ ...cargo(1), items })).to.equal(20_000);
  });

  it('ignores courier_insurance', async () => {
    for (const courier_insurance of [0, 1, 99_000_000])
      expect(await feeOf(cargo(2_000_000, { courier_insurance }))).to.equal(10_000);
  });

  it('uses the rate and minimum of the account', async () => {
    const other = openShop({ cargoInsurance: { percent: 1, minimum: 7_500 } });
    expect(await feeOf(cargo(100_000), other)).to.equal(7_500);
    expect(await feeOf(cargo(2_000_000), other)).to.equal(20_000);
  });

  it('is omitted beside others without a declared value', async () => {
    expect(keys(await shop.quote(cargo(0, { couriers: 'jnt,jntcargo' })))).to.deep.equal(['jnt/ez']);
  });

  it('is refused alone without a declared value', async () => {
    const { status, code, error } = await refusal(cargo(0));
    expect([status, code]).to.deep.equal([400, 40001007]);
    expect(error).to.match(/^items\.0\.value/);
  });

  it('has no cash on delivery', async () => {
    const cod = { destination_cash_on_delivery: 100_000, destination_cash_on_delivery_type: '7_days' };
    const rate = row(await shop.quote(cargo(100_000, cod)), 'jntcargo/ft');
    expect(rate.cash_on_delivery_fee).to.equal(0);
    expect(rate.available_for_cash_on_delivery).to.equal(false);
  });
});

describe('insurance', () => {
  const insured = { ...ratesBody, couriers: 'jne,wahana', courier_insurance: 199_000 };

  it('costs half a percent of the amount, rounded up to a whole rupiah', async () => {
    const fees = [
      [199_000, 995],
      [199_001, 996],
    ] as const;
    for (const [courier_insurance, fee] of fees)
      expect(row(await shop.quote({ ...insured, courier_insurance }), 'jne/reg').insurance_fee).to.equal(fee);
  });

  it('keeps rows that do not have it, with fee 0', async () => {
    const pricing = await shop.quote(insured);
    for (const key of ['jne/ctc', 'wahana/deno']) {
      const rate = row(pricing, key);
      expect([rate.insurance_fee, rate.available_for_insurance], key).to.deep.equal([0, false]);
    }
    expect(row(pricing, 'jne/reg').available_for_insurance).to.equal(true);
  });

  it('costs nothing if it is not requested', async () => {
    for (const rate of await shop.quote(ratesBody)) expect(rate.insurance_fee).to.equal(0);
  });

  it('refuses an invalid amount', async () => {
    for (const courier_insurance of [-1, 0.5, '199.000', true])
      expect((await refusal({ ...insured, courier_insurance })).error).to.match(/^courier_insurance must be/);
  });
});

describe('cash on delivery', () => {
  const cod = (amount: unknown, type: unknown = '7_days', more = {}) => ({
    ...ratesBody,
    couriers: 'jne,tiki,sicepat',
    destination_cash_on_delivery: amount,
    destination_cash_on_delivery_type: type,
    ...more,
  });

  it('costs a percentage by type, rounded up to a whole rupiah', async () => {
    for (const [type, fee] of Object.entries({ '7_days': 15_000, '5_days': 17_500, '3_days': 20_000 }))
      expect(row(await shop.quote(cod(500_000, type)), 'jne/reg').cash_on_delivery_fee).to.equal(fee);
    expect(row(await shop.quote(cod(500_001)), 'jne/reg').cash_on_delivery_fee).to.equal(15_001);
  });

  it('costs at least the minimum of the courier', async () => {
    const pricing = await shop.quote(cod(10_000));
    const fees = ['jne/reg', 'tiki/reg', 'sicepat/reg'].map((key) => row(pricing, key).cash_on_delivery_fee);
    expect(fees).to.deep.equal([3_000, 4_000, 2_000]);
  });

  it('keeps rows that do not have it, with fee 0', async () => {
    const pricing = await shop.quote(cod(500_000));
    expect(keys(pricing)).to.deep.equal(keys(await shop.quote({ ...ratesBody, couriers: 'jne,tiki,sicepat' })));
    for (const key of ['jne/jtr', 'sicepat/gokil', 'tiki/ons']) {
      const rate = row(pricing, key);
      expect([rate.cash_on_delivery_fee, rate.available_for_cash_on_delivery], key).to.deep.equal([0, false]);
    }
  });

  it('depends on the lane, not on the catalogue', async () => {
    const pricing = await shop.quote(cod(500_000, '7_days', { destination_postal_code: 99111 }));
    expect(row(pricing, 'jne/reg').available_for_cash_on_delivery).to.equal(false);
    expect(row(pricing, 'jne/reg').cash_on_delivery_fee).to.equal(0);
  });

  it('is at most 15,000,000', async () => {
    expect((await shop.quote(cod(15_000_000))).length).to.be.ok;
    expect((await refusal(cod(15_000_001))).error).to.match(/^destination_cash_on_delivery must be .*15000000/);
  });

  it('needs one of three types', async () => {
    for (const type of [undefined, '1_day', 7]) {
      const { code, error } = await refusal(cod(100_000, type === undefined ? null : type));
      expect(code).to.equal(40001002);
      expect(error).to.match(/^destination_cash_on_delivery_type /);
    }
    const { destination_cash_on_delivery_type: _, ...untyped } = cod(100_000);
    expect((await refusal(untyped)).error).to.match(/^destination_cash_on_delivery_type is missing/);
  });
});

describe('custom rates', () => {
  const jne = { courier_code: 'jne' };
  const quote = async (...custom_rates: CustomRate[]) => shop.quote({ ...ratesBody, custom_rates });
  const parts = (pricing: Awaited<ReturnType<typeof quote>>, key: string) => {
    const rate = row(pricing, key);
    return [rate.shipping_fee, rate.shipping_fee_discount, rate.shipping_fee_surcharge, rate.price];
  };

  it('discount a courier by an amount, and keep its shipping fee', async () => {
    const pricing = await quote({ ...jne, type: 'discount', unit: 'flat', amount: 2_500 });
    expect(parts(pricing, 'jne/reg')).to.deep.equal([11_000, 2_500, 0, 8_500]);
    expect(parts(pricing, 'jne/yes')).to.deep.equal([17_600, 2_500, 0, 15_100]);
    expect(parts(pricing, 'anteraja/reg')).to.deep.equal([10_500, 0, 0, 10_500]);
  });

  it('surcharge a service by a percentage of its shipping fee', async () => {
    const pricing = await quote({
      ...jne,
      courier_service_code: 'yes',
      type: 'surcharge',
      unit: 'percent',
      amount: 12.5,
    });
    expect(parts(pricing, 'jne/yes')).to.deep.equal([17_600, 0, 2_200, 19_800]);
    expect(parts(pricing, 'jne/reg')).to.deep.equal([11_000, 0, 0, 11_000]);
  });

  it('add up, discounts and surcharges', async () => {
    const pricing = await quote(
      { ...jne, type: 'discount', unit: 'percent', amount: 10 },
      { ...jne, courier_service_code: 'reg', type: 'discount', unit: 'flat', amount: 900 },
      { ...jne, type: 'surcharge', unit: 'flat', amount: 700 },
    );
    expect(parts(pricing, 'jne/reg')).to.deep.equal([11_000, 2_000, 700, 9_700]);
  });

  it('never discount more than the shipping fee', async () => {
    const pricing = await quote({ ...jne, type: 'discount', unit: 'percent', amount: 250 });
    expect(parts(pricing, 'jne/reg')).to.deep.equal([11_000, 11_000, 0, 0]);
  });

  it('of the account come before those of the request, and apply to orders too', async () => {
    const account = openShop({ customRates: [{ ...jne, type: 'discount', unit: 'flat', amount: 1_000 }] });
    const custom_rates = [{ ...jne, type: 'surcharge', unit: 'flat', amount: 300 }];
    expect(parts(await account.quote({ ...ratesBody, custom_rates }), 'jne/reg')).to.deep.equal([
      11_000, 1_000, 300, 10_300,
    ]);
    expect((await account.order()).price).to.equal(10_000);
  });

  it('refuse invalid rules', async () => {
    const rule = { ...jne, type: 'discount', unit: 'flat', amount: 1 };
    for (const wrong of [{ type: 'gift' }, { unit: 'kilo' }, { amount: -1 }, { courier_code: '' }])
      expect((await refusal({ ...ratesBody, custom_rates: [{ ...rule, ...wrong }] })).error).to.match(
        /^custom_rates\.0\./,
      );
  });
});
