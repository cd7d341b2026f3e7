import { expect } from 'chai';
import { item, keys, openShop, orderBody, ratesBody, row } from './shop.ts';

const shop = openShop();

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
