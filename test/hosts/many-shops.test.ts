import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'chai';
import type { GatewayStore } from '../../src/gateway/index.ts';
import { openPostgresStore } from '../../src/gateway/store/postgres.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { signGrant } from '../../src/server.ts';
import { orderRequest as order } from '../support/fixtures.ts';
import { listen } from '../support/listen.ts';
import { startPostgres } from '../support/postgres.ts';
import { type RunningProgram, runProgram } from '../support/running-program.ts';
import { keysOf, merchantKeyOf, type Setting, site } from './platform.ts';

const accounts = Array.from({ length: 1_000 }, (_, n) => `shop-${n}`);

/** Every tenth shop gets no answer to its first order. */
const unlucky = accounts.filter((_, n) => n % 10 === 0);

/** Every tenth shop is asked twice at once, by way of both processes. */
const doubled = accounts.filter((_, n) => n % 10 === 1);

const postgres = await startPostgres();

if (postgres)
  describe('a thousand shops over one Postgres, in two processes', () => {
    /** By merchant's key: each shop has an account of its own at the service. */
    const services = new Map(
      accounts.map((account) => [merchantKeyOf(account), createSandbox({ key: merchantKeyOf(account) })]),
    );
    const lost = new Set(unlucky.map(merchantKeyOf));
    const processes: RunningProgram[] = [];
    let service: Awaited<ReturnType<typeof listen>>;
    let store: GatewayStore;
    let sends = 0;

    before(async () => {
      const listener = getRequestListener(
        async (request) => {
          const key = request.headers.get('authorization') ?? '';
          const answer = await services.get(key)?.fetch(request);
          const isOrder = new URL(request.url).pathname === '/v1/orders';
          if (isOrder) sends += 1;
          return isOrder && lost.delete(key)
            ? new Response('lost', { status: 502 })
            : (answer ?? new Response(null, { status: 401 }));
        },
        { overrideGlobalObjects: false },
      );
      service = await listen(listener);
      store = await openPostgresStore(postgres.url);
      const setting: Setting = { database: postgres.url, upstream: service.address };
      const command = [process.execPath, '--import', 'tsx', fileURLToPath(new URL('./platform.ts', import.meta.url))];
      const start = () => runProgram(command, { cwd: process.cwd(), env: { PLATFORM: JSON.stringify(setting) } });
      processes.push(...(await Promise.all([start(), start()])));
    }).timeout(60_000);

    after(async () => {
      for (const { stop } of processes) await stop();
      await store.close();
      await service.close();
      await postgres.stop();
    }).timeout(30_000);

    async function post(process: number, account: string, grant: string) {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: site },
        body: JSON.stringify({ grant }),
      };
      const answer = await fetch(`${processes[process]?.origin}/${account}/shipping/v1/orders`, init);
      return { status: answer.status, body: await answer.json() };
    }

    /** The same reference in each shop. */
    const grantOf = (account: string) => signGrant({ order, reference: 'INV-1', price_max: 1e9 }, keysOf(account));

    /** Calls `work` for each shop, 32 at a time. */
    async function forEachShop(work: (account: string) => Promise<void>): Promise<void> {
      const waiting = [...accounts];
      const next = async () => {
        for (let account = waiting.shift(); account; account = waiting.shift()) await work(account);
      };
      await Promise.all(Array.from({ length: 32 }, next));
    }

    it('order once in each shop, though both processes are asked at once', async () => {
      const answers = { 200: 0, 504: 0 };
      let turn = 0;
      await forEachShop(async (account) => {
        const grant = await grantOf(account);
        turn += 1;
        const asked = doubled.includes(account) ? [0, 1] : [turn % 2];
        for (const { status } of await Promise.all(asked.map((process) => post(process, account, grant))))
          answers[status as keyof typeof answers] += 1;
      });
      expect(answers).to.deep.equal({ 200: accounts.length - unlucky.length + doubled.length, 504: unlucky.length });
    }).timeout(60_000);

    it('have the orders without an answer finished by one settle, though no page asks again', async () => {
      // The first pause of a gateway is two seconds.
      const open = async () =>
        sends < accounts.length + unlucky.length || (await store.dueAccounts(Date.now() + 300_000)).length > 0;
      while (await open()) await new Promise((later) => setTimeout(later, 50));
      const ids = new Set<string>();
      await forEachShop(async (account) => {
        const key = merchantKeyOf(account);
        const headers = { authorization: key };
        const answer = await services.get(key)?.fetch(new Request('http://service.test/v1/orders', { headers }));
        const { orders = [] }: { orders?: { id: string }[] } = (await answer?.json()) ?? {};
        expect(orders, account).to.have.lengthOf(1);
        const [entry, ...others] = await store.ledger.list(account, undefined, 9);
        expect([entry?.state, entry?.order, others.length], account).to.deep.equal(['placed', orders[0]?.id, 0]);
        ids.add(`${account} ${entry?.order}`);
      });
      expect(ids.size).to.equal(accounts.length);
      expect(sends).to.equal(accounts.length + unlucky.length);
    }).timeout(60_000);

    it('refuse what another shop has signed, and shops that there are not', async () => {
      const grant = await grantOf('shop-1');
      expect(await post(0, 'shop-2', grant)).to.deep.include({ status: 403 });
      expect((await fetch(`${processes[0]?.origin}/shop-x/shipping/v1/couriers`)).status).to.equal(404);
    });
  });
