import { expect } from 'chai';
import { noon, openShop, orderBody } from './shop.ts';

describe('a reference', () => {
  it('belongs to one order, which the refusal of a second one names', async () => {
    const shop = openShop();
    const body = { ...orderBody, reference_id: 'CART-7' };
    const { id, courier } = await shop.order(body);
    const refused = await shop.refusal('/v1/orders', body);
    expect([refused.status, refused.code]).to.deep.equal([400, 40002060]);
    expect(refused.details).to.deep.equal({ order_id: id, waybill_id: courier?.waybill_id, reference_id: 'CART-7' });
  });

  it('names the placed order even if its service is gone', async () => {
    let day = '2026-09-17';
    const shop = openShop({ now: () => noon(day) });
    const body = { ...orderBody, courier_company: 'anteraja', courier_type: 'next_day', reference_id: 'CART-8' };
    await shop.order(body);
    day = '2026-09-18';
    expect((await shop.refusal('/v1/orders', body)).code).to.equal(40002060);
  });

  it('stays used after a cancellation', async () => {
    const shop = openShop();
    const body = { ...orderBody, reference_id: 'CART-9' };
    const { id } = await shop.order(body);
    await shop.post(`/v1/orders/${id}/cancel`, {});
    expect((await shop.refusal('/v1/orders', body)).code).to.equal(40002060);
  });
});
