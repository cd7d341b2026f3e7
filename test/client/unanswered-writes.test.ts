import { expect } from 'chai';
import { createShippingClient, fingerprint } from '../../src/client/index.ts';
import { elsewhere, lost, order, page, placed, refused, used, widgetKey } from './page.ts';
import { cutOff, failure, forever, serve, storage } from './service.ts';

const another = { ...order, reference_id: 'cart-18' };
const write = { operation: 'createOrder', reference: 'cart-17', fingerprint: fingerprint(order) };

describe('the unanswered writes of a widget', () => {
  it('are known from the moment that they are sent, in this page and after a reload', async () => {
    const before = page([() => forever]);
    expect(before.client.unanswered(widgetKey)).to.deep.equal([]);
    before.send().catch(() => {});
    await before.arrived(1);
    for (const { client } of [before, before.reload()]) expect(client.unanswered(widgetKey)).to.deep.equal([write]);
  });

  it('include an order whose reference the service calls used', async () => {
    const { fail, client } = page([used]);
    await fail();
    expect(client.unanswered(widgetKey)).to.deep.equal([write]);
  });

  it('are drafts and cancellations too', async () => {
    const { client, reload } = page([lost]);
    await failure(client.createDraftOrder(order, { widgetKey }));
    await failure(client.cancelOrder({ id: 'a1', cancellation_reason_code: 'pickup_delay' }, { widgetKey }));
    for (const known of [client, reload().client])
      expect(known.unanswered(widgetKey)).to.deep.equal([
        { ...write, operation: 'createDraftOrder' },
        { operation: 'cancelOrder', reference: 'a1', fingerprint: fingerprint({}) },
      ]);
  });

  it('have the shop’s own reference, if the first send was made with one', async () => {
    const { fail, client, reload } = page([lost]);
    await fail(order, { widgetKey, shopReference: 'cart' });
    await fail(another);
    await fail(another, { widgetKey, shopReference: 'cart' });
    for (const known of [client, reload().client]) {
      expect(known.unanswered(widgetKey)[0]).to.deep.equal({ ...write, shopReference: 'cart' });
      expect(known.unanswered(widgetKey)[1]).to.not.have.property('shopReference');
    }
  });

  it('are listed oldest first, each once, each body for itself', async () => {
    const { fail, client, left } = page([lost]);
    for (const request of [order, order, another, elsewhere]) await fail(request);
    expect(left()).to.deep.equal(['cart-17', 'cart-18', 'cart-17']);
    expect(client.unanswered(widgetKey)[0]).to.deep.equal(write);
  });

  it('belong to the places that sent them, and to none without a name', async () => {
    const { fail, left, reload } = page([lost]);
    for (const at of [widgetKey, 'gift', undefined]) await fail(order, { widgetKey: at });
    for (const known of [left, reload().left]) {
      expect([widgetKey, 'gift'].map((at) => known(at))).to.deep.equal([['cart-17'], ['cart-17']]);
      expect(['', 'undefined', 'elsewhere'].flatMap((at) => known(at))).to.deep.equal([]);
    }
  });

  for (const [how, answer] of Object.entries({ placed, found: used }))
    it(`are forgotten in each widget once one is ${how}, with other bodies under its reference`, async () => {
      const { store, entries } = storage();
      const { fail, reload } = page([lost], store);
      await fail();
      await fail(order, { widgetKey: 'gift' });
      await fail(elsewhere, { widgetKey: 'gift' });
      const later = reload(answer);
      await later.send(order, {});
      expect([...later.left(), ...later.left('gift'), ...entries]).to.deep.equal([]);
    });

  it('stay if a later send is refused, invalid or not sent, or has another reference or operation', async () => {
    const { fail, send, left, client } = page([lost, refused, refused, placed]);
    await fail();
    expect(await fail()).to.include({ reason: 'cod-unavailable', outcome: 'unknown' });
    expect(await fail(elsewhere)).to.include({ reason: 'cod-unavailable', outcome: undefined });
    expect(await fail({ ...order, destination_contact_phone: 'none' })).to.include({ code: 'invalid-request' });
    await fail(elsewhere, { widgetKey, signal: AbortSignal.abort('left') });
    await send(another);
    await client.createDraftOrder(order, { widgetKey });
    expect(left()).to.deep.equal(['cart-17']);
  });

  it('do not include a first send that was refused, placed or invalid', async () => {
    const { store, entries } = storage();
    const { fail, send } = page([refused, placed], store);
    await fail();
    await send(order, {});
    await fail({ ...order, items: [] });
    expect([...entries]).to.deep.equal([]);
  });
});

describe('a store of unanswered writes', () => {
  it('has a stable format without personal data, so that a newer client reads it', async () => {
    const { store, entries } = storage();
    const { fail, client } = page([lost, lost, used], store);
    await fail();
    await fail(order, { widgetKey: 'gift', shopReference: 'cart' });
    await failure(client.createOrder(another));
    const entry = { ...write, widgetKey };
    const second = { ...entry, widgetKey: 'gift', shopReference: 'cart' };
    const third = { ...write, reference: 'cart-18', fingerprint: fingerprint(another), used: true };
    expect([...entries.keys()]).to.deep.equal(['ship-unanswered']);
    expect(JSON.parse(entries.get('ship-unanswered') ?? '')).to.deep.equal([entry, second, third]);
    const { client: later } = page([used], storage([['ship-unanswered', JSON.stringify([entry])]]).store);
    expect(later.unanswered(widgetKey)).to.deep.equal([write]);
    expect(await later.createOrder(order, { widgetKey, shopReference: 'cart' })).to.include({ recovered: true });
  });

  it('is shared by several clients, which keep each other’s entries', async () => {
    const { store } = storage();
    const [one, other] = [page([lost, used], store), page([lost], store)];
    await one.fail();
    await other.fail(another);
    expect(other.left()).to.deep.equal(['cart-17', 'cart-18']);
    await one.send();
    for (const { left } of [one, other]) expect(left()).to.deep.equal(['cart-18']);
  });

  it('may be missing: the client remembers its own writes', async () => {
    const { client } = serve(cutOff, { store: undefined });
    await failure(client.createOrder(order, { widgetKey }));
    expect(client.unanswered(widgetKey)).to.deep.equal([write]);
    expect(createShippingClient({ baseUrl: '/' }).unanswered(widgetKey)).to.deep.equal([]);
  });
});
