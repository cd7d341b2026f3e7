/** The recipe of the payment webhook in PHP, as it stands, over the built package, a gateway and the sandbox. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'chai';
import { type AcceptedOffer, verifyOffer } from '../../src/server.ts';
import { cart, destination } from '../gateway/shop.ts';
import { runByCron } from '../support/crontab.ts';
import { contacts } from '../support/fixtures.ts';
import { freePort } from '../support/free-port.ts';
import { listen } from '../support/listen.ts';
import { hasPhp } from '../support/php.ts';
import { runProgram } from '../support/running-program.ts';
import { openShop, rowOf } from './server-shop.ts';

const midtransKey = 'midtrans-server-key';
const xenditToken = 'xendit-callback-token';

/** Callbacks as the two providers document them. */
const midtrans = (reference: string, amount: number, status = 'settlement', transaction_id = 't-1') => {
  const gross_amount = `${amount}.00`;
  const signature_key = createHash('sha512').update(`${reference}200${gross_amount}${midtransKey}`).digest('hex');
  return {
    order_id: reference,
    transaction_id,
    status_code: '200',
    gross_amount,
    transaction_status: status,
    signature_key,
  };
};

interface Order {
  shipping?: string;
  reason?: string | null;
  /** What each transaction paid, and rupiah above the accepted sum. */
  paid?: Record<string, number>;
  over?: number;
  /** Rupiah that the delivery costs by now. */
  price?: number | null;
}

/** A shop's server with the recipe. */
interface Server {
  /** Keeps an order before its payment, as the shopper has accepted it at this price. */
  keep(reference: string, offer: AcceptedOffer): Promise<void>;
  /** The shop gives up waiting for the payment. */
  closeOrder(reference: string): Promise<void>;
  /** Lets the shop's database fail for this order, until `keep`. */
  breakDatabase(reference: string): Promise<void>;
  /** Posts a callback. @returns the status that the provider hears */
  call(path: string, body: object, headers?: Record<string, string>): Promise<number>;
  /** What the shop's own timer runs. @returns what it logs, and its exit status unless that is 0 */
  ship(gatewayUrl: string, env?: Record<string, string>): Promise<string>;
  order(reference: string): Promise<Order>;
  /** @returns what its webhook has logged */
  close(): Promise<string>;
}

type Shop = ReturnType<typeof openShop>;

const callback = (body: object, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

async function openPhp({ account, keys }: Shop, secrets = { midtransKey, xenditToken }): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-recipes-'));
  const docs = readFileSync(new URL('../../demo/docs/whole-shops.md', import.meta.url), 'utf8');
  const [, functions = ''] = /```php\n(<\?php[\s\S]*?)```/.exec(docs) ?? [];
  writeFileSync(
    join(folder, 'ship.php'),
    functions.replace("'toko-senja'", `'${account}'`).replace("'2026-11'", "'now'"),
  );
  const code = readFileSync(new URL('../../demo/recipes/payment-webhook.php', import.meta.url), 'utf8');
  writeFileSync(join(folder, 'payment-webhook.php'), code);
  const env = {
    ...{ ORDERS: folder, MIDTRANS_KEY: secrets.midtransKey, XENDIT_TOKEN: secrets.xenditToken },
    SHIPPING_SECRET: keys.current.secret,
  };
  const port = await freePort();
  const php = await runProgram(['php', '-S', `127.0.0.1:${port}`, 'payment-webhook.php'], { cwd: folder, env });
  const file = (reference: string) => join(folder, `${reference}.json`);
  return {
    async keep(reference, { courier, service, price, payNow }) {
      // The parts of ship_accept's answer that ship_grant reads.
      const accepted = { courier, service, cart, destination, price, payNow, insurance: null, cash: null };
      writeFileSync(file(reference), JSON.stringify({ accepted, contacts }));
    },
    async closeOrder(reference) {
      const order = JSON.parse(readFileSync(file(reference), 'utf8'));
      writeFileSync(file(reference), JSON.stringify({ ...order, shipping: 'closed' }));
    },
    breakDatabase: async (reference) => writeFileSync(file(reference), '{'),
    call: async (path, body, headers) => (await fetch(`${php.origin}${path}`, callback(body, headers))).status,
    ship: (GATEWAY_URL, changes = {}) => runByCron(code, folder, { ...env, GATEWAY_URL, ...changes }),
    order: async (reference) => JSON.parse(readFileSync(file(reference), 'utf8')),
    async close() {
      await php.stop();
      rmSync(folder, { recursive: true });
      return php.output();
    },
  };
}

const failed = (status: number, reason: string) => Response.json({ success: false, error: '', reason }, { status });

/** What may come instead of the gateway's answer. */
const troubles: [what: string, answer: (ordered: () => Promise<Response>) => Response | Promise<Response>][] = [
  ['the gateway’s database is locked', () => failed(500, 'gateway-failed')],
  ['the gateway counts too many requests', () => failed(429, 'too-many-requests')],
  ['the service is down', () => failed(502, 'service-unreachable')],
  ['the merchant’s balance is empty', () => failed(403, 'shipping-unavailable')],
  ['a proxy says 502', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['a proxy says 404', () => new Response('', { status: 404 })],
  ['the answer to a placed order is lost', (ordered) => ordered().then(() => new Response('', { status: 504 }))],
];

if (hasPhp())
  describe('the payment webhook in PHP', () => {
    let shop: Shop;
    let server: Server;
    let offer: AcceptedOffer;
    let gateway: Awaited<ReturnType<typeof listen>>;
    /** Answers the next request in place of the gateway. */
    let trouble: ((ordered: () => Promise<Response>) => Response | Promise<Response>) | undefined;

    before(async () => {
      shop = openShop();
      server = await openPhp(shop);
      offer = await verifyOffer((await rowOf(shop)).offer, { cart, destination, service: 'jne/reg' }, shop.keys);
      gateway = await listen(
        getRequestListener((request) => {
          const ordered = async () => shop.gateway.fetch(request);
          const answer = trouble ? trouble(ordered) : ordered();
          trouble = undefined;
          return answer;
        }),
      );
    });
    after(async () => {
      await server.close();
      await gateway.close();
    });

    const ship = () => server.ship(gateway.address);
    const ordersOf = async (reference: string) =>
      (await shop.placed()).orders.filter((order) => order.reference_id === reference).length;

    it('stores a paid order before it answers, and the shop’s timer orders it once', async () => {
      await server.keep('INV-1', offer);
      expect(await server.call('/midtrans', midtrans('INV-1', offer.payNow, 'pending'))).to.equal(200);
      await ship();
      const paid = midtrans('INV-1', offer.payNow);
      expect(await Promise.all([paid, paid].map((body) => server.call('/midtrans', body)))).to.deep.equal([200, 200]);
      expect(await server.order('INV-1')).to.include({ shipping: 'to-ship' });
      expect(await ordersOf('INV-1')).to.equal(0);
      await Promise.all([ship(), ship()]);
      expect(await server.call('/midtrans', paid)).to.equal(200);
      await ship();
      expect(await server.order('INV-1')).to.include({ shipping: 'placed' });
      expect(await ordersOf('INV-1')).to.equal(1);
    });

    it('takes Xendit’s callbacks, and refuses forged ones of both', async () => {
      await server.keep('INV-2', offer);
      const paid = midtrans('INV-1', offer.payNow);
      expect(await server.call('/midtrans', { ...paid, order_id: 'INV-2' })).to.equal(403);
      const invoice = { id: 'x-1', external_id: 'INV-2', status: 'PAID', amount: offer.payNow, currency: 'IDR' };
      expect(await server.call('/xendit', invoice)).to.equal(403);
      expect(await server.call('/xendit', invoice, { 'x-callback-token': 'guessed' })).to.equal(403);
      expect((await server.order('INV-2')).shipping).to.equal(undefined);
      const genuine = { 'x-callback-token': xenditToken };
      expect(await server.call('/xendit', { ...invoice, currency: 'USD' }, genuine)).to.equal(400);
      expect((await server.order('INV-2')).shipping).to.equal(undefined);
      for (const [part, shipping] of [
        [1_000, 'wrong-amount'],
        [offer.payNow - 1_000, 'to-ship'],
      ] as const) {
        expect(await server.call('/xendit', { ...invoice, id: `x-${part}`, paid_amount: part }, genuine)).to.equal(200);
        expect(await server.order('INV-2')).to.include({ shipping });
      }
    });

    it('logs what Xendit tells and the recipe does not read, which need not come again', async () => {
      const other = await openPhp(shop);
      const refund = { event: 'refund.succeeded', data: { id: 'x-r', reference_id: 'INV-2', status: 'SUCCEEDED' } };
      // The second tells that an account was made.
      const messages = [refund, { external_id: 'INV-2', account_number: '8808' }];
      for (const [token, status] of [
        ['guessed', 403],
        [xenditToken, 200],
      ] as const)
        for (const message of messages)
          expect(await other.call('/xendit', message, { 'x-callback-token': token })).to.equal(status);
      expect((await other.close()).match(/Xendit's refund\.succeeded is not read/g)).to.have.length(1);
    });

    it('takes no callback of a provider whose secret was not set', async () => {
      const closed = await openPhp(shop, {} as { midtransKey: string; xenditToken: string });
      await closed.keep('INV-8', offer);
      const { gross_amount, ...rest } = midtrans('INV-8', offer.payNow);
      for (const secret of ['', 'undefined', 'false']) {
        const signature_key = createHash('sha512').update(`INV-8200${gross_amount}${secret}`).digest('hex');
        expect(await closed.call('/midtrans', { ...rest, gross_amount, signature_key })).to.be.at.least(400);
        const invoice = { external_id: 'INV-8', status: 'PAID', amount: offer.payNow };
        expect(await closed.call('/xendit', invoice, { 'x-callback-token': secret })).to.be.at.least(400);
        expect(await closed.call('/xendit', invoice)).to.be.at.least(400);
      }
      expect((await closed.order('INV-8')).shipping).to.equal(undefined);
      await closed.close();
    });

    it('is called again while the shop’s database fails', async () => {
      await server.keep('INV-3', offer);
      await server.breakDatabase('INV-3');
      expect(await server.call('/midtrans', midtrans('INV-3', offer.payNow))).to.equal(500);
      await server.keep('INV-3', offer);
      expect(await server.call('/midtrans', midtrans('INV-3', offer.payNow))).to.equal(200);
      expect(await server.order('INV-3')).to.include({ shipping: 'to-ship' });
    });

    it('leaves another sum to the staff, and an unknown order to the provider', async () => {
      await server.keep('INV-4', offer);
      expect(await server.call('/midtrans', midtrans('INV-4', 1))).to.equal(200);
      expect(await server.order('INV-4')).to.include({ shipping: 'wrong-amount' });
      expect(await server.call('/midtrans', midtrans('INV-99', offer.payNow))).to.equal(404);
      await ship();
      expect(await ordersOf('INV-4')).to.equal(0);
      expect(await server.call('/midtrans', midtrans('INV-4', offer.payNow, 'settlement', 't-2'))).to.equal(200);
      const paid = { 't-1': 1, 't-2': offer.payNow };
      expect(await server.order('INV-4')).to.deep.include({ shipping: 'wrong-amount', paid, over: 1 });
      expect(await server.call('/midtrans', midtrans('INV-4', 1, 'refund'))).to.equal(200);
      expect(await server.order('INV-4')).to.include({ shipping: 'to-ship', over: 0 });
    });

    it('keeps what was paid twice, or went back, on record, and ships nothing of which the money went back', async () => {
      const tell = (reference: string, ...message: ['settlement' | 'capture' | 'cancel', string]) =>
        server.call('/midtrans', { ...midtrans(reference, offer.payNow, ...message), fraud_status: 'accept' });
      const over = (times: number) => times * offer.payNow;
      await server.keep('INV-14', offer);
      await server.keep('INV-15', offer);
      // Of what nobody has paid, nothing goes back.
      await tell('INV-14', 'cancel', 'pending');
      expect((await server.order('INV-14')).shipping).to.equal('');
      for (const reference of ['INV-14', 'INV-15']) await tell(reference, 'capture', 't-1');
      await tell('INV-14', 'cancel', 't-1');
      await tell('INV-14', 'settlement', 't-1');
      await ship();
      expect(await server.order('INV-14')).to.include({ shipping: 'wrong-amount', over: over(-1) });
      expect(await ordersOf('INV-14')).to.equal(0);
      expect(await server.order('INV-15')).to.include({ shipping: 'placed', over: 0 });
      await tell('INV-15', 'settlement', 't-1');
      await tell('INV-15', 'settlement', 't-2');
      expect(await server.order('INV-15')).to.include({ shipping: 'placed', over: over(1) });
    });

    it('keeps the id of what was placed while its money went back', async () => {
      await server.keep('INV-16', offer);
      await server.call('/midtrans', midtrans('INV-16', offer.payNow));
      trouble = async (ordered) => {
        await server.call('/midtrans', midtrans('INV-16', offer.payNow, 'cancel'));
        return ordered();
      };
      await ship();
      const { shipping, id, over } = (await server.order('INV-16')) as Order & { id: unknown };
      expect([shipping, typeof id, over]).to.deep.equal(['placed', 'string', -offer.payNow]);
    });

    it('leaves the payment of a closed order to the staff', async () => {
      await server.keep('INV-13', offer);
      await server.closeOrder('INV-13');
      await server.call('/midtrans', midtrans('INV-13', offer.payNow, 'cancel', 't-0'));
      expect(await server.order('INV-13')).to.include({ shipping: 'closed' });
      for (const [part, over] of [
        [1_000, 1_000 - offer.payNow],
        [offer.payNow - 1_000, 0],
      ] as const) {
        expect(await server.call('/midtrans', midtrans('INV-13', part, 'settlement', `t-${part}`))).to.equal(200);
        expect(await server.order('INV-13')).to.include({ shipping: 'paid-late', over });
      }
      await ship();
      expect(await ordersOf('INV-13')).to.equal(0);
    });

    it('leaves a risen price to the staff', async () => {
      await server.keep('INV-5', { ...offer, price: offer.price - 1_000 });
      await server.call('/midtrans', midtrans('INV-5', offer.payNow));
      await ship();
      const refused = { shipping: 'refused', reason: 'price-changed', price: offer.price };
      expect(await server.order('INV-5')).to.include(refused);
      expect(await ordersOf('INV-5')).to.equal(0);
    });

    for (const [what, answer] of troubles)
      it(`ships a paid order once after ${what}`, async () => {
        await ship();
        const reference = `INV-${what.replace(/\W+/g, '-')}`;
        await server.keep(reference, offer);
        expect(await server.call('/midtrans', midtrans(reference, offer.payNow))).to.equal(200);
        trouble = answer;
        await ship();
        expect(await server.order(reference)).to.include({ shipping: 'to-ship' });
        await ship();
        expect(await server.order(reference)).to.include({ shipping: 'placed' });
        expect(await ordersOf(reference)).to.equal(1);
      });

    it('says why a paid order waits', async () => {
      await server.keep('INV-9', offer);
      await server.call('/midtrans', midtrans('INV-9', offer.payNow));
      trouble = () => failed(403, 'token-invalid');
      expect(await ship()).to.include('INV-9 is to-ship, token-invalid: ');
      expect(await server.order('INV-9')).to.include({ shipping: 'to-ship', reason: 'token-invalid' });
      await ship();
      expect(await server.order('INV-9')).to.include({ shipping: 'placed' });
    });

    it('fails as a timer without the secret or the folder of the orders', async () => {
      const { address } = gateway;
      expect(await server.ship(address, { SHIPPING_SECRET: '' })).to.match(/SHIPPING_SECRET must be set.*exit 255$/s);
      expect(await server.ship(address, { ORDERS: '' })).to.match(/ORDERS must be set.*exit 255$/s);
      expect(await ship()).to.equal('');
    });

    it('ships the other orders while the shop’s database fails for one', async () => {
      for (const reference of ['INV-10', 'INV-11']) {
        await server.keep(reference, offer);
        await server.call('/midtrans', midtrans(reference, offer.payNow));
      }
      await server.breakDatabase('INV-10');
      expect(await ship()).to.match(/INV-10\.json waits: .*exit 1$/s);
      expect(await server.order('INV-11')).to.include({ shipping: 'placed' });
      await server.keep('INV-10', offer);
    });

    it('keeps the id of a placed order when an earlier run ends late', async () => {
      await ship();
      await server.keep('INV-12', offer);
      await server.call('/midtrans', midtrans('INV-12', offer.payNow));
      let answerLate = (_answer: Response) => {};
      const late = new Promise<Response>((resolve) => {
        answerLate = resolve;
      });
      const asked = new Promise<void>((resolve) => {
        trouble = () => {
          resolve();
          return late;
        };
      });
      const earlier = ship();
      await asked;
      await ship();
      const placed = await server.order('INV-12');
      expect(placed).to.include({ shipping: 'placed' }).and.to.have.property('id').that.is.a('string');
      answerLate(failed(504, 'unconfirmed'));
      await earlier;
      expect(await server.order('INV-12')).to.deep.equal(placed);
    });

    it('ships a paid order after there was no gateway', async () => {
      await server.keep('INV-6', offer);
      await server.call('/midtrans', midtrans('INV-6', offer.payNow));
      await server.ship(`http://127.0.0.1:${await freePort()}`);
      expect(await server.order('INV-6')).to.include({ shipping: 'to-ship' });
      await ship();
      expect(await server.order('INV-6')).to.include({ shipping: 'placed' });
    });
  });
