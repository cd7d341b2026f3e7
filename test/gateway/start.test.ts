import { once } from 'node:events';
import { expect } from 'chai';
import { createGateway, runTasks } from '../../src/gateway/create-gateway.ts';
import { lost, made, openGrantingShop, openShop, serving } from './shop.ts';

const notify = {
  url: 'https://server.shop.test/shipping-news',
  secret: `whsec_${Buffer.from('thirty-two-bytes-that-nobody-guesses').toString('base64')}`,
};

const busy = Object.assign(new Error('Siti, 0812'), { name: 'SqliteError', code: 'SQLITE_BUSY' });

/** A store whose database is locked. */
const locked = (store: ReturnType<typeof openShop>['settings']['store'], problem: Error = busy) => {
  const fail = () => Promise.reject(problem);
  return { ...store, ledger: { ...store.ledger, due: fail }, news: { ...store.news, due: fail } };
};

describe('gateway.start', () => {
  it('continues orders and sends news, and resolves after its signal', async () => {
    const end = new AbortController();
    const done = new Set<string>();
    const finish = (task: string) => {
      if (done.add(task).size === 2) end.abort();
    };
    const service = serving(lost, made);
    const receive = async () => {
      finish('news');
      return new Response();
    };
    const { place, settings, entries } = openShop(
      (request) => (request.url === notify.url ? receive() : service(request)),
      { orders: 'order', notify, timeouts: { pause: 0, wait: 0 } },
    );
    await place();
    const prune = async () => finish('orders');
    const gateway = createGateway({ ...settings, store: { ...settings.store, prune } });
    await gateway.start({ signal: end.signal });
    expect(await entries('placed')).to.have.lengthOf(1);
  });

  for (const [problem, fault] of [
    [busy, 'SqliteError SQLITE_BUSY'],
    [new Error('D1_ERROR: Network connection lost for Siti'), 'Error D1_ERROR'],
    [new Error('Siti: 0812'), 'Error'],
  ] as const)
    it(`reports a database that fails to observe, as "${fault}", and does not reject`, async () => {
      const end = new AbortController();
      const { settings, events } = openGrantingShop([], { notify });
      const gateway = createGateway({ ...settings, store: locked(settings.store, problem) });
      const running = gateway.start({ signal: end.signal });
      end.abort();
      await running;
      const failed = { method: 'in process', status: 500, reason: 'gateway-failed', quoted: false, fault };
      expect(events.map(({ milliseconds: _, ...event }) => event)).to.have.deep.members([
        { operation: 'settle', ...failed },
        { operation: 'news', ...failed },
      ]);
    });

  it('ends with its signal though the receiver of news never answers, and keeps the news', async () => {
    const end = new AbortController();
    const hangs = () => {
      end.abort();
      return new Promise<Response>(() => {});
    };
    const service = serving(made);
    const { place, gateway, settings, account } = openShop(
      (request) => (request.url === notify.url ? hangs() : service(request)),
      { orders: 'order', notify },
    );
    await place();
    await gateway.start({ signal: end.signal });
    const [waiting] = await settings.store.news.due(account, Number.MAX_SAFE_INTEGER, 9);
    expect(waiting).to.include({ tries: 1 });
  });

  it('changes nothing if observe throws or rejects', async () => {
    for (const observe of [() => expect.fail(), () => Promise.reject(new Error('no metrics'))]) {
      const end = new AbortController();
      const { place, settings } = openGrantingShop([made], { observe });
      expect((await place()).status).to.equal(200);
      const failing = createGateway({ ...settings, store: locked(settings.store) });
      const running = failing.start({ signal: end.signal });
      end.abort();
      await running;
    }
  });
});

describe('runTasks', () => {
  it('runs a task again after it has failed, and none waits for another', async () => {
    const end = new AbortController();
    let runs = 0;
    const failing = async () => {
      runs += 1;
      if (runs === 3) end.abort();
      throw new Error();
    };
    const hangs = (signal: AbortSignal | undefined) => once(signal as AbortSignal, 'abort');
    const pause = async () => {};
    await runTasks(
      [
        { operation: 'news', run: hangs },
        { operation: 'settle', run: failing },
      ],
      {
        observe: undefined,
        signal: end.signal,
        pause,
      },
    );
    expect(runs).to.equal(3);
  });
});
