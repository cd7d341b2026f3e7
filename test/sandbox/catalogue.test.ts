import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rules } from '../../src/contract/index.ts';
import { bandungLane, item, keys, openShop, orderBody } from './shop.ts';

const lastDay = '2026-09-17';
const removalDay = '2026-09-18';

/** All within Jakarta, where every service goes that takes postal codes. */
const jakartaLane = { origin_postal_code: 12440, destination_postal_code: 10110 };

describe('the catalogue', () => {
  it('lists every service once, with all fields of its row', async () => {
    const couriers = await openShop().list();
    assert.equal(new Set(keys(couriers)).size, couriers.length);
    for (const row of couriers) {
      assert.match(row.shipment_duration_range ?? '', /^\d+( - \d+)?$/, row.courier_service_code);
      assert.ok(['hours', 'days'].includes(row.shipment_duration_unit ?? ''));
      assert.ok(['free', 'essentials', 'standard', 'premium'].includes(row.tier ?? ''));
      assert.ok(['instant', 'same_day', 'overnight', 'standard'].includes(row.service_type ?? ''));
      assert.ok(['parcel', 'freight'].includes(row.shipping_type ?? ''));
      assert.ok(row.available_collection_method?.length);
      for (const text of [row.courier_name, row.courier_service_name, row.description]) assert.ok(text);
    }
  });

  it('lists the couriers of the service', async () => {
    const codes = new Set((await openShop().list()).map(({ courier_code }) => courier_code));
    const expected =
      'gojek grab deliveree jne tiki ninja lion rara sicepat sentralcargo jnt jntcargo idexpress rpx jdl wahana pos anteraja sap paxel borzo lalamove';
    assert.deepEqual([...codes].sort(), expected.split(' ').sort());
  });

  for (const key of rules.removedServices.services) {
    const [courier_company, courier_type] = key.split('/');
    const request = { ...jakartaLane, couriers: courier_company, items: [item] };
    const order = { ...orderBody, ...jakartaLane, courier_company, courier_type };

    it(`lists, quotes and books ${key} on its last day`, async () => {
      const shop = openShop({ day: lastDay });
      assert.ok(keys(await shop.list()).includes(key));
      assert.ok(keys(await shop.quote(request)).includes(key));
      assert.equal((await shop.order(order)).courier?.type, courier_type);
    });

    it(`neither lists nor quotes nor books ${key} from its removal on`, async () => {
      const shop = openShop({ day: removalDay });
      assert.ok(!keys(await shop.list()).includes(key));
      assert.ok(!keys(await shop.quote(request)).includes(key));
      const refusal = await shop.refusal('/v1/orders', order);
      assert.equal(refusal.code, 40002027);
    });
  }

  it('loses services of seven couriers, and nothing else', async () => {
    const before = keys(await openShop({ day: lastDay }).list());
    const after = keys(await openShop({ day: removalDay }).list());
    const gone = before.filter((key) => !after.includes(key));
    assert.deepEqual(gone.sort(), [...rules.removedServices.services].sort());
    assert.equal(new Set(gone.map((key) => key.split('/')[0])).size, 7);
    assert.deepEqual(
      after.filter((key) => !before.includes(key)),
      [],
    );
  });

  it('keeps jne/jtr', async () => {
    const shop = openShop({ day: removalDay });
    assert.ok(keys(await shop.list()).includes('jne/jtr'));
    assert.ok(keys(await shop.quote({ ...jakartaLane, couriers: 'jne', items: [item] })).includes('jne/jtr'));
    assert.equal((await shop.order({ ...orderBody, courier_type: 'jtr' })).status, 'confirmed');
  });

  it('has no cargo courier on 2026-09-06', async () => {
    const shop = openShop({ day: '2026-09-06' });
    assert.ok(!keys(await shop.list()).includes('jntcargo/ft'));
    const request = { ...bandungLane, couriers: 'jntcargo', items: [item] };
    assert.equal((await shop.refusal('/v1/rates/couriers', request)).code, 40001010);
    const order = { ...orderBody, courier_company: 'jntcargo', courier_type: 'ft' };
    assert.equal((await shop.refusal('/v1/orders', order)).code, 40002026);
  });

  it('has the cargo courier from 2026-09-07 on', async () => {
    const shop = openShop({ day: '2026-09-07' });
    const [row] = (await shop.list()).filter(({ courier_code }) => courier_code === 'jntcargo');
    assert.equal(row?.courier_service_code, 'ft');
    assert.equal(row?.shipping_type, 'freight');
    assert.deepEqual(row?.available_collection_method, ['pickup']);
    assert.equal(row?.available_for_cash_on_delivery, false);
    const request = { ...bandungLane, couriers: 'jntcargo', items: [item] };
    assert.deepEqual(keys(await shop.quote(request)), ['jntcargo/ft']);
  });

  it('begins a day at midnight in Jakarta', async () => {
    const listed = async (moment: string) => keys(await openShop({ now: () => new Date(moment) }).list());
    assert.ok((await listed('2026-09-17T16:59:59Z')).includes('anteraja/next_day'));
    assert.ok(!(await listed('2026-09-17T17:00:00Z')).includes('anteraja/next_day'));
  });
});

describe('the history', () => {
  it('has draft orders since 2024-09-19', async () => {
    assert.equal((await openShop({ day: '2024-09-18' }).refusal('/v1/draft_orders', {})).code, 40400000);
    assert.equal((await openShop({ day: '2024-09-19' }).draft()).status, 'placed');
  });

  it('has cancelling since 2025-01-15', async () => {
    for (const [day, expected] of [
      ['2025-01-14', 404],
      ['2025-01-15', 200],
    ] as const) {
      const shop = openShop({ day });
      const { id } = await shop.order();
      assert.equal((await shop.post(`/v1/orders/${id}/cancel`, {})).status, expected);
    }
  });

  it('takes no notice of custom rates, insurance and COD before 2025-10-06', async () => {
    const request = {
      ...bandungLane,
      couriers: 'jne',
      items: [item],
      courier_insurance: 200_000,
      destination_cash_on_delivery: 99_000_000,
      custom_rates: [{ courier_code: 'jne', type: 'discount', unit: 'flat', amount: 1000 }],
    };
    for (const rate of await openShop({ day: '2025-10-05' }).quote(request)) {
      assert.equal(rate.price, rate.shipping_fee);
      assert.equal(rate.available_for_insurance, false);
      assert.equal(rate.available_for_cash_on_delivery, false);
    }
    const on = { ...request, destination_cash_on_delivery: 200_000, destination_cash_on_delivery_type: '7_days' };
    const [rate] = await openShop({ day: '2025-10-06' }).quote(on);
    assert.ok(rate?.insurance_fee && rate.cash_on_delivery_fee && rate.shipping_fee_discount);
  });

  it('takes no notice of the product category before 2024-08-30', async () => {
    const order = { ...orderBody, items: [{ ...item, category: 'unheard_of' }] };
    assert.equal((await openShop({ day: '2024-08-29' }).order(order)).items?.[0]?.category, 'others');
    assert.equal((await openShop({ day: '2024-08-30' }).refusal('/v1/orders', order)).code, 40002038);
  });
});
