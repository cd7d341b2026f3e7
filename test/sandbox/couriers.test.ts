import { expect } from 'chai';
import { rules } from '../../src/contract/index.ts';
import { bandungLane, item, keys, openShop, orderBody } from './shop.ts';

describe('the catalogue', () => {
  it('lists every service once, with all fields of its row', async () => {
    const couriers = await openShop().list();
    expect(new Set(keys(couriers)).size).to.equal(couriers.length);
    for (const row of couriers) {
      expect(row.shipment_duration_range ?? '', row.courier_service_code).to.match(/^\d+( - \d+)?$/);
      expect(['hours', 'days']).to.include(row.shipment_duration_unit ?? '');
      expect(['free', 'essentials', 'standard', 'premium']).to.include(row.tier ?? '');
      expect(['instant', 'same_day', 'overnight', 'standard']).to.include(row.service_type ?? '');
      expect(['parcel', 'freight']).to.include(row.shipping_type ?? '');
      expect(row.available_collection_method?.length).to.be.ok;
      for (const text of [row.courier_name, row.courier_service_name, row.description]) expect(text).to.be.ok;
    }
  });

  it('lists the couriers of the service', async () => {
    const codes = new Set((await openShop().list()).map(({ courier_code }) => courier_code));
    const expected =
      'gojek grab deliveree jne tiki ninja lion rara sicepat sentralcargo jnt jntcargo idexpress rpx jdl wahana pos anteraja sap paxel borzo lalamove';
    expect([...codes].sort()).to.deep.equal(expected.split(' ').sort());
  });

  it('names services and pick-up as recordings of the service do', async () => {
    const rows = new Map((await openShop().list()).map((row) => [keys([row])[0], row]));
    const recorded = ['jne/reg', 'jne/yes', 'sicepat/best'].map((key) => {
      const { courier_service_name: name, available_collection_method: methods } = rows.get(key) ?? {};
      return [name, methods?.join()];
    });
    expect(recorded).to.deep.equal([
      ['Reguler', 'pickup'],
      ['Yakin Esok Sampai (YES)', 'pickup'],
      ['Besok Sampai Tujuan', 'pickup,drop_off'],
    ]);
    expect(rows.get('jne/reg')?.description).to.equal('Layanan reguler');
  });

  it('lists on-demand couriers as same_day, except Borzo, and one land freight', async () => {
    const couriers = await openShop().list();
    const of = (type: string) => couriers.filter(({ service_type }) => service_type === type);
    expect(keys(of('instant'))).to.deep.equal(['borzo/instant_bike', 'borzo/instant_car']);
    for (const { courier_code, service_type } of couriers)
      if (['gojek', 'grab', 'lalamove', 'deliveree', 'rara'].includes(courier_code))
        expect(service_type, courier_code).to.equal('same_day');
    expect(keys(of('same_day'))).to.include('sentralcargo/land_non_electronic');
  });

  it('loses the removed services on 2026-09-18, and no others', async () => {
    const before = keys(await openShop({ day: '2026-09-17' }).list());
    const after = keys(await openShop({ day: '2026-09-18' }).list());
    const services: readonly string[] = rules.removedServices.services;
    expect(before).to.include.members([...services]);
    expect(after).to.deep.equal(before.filter((key) => !services.includes(key)));
  });

  it('decides what is quoted and booked', async () => {
    const quote = { ...bandungLane, couriers: 'anteraja', items: [item] };
    const order = { ...orderBody, courier_company: 'anteraja', courier_type: 'next_day' };
    const lastDay = openShop({ day: '2026-09-17' });
    expect(keys(await lastDay.quote(quote))).to.include('anteraja/next_day');
    expect((await lastDay.order(order)).courier?.type).to.equal('next_day');
    const removalDay = openShop({ day: '2026-09-18' });
    expect(keys(await removalDay.quote(quote))).to.not.include('anteraja/next_day');
    expect((await removalDay.refusal('/v1/orders', order)).code).to.equal(40002027);
  });

  it('has the cargo courier from 2026-09-07 on', async () => {
    const quote = { ...bandungLane, couriers: 'jntcargo', items: [item] };
    const order = { ...orderBody, courier_company: 'jntcargo', courier_type: 'ft' };
    const before = openShop({ day: '2026-09-06' });
    expect(keys(await before.list())).to.not.include('jntcargo/ft');
    expect((await before.refusal('/v1/rates/couriers', quote)).code).to.equal(40001010);
    expect((await before.refusal('/v1/orders', order)).code).to.equal(40002026);
    const since = openShop({ day: '2026-09-07' });
    const [row] = (await since.list()).filter(({ courier_code }) => courier_code === 'jntcargo');
    expect(row).to.deep.include({
      courier_service_code: 'ft',
      shipping_type: 'freight',
      available_collection_method: ['pickup'],
      available_for_cash_on_delivery: false,
    });
    expect(keys(await since.quote(quote))).to.deep.equal(['jntcargo/ft']);
  });
});

describe('the history', () => {
  const order = '/v1/orders/5dd5a396248481164a225af4';
  const introduced: [method: string, path: string, lastDayWithout: string, since: string][] = [
    ['POST', '/v1/draft_orders', '2024-09-18', '2024-09-19'],
    ['POST', `${order}/cancel`, '2025-01-14', '2025-01-15'],
    ['DELETE', order, '2025-01-14', '2025-01-15'],
    ['GET', '/v1/orders/cancellation_reasons', '2025-01-14', '2025-01-15'],
  ];
  for (const [method, path, lastDayWithout, since] of introduced)
    it(`has ${method} ${path} since ${since}`, async () => {
      const status = async (day: string) => (await openShop({ day }).send(method, path)).status;
      expect(await status(lastDayWithout)).to.equal(404);
      expect(await status(since)).to.not.equal(404);
    });

  it('ignores custom rates, insurance and COD before 2025-10-06', async () => {
    const request = {
      ...bandungLane,
      couriers: 'jne',
      items: [item],
      courier_insurance: 200_000,
      destination_cash_on_delivery: 99_000_000,
      custom_rates: [{ courier_code: 'jne', type: 'discount', unit: 'flat', amount: 1000 }],
    };
    for (const rate of await openShop({ day: '2025-10-05' }).quote(request)) {
      expect(rate.price).to.equal(rate.shipping_fee);
      expect(rate.available_for_insurance).to.equal(false);
      expect(rate.available_for_cash_on_delivery).to.equal(false);
    }
    const on = { ...request, destination_cash_on_delivery: 200_000, destination_cash_on_delivery_type: '7_days' };
    const [rate] = await openShop({ day: '2025-10-06' }).quote(on);
    expect(rate?.insurance_fee && rate.cash_on_delivery_fee && rate.shipping_fee_discount).to.be.ok;
  });

  it('ignores the product category before 2024-08-30', async () => {
    const order = { ...orderBody, items: [{ ...item, category: 'unheard_of' }] };
    expect((await openShop({ day: '2024-08-29' }).order(order)).items?.[0]?.category).to.equal('others');
    expect((await openShop({ day: '2024-08-30' }).refusal('/v1/orders', order)).code).to.equal(40002038);
  });
});
