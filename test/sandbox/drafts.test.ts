import { expect } from 'chai';
import { draftBody, openShop, orderBody, refusalIn } from './shop.ts';

const ready = { ...orderBody, reference_id: 'D-1', destination_cash_on_delivery: 200_000 };

async function openDraft(request: object = { ...orderBody, reference_id: 'D-1' }) {
  const webhooks: { order_id: string; status: string }[] = [];
  const fetch = async (_input: unknown, init?: RequestInit) => {
    webhooks.push(JSON.parse(String(init?.body)));
    return new Response();
  };
  const shop = openShop({
    webhooks: { url: 'https://shop.test/', secret: 'x', fetch: fetch as typeof globalThis.fetch },
  });
  const draft = await shop.draft(request);
  const path = `/v1/draft_orders/${draft.id}`;
  const confirm = () => shop.post(`${path}/confirm`, {});
  const read = () => shop.send('GET', path);
  const remove = () => shop.send('DELETE', path);
  return { shop, draft, webhooks, confirm, read, remove };
}

describe('a draft that the merchant confirms', () => {
  it('becomes an order with an id of its own, the same reference and the same goods', async () => {
    const { shop, draft, confirm } = await openDraft({ ...ready, destination_cash_on_delivery_type: '7_days' });
    const { status, body } = await confirm();
    const order = body as { id: string; destination: unknown };
    expect(status).to.equal(200);
    expect(order).to.deep.include({
      object: 'order',
      draft_order_id: draft.id,
      reference_id: 'D-1',
      status: 'confirmed',
    });
    expect(order).to.deep.include({ price: draft.price, items: draft.items });
    expect(order).to.nested.include({ 'destination.cash_on_delivery.amount': 200_000 });
    expect(order.id).to.match(/^[0-9a-f]{24}$/);
    expect(order).to.nested.include({ 'delivery.datetime': '2026-10-01T12:00+07:00' });
    expect(await shop.find(order.id)).to.deep.include({ id: order.id, draft_order_id: draft.id });
  });

  it('says so when it is read, and names the order', async () => {
    const { confirm, read } = await openDraft();
    expect((await read()).body).to.deep.include({ code: 20_011_004, status: 'ready', order_id: null });
    const { id } = (await confirm()).body as { id: string };
    expect((await read()).body).to.deep.include({ status: 'confirmed', order_id: id });
  });

  it('sends a webhook that names the order alone', async () => {
    const { confirm, webhooks } = await openDraft();
    const { id } = (await confirm()).body as { id: string };
    await new Promise(setImmediate);
    expect(webhooks.map(({ order_id, status }) => [order_id, status])).to.deep.equal([[id, 'confirmed']]);
    expect(JSON.stringify(webhooks)).to.not.include('D-1');
  });

  it('can neither be confirmed again nor deleted', async () => {
    const { confirm, remove } = await openDraft();
    await confirm();
    for (const again of [await confirm(), await remove()])
      expect(refusalIn(again)).to.include({ status: 422, code: 42_211_006 });
  });

  it('is refused without a courier, and if an order has its reference', async () => {
    expect(refusalIn(await (await openDraft(draftBody)).confirm())).to.include({ code: 40_011_001 });
    const { shop, confirm, read } = await openDraft();
    await shop.order({ ...orderBody, reference_id: 'D-1' });
    expect(refusalIn(await confirm())).to.include({ code: 40_002_060 });
    expect((await read()).body).to.include({ status: 'ready' });
  });
});

describe('a draft that the merchant deletes', () => {
  it('is not found any more', async () => {
    const { shop, draft, confirm, read, remove } = await openDraft();
    expect((await remove()).body).to.include({ code: 20_011_006, id: draft.id });
    for (const gone of [await read(), await confirm(), await remove()])
      expect(refusalIn(gone)).to.include({ status: 404, code: 40_411_007 });
    expect((await shop.send('GET', '/v1/orders')).body).to.deep.include({ draft_orders: [] });
  });
});
