import { expect } from 'chai';
import { createShippingGateway, type GatewayOptions, type Store } from '../../src/gateway/index.ts';
import { signCart, type TokenKeys } from '../../src/server.ts';
import { rate } from '../support/fixtures.ts';
import { cart, key, question, site } from './shop.ts';
import { databases } from './store/stores.ts';

const keys: TokenKeys = {
  account: 'shop',
  current: { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' },
};
const quoted = async () => Response.json({ success: true, pricing: [rate()] });

const fallback = [{ courier: 'jne', service: 'reg', courierName: 'JNE', serviceName: 'Reguler', price: 20_000 }];

let places = 40_000;

/** A question that no other test asks. */
async function freshQuestion() {
  places += 1;
  return JSON.stringify({ ...question, destination_postal_code: places, cart: await signCart(cart, keys) });
}

/** A machine of the shop, whose service answers as the test says, and how often it was asked. */
function machine(store: Store, serve: () => Promise<Response>, options: Partial<GatewayOptions> = {}) {
  let asked = 0;
  const gateway = createShippingGateway({
    account: keys.account,
    upstream: 'https://upstream.test',
    key,
    store,
    secrets: { current: keys.current },
    origins: [site],
    limits: { address: 1_000, session: 1_000 },
    fetch: () => {
      asked += 1;
      return serve();
    },
    ...options,
  });
  return {
    asked: () => asked,
    async quote(body: string) {
      const headers = { 'content-type': 'application/json' };
      const request = new Request('https://gateway.test/v1/rates/couriers', { method: 'POST', headers, body });
      const answer = await gateway.fetch(request);
      return { status: answer.status, ...(await answer.json()) };
    },
  };
}

for (const [name, start] of Object.entries(databases)) {
  // That D1 lets one of many claim an answer, its store's own suite has; in workerd fifty questions take a minute.
  if (name.startsWith('D1')) continue;
  const database = await start();
  if (!database) continue;

  describe(`ten machines over one database: ${name}`, () => {
    let stores: Store[];
    before(async () => {
      stores = [];
      for (let n = 0; n < 10; n++) stores.push(await database.open());
    });
    after(async () => {
      for (const store of stores) await store.close();
      await database.end();
    }).timeout(30_000);

    it('ask for the same price once, whichever of them is asked', async () => {
      const body = await freshQuestion();
      const slowly = () => new Promise<void>((later) => setTimeout(later, 300)).then(quoted);
      const machines = stores.map((store) => machine(store, slowly));
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => machines[n % 10]?.quote(body)));
      for (const answer of answers) expect(answer?.status).to.equal(200);
      expect(machines.reduce((sum, { asked }) => sum + asked(), 0)).to.equal(1);
    });

    it('do not wait for one that has ended while it asked: prices come within three seconds', async () => {
      const body = await freshQuestion();
      const [one, other] = stores as [Store, Store];
      const ended = machine(one, () => new Promise(() => {}), { timeouts: { read: 60_000 } });
      void ended.quote(body);
      while (!ended.asked()) await new Promise(setImmediate);
      const next = machine(other, quoted, { fallback });
      const begun = performance.now();
      const { pricing } = await next.quote(body);
      expect(performance.now() - begun).to.be.below(3_000);
      expect(pricing[0]).to.not.have.property('estimate');
      expect(next.asked()).to.equal(1);
    });

    it('fall back within three seconds, where the service hangs and the one that asks has ended', async () => {
      const body = await freshQuestion();
      const [one, other] = stores as [Store, Store];
      const hanging = () => new Promise<Response>(() => {});
      const ended = machine(one, hanging, { timeouts: { read: 60_000 } });
      void ended.quote(body);
      while (!ended.asked()) await new Promise(setImmediate);
      const next = machine(other, hanging, { fallback });
      const begun = performance.now();
      expect((await next.quote(body)).pricing[0].estimate).to.equal(true);
      expect(performance.now() - begun).to.be.below(3_000);
    });

    it('ask at once where another one has had no answer', async () => {
      const body = await freshQuestion();
      const [one, other] = stores as [Store, Store];
      expect((await machine(one, async () => new Response(null, { status: 503 })).quote(body)).status).to.equal(503);
      const begun = performance.now();
      expect((await machine(other, quoted).quote(body)).status).to.equal(200);
      expect(performance.now() - begun).to.be.below(2_000);
    });
  });
}
