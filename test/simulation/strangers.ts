import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { Gateway } from '../../src/gateway/index.ts';
import { createSqlStore } from '../../src/gateway/store/sql-store.ts';
import { signCart, signGrant, type TokenKeys } from '../../src/server.ts';
import { signCancel, signTrack } from '../../src/tokens/index.ts';
import type { Purchase } from './purchase.ts';
import { contacts, couriers, place, shopper } from './shop.ts';
import { Process } from './world.ts';

const minute = 60_000;
const gatewayUrl = 'https://gateway.test';
const secretOf = (letter: string) => ({ kid: 'now', secret: letter.repeat(40) });

/** An order that nobody has paid. */
const order = {
  ...{ ...place, ...contacts, delivery_type: 'now' as const, courier_company: 'jne', courier_type: 'reg' },
  items: [{ name: 'Tea', value: 85_000, weight: 250, quantity: 1 }],
};

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  new Request(gatewayUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://shop.test', ...headers },
    body: JSON.stringify(body),
  });

/**
 * A server whose clock is ahead takes a claim over at once, and keeps its refusal: nothing was ordered. Version and lease change by the
 * gateway's own turns.
 */
const kept =
  "SELECT kind, reference, state, fingerprint, permit, body, terms, answer, order_id, attempts, created, news, parcel, erase_due FROM ship_ledger WHERE account = 'shop' AND NOT (reference LIKE 'STRANGER-%' AND state = 'refused')";

/** What forged and old tokens, forged webhooks and another shop of the same database try. Each is refused, and changes nothing. */
export async function checkStrangers(purchase: Purchase, gateway: Gateway, keys: TokenKeys): Promise<void> {
  const { world, database, service, orders } = purchase;
  const seen = async () =>
    JSON.stringify([database.read(kept).rows, await service.list('order'), await service.list('draft_order')]);
  const before = await seen();
  const [now, old] = [new Date(world.now), new Date(world.now - 25 * minute)];
  const forged = { ...keys, current: secretOf('x') };
  const grantOf = async (reference: string, by: TokenKeys, at: Date) =>
    post('/v1/orders', { grant: await signGrant({ order, reference, price_max: 10_000_000 }, by, at) });
  const attempts: [what: string, request: Request][] = [
    ['A grant of another secret', await grantOf('STRANGER-1', forged, now)],
    ['A grant of 25 minutes ago', await grantOf('STRANGER-2', keys, old)],
  ];
  const [known] = database.read(
    "SELECT reference, order_id FROM ship_ledger WHERE kind = 'order' AND state = 'placed' AND order_id IS NOT NULL AND erase_due = 0 LIMIT 1",
  ).rows as { reference: string; order_id: string }[];
  if (known) {
    const { reference, order_id } = known;
    const cancel = (token: string, id: string) =>
      post(`/v1/orders/${id}/cancel`, { cancel: token, cancellation_reason_code: 'others', cancellation_reason: 'x' });
    const claims = { order: order_id, reference };
    const track = `Bearer ${await signTrack({ reference }, forged, now)}`;
    attempts.push(
      ['Another order under a used reference', await grantOf(reference, keys, now)],
      ['A cancellation of another secret', cancel(await signCancel(claims, forged, now), order_id)],
      ['A cancellation of another order', cancel(await signCancel(claims, keys, now), 'f'.repeat(24))],
      ['A webhook of another secret', webhookOf(order_id, 'not-the-secret-of-the-webhooks')],
      ['A link of another secret', new Request(`${gatewayUrl}/v1/tracking`, { headers: { authorization: track } })],
    );
  }
  if (orders === 'draft') attempts.push(['A draft that collects more than it costs', await dearDraft(keys, now)]);
  for (const [what, request] of attempts) {
    const { ok } = await gateway.fetch(request, { address: '203.0.113.99' });
    if (ok) world.break(`${what} is taken.`);
  }
  const reference = known?.reference ?? 'SHOP-1';
  const asking = { destination_postal_code: place.destination_postal_code, weight: 1_000 };
  const promise = () => post('/v1/promise', asking);
  await gateway.fetch(promise(), { address: '203.0.113.97' });
  await actAsAnotherShop(purchase, promise(), reference, known?.order_id);
  if ((await seen()) !== before) world.break(`A stranger has changed what is kept of ${reference}.`);
  for (const name of ['ship_ledger', 'ship_webhooks']) database.read(`DELETE FROM ${name} WHERE account = 'other'`);
}

/** Its page has the courier collect a million rupiah for goods of 85,000. */
async function dearDraft(keys: TokenKeys, now: Date): Promise<Request> {
  const { origin_postal_code, ...destination } = place;
  const visit = { session: 'stranger', reference: 'STRANGER-3' };
  const cart = await signCart(
    { items: order.items, origin: { origin_postal_code }, subtotal: 85_000, ...visit },
    keys,
    now,
  );
  const chosen = { courier_company: 'jne', courier_type: 'reg', delivery_type: 'now' };
  return post('/v1/draft_orders', {
    cart,
    ...destination,
    ...shopper,
    ...chosen,
    destination_cash_on_delivery: 1_000_000,
  });
}

const webhookOf = (id: string, secret: string) =>
  post('/v1/webhooks', { event: 'order.status', order_id: id, status: 'delivered' }, { authorization: secret });

/** Another shop of the same database does everything that a shop does. */
async function actAsAnotherShop(
  { world, database }: Purchase,
  promise: Request,
  reference: string,
  id = 'f'.repeat(24),
): Promise<void> {
  let isAsked = false;
  const process = new Process('another shop');
  const clock = world.clockOf(process);
  const secret = 'the-webhooks-of-another-shop';
  const other = createGateway({
    ...{ account: 'other', upstream: 'https://service.test/', key: 'another-key', origins: ['https://shop.test'] },
    store: createSqlStore({ database: database.lineOf(process), now: clock.now }),
    secrets: { current: secretOf('y') },
    orders: 'order',
    notify: { url: 'https://other.test/news', secret: `whsec_${'b3RoZXIt'.repeat(6)}` },
    webhooks: { secret },
    clock,
    promises: { origin: { origin_postal_code: place.origin_postal_code }, couriers },
    fetch: async (input) => {
      isAsked = String(input).includes('/rates/');
      if (!isAsked) world.break(`Another shop asks ${input} about orders that are not its own.`);
      return Response.json({ success: false, error: 'busy' }, { status: 503 });
    },
  });
  await other.fetch(promise, { address: '203.0.113.98' });
  if (!isAsked) world.break('Another shop says what this one has asked the service.');
  if (await other.find(reference)) world.break(`Another shop finds ${reference}.`);
  await other.fetch(webhookOf(id, secret), { address: '203.0.113.98' });
  await other.erase(reference).then(
    () => world.break(`Another shop erases ${reference}.`),
    () => {},
  );
  await other.settle();
  await other.deliverNews();
}
