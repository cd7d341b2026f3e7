import { expect } from 'chai';
import { rules } from '../../src/contract/index.ts';
import { bandungLane, item, keys, openShop, orderBody } from './shop.ts';

const lastDay = '2026-09-17';
const removalDay = '2026-09-18';

/** A lane within Jakarta: every service with postal codes serves it. */
const jakartaLane = { origin_postal_code: 12440, destination_postal_code: 10110 };

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

  it('lists on-demand couriers as same_day, except Borzo, and one land freight', async () => {
    const couriers = await openShop().list();
    const of = (type: string) => couriers.filter(({ service_type }) => service_type === type);
    expect(keys(of('instant'))).to.deep.equal(['borzo/instant_bike', 'borzo/instant_car']);
    for (const { courier_code, service_type } of couriers)
      if (['gojek', 'grab', 'lalamove', 'deliveree', 'rara'].includes(courier_code))
        expect(service_type, courier_code).to.equal('same_day');
    expect(keys(of('same_day'))).to.include('sentralcargo/land_non_electronic');
  });

  for (const key of rules.removedServices.services) {
    const [courier_company, courier_type] = key.split('/');
    const request = { ...jakartaLane, couriers: courier_company, items: [item] };
    const order = { ...orderBody, ...jakartaLane, courier_company, courier_type };

    it(`lists, quotes and books ${key} on its last day`, async () => {
      const shop = openShop({ day: lastDay });
      expect(keys(await shop.list())).to.include(key);
      expect(keys(await shop.quote(request))).to.include(key);
      expect((await shop.order(order)).courier?.type).to.equal(courier_type);
    });

    it(`neither lists nor quotes nor books ${key} from its removal on`, async () => {
      const shop = openShop({ day: removalDay });
      expect(keys(await shop.list())).to.not.include(key);
      expect(keys(await shop.quote(request))).to.not.include(key);
      const refusal = await shop.refusal('/v1/orders', order);
      expect(refusal.code).to.equal(40002027);
    });
  }

  it('removes services of seven couriers, and nothing else', async () => {
    const before = keys(await openShop({ day: lastDay }).list());
    const after = keys(await openShop({ day: removalDay }).list());
    const gone = before.filter((key) => !after.includes(key));
    expect(gone.sort()).to.deep.equal([...rules.removedServices.services].sort());
    expect(new Set(gone.map((key) => key.split('/')[0])).size).to.equal(7);
    expect(after.filter((key) => !before.includes(key))).to.deep.equal([]);
  });

  it('keeps jne/jtr', async () => {
    const shop = openShop({ day: removalDay });
    expect(keys(await shop.list())).to.include('jne/jtr');
    expect(keys(await shop.quote({ ...jakartaLane, couriers: 'jne', items: [item] }))).to.include('jne/jtr');
    expect((await shop.order({ ...orderBody, courier_type: 'jtr' })).status).to.equal('confirmed');
  });

  it('has no cargo courier on 2026-09-06', async () => {
    const shop = openShop({ day: '2026-09-06' });
    expect(keys(await shop.list())).to.not.include('jntcargo/ft');
    const request = { ...bandungLane, couriers: 'jntcargo', items: [item] };
    expect((await shop.refusal('/v1/rates/couriers', request)).code).to.equal(40001010);
    const order = { ...orderBody, courier_company: 'jntcargo', courier_type: 'ft' };
    expect((await shop.refusal('/v1/orders', order)).code).to.equal(40002026);
  });

  it('has the cargo courier from 2026-09-07 on', async () => {
    const shop = openShop({ day: '2026-09-07' });
    const [row] = (await shop.list()).filter(({ courier_code }) => courier_code === 'jntcargo');
    expect(row?.courier_service_code).to.equal('ft');
    expect(row?.shipping_type).to.equal('freight');
    expect(row?.available_collection_method).to.deep.equal(['pickup']);
    expect(row?.available_for_cash_on_delivery).to.equal(false);
    const request = { ...bandungLane, couriers: 'jntcargo', items: [item] };
    expect(keys(await shop.quote(request))).to.deep.equal(['jntcargo/ft']);
  });

  it('begins a day at midnight in Jakarta', async () => {
    const listed = async (moment: string) => keys(await openShop({ now: () => new Date(moment) }).list());
    expect(await listed('2026-09-17T16:59:59Z')).to.include('anteraja/next_day');
    expect(await listed('2026-09-17T17:00:00Z')).to.not.include('anteraja/next_day');
  });
});

describe('the history', () => {
  it('has draft orders since 2024-09-19', async () => {
    expect((await openShop({ day: '2024-09-18' }).refusal('/v1/draft_orders', {})).code).to.equal(40400000);
    expect((await openShop({ day: '2024-09-19' }).draft()).status).to.equal('placed');
  });

  it('has cancelling since 2025-01-15', async () => {
    for (const [day, expected] of [
      ['2025-01-14', 404],
      ['2025-01-15', 200],
    ] as const) {
      const shop = openShop({ day });
      const { id } = await shop.order();
      expect((await shop.post(`/v1/orders/${id}/cancel`, {})).status).to.equal(expected);
    }
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
