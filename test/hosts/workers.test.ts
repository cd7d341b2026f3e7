import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Miniflare } from 'miniflare';
import { createD1Store, type D1Binding } from '../../src/gateway/store/d1.ts';
import { installExample } from '../support/installed-example.ts';
import { npm } from '../support/installed-page.ts';
import { type Ask, buy, finishBySchedule, type Service, shipBySchedule, startService } from './host.ts';

/** Miniflare's own type has another Request. */
interface Scheduled {
  scheduled(event: { cron: string }): Promise<{ outcome: string }>;
}

const midtransKey = 'midtrans-server-key';

describe('demo/hosts/workers', () => {
  let service: Service;
  let miniflare: Miniflare;
  let ask: Ask;
  let cron: string;

  before(async () => {
    const folder = await installExample('hosts/workers');
    await npm(folder, ['run', 'build']);
    const config = JSON.parse(readFileSync(join(folder, 'wrangler.jsonc'), 'utf8'));
    [cron] = config.triggers.crons;
    service = await startService();
    miniflare = new Miniflare({
      modules: true,
      script: readFileSync(join(folder, 'dist/index.js'), 'utf8'),
      compatibilityDate: config.compatibility_date,
      d1Databases: config.d1_databases.map(({ binding }: { binding: string }) => binding),
      kvNamespaces: config.kv_namespaces.map(({ binding }: { binding: string }) => binding),
      bindings: { ...config.vars, ...service.environment, MIDTRANS_KEY: midtransKey },
      // Otherwise it asks the network for its location.
      cf: false,
    });
    ask = async (path, init) => {
      const headers = { ...(init?.headers as Record<string, string>), 'cf-connecting-ip': '203.0.113.7' };
      return miniflare.dispatchFetch(`https://shop.example${path}`, { ...(init as object), headers });
    };
  }).timeout(300_000);

  after(async () => {
    await miniflare.dispose();
    await service.stop();
  });

  it('is built by wrangler’s dry run, and sells in workerd', () => buy(ask, service)).timeout(30_000);

  it('finishes an order without an answer by its cron trigger', async () => {
    const worker = (await miniflare.getWorker()) as unknown as Scheduled;
    await finishBySchedule(ask, service, () => worker.scheduled({ cron }));
  }).timeout(30_000);

  it('ships by its cron trigger what a callback says is paid, though the page was closed', async () => {
    const worker = (await miniflare.getWorker()) as unknown as Scheduled;
    const store = createD1Store((await miniflare.getD1Database('DB')) as unknown as D1Binding);
    const callBack = async (order_id: string, rupiah: number) => {
      const paid = { order_id, status_code: '200', gross_amount: `${rupiah}.00`, transaction_status: 'settlement' };
      const signature_key = createHash('sha512').update(`${order_id}200${rupiah}.00${midtransKey}`).digest('hex');
      const body = JSON.stringify({ ...paid, transaction_id: 'transaction-1', signature_key });
      expect((await ask('/payments/midtrans', { method: 'POST', body })).status).to.equal(200);
    };
    await shipBySchedule(store, service, () => worker.scheduled({ cron }), callBack);
  }).timeout(30_000);
});
