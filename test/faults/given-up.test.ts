import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { failure } from '../client/service.ts';
import { assertTruth, calls, reads, writes } from './calls.ts';
import { type Fault, type Meeting, unanswered } from './fault.ts';
import { openService } from './service.ts';
import { strays } from './strays.ts';

const reason = { left: 'the page' };

/** A service by whose doing the page goes away, in the middle of its first request. */
async function leaving(test: TestContext, by: (leave: () => void) => Meeting) {
  const page = new AbortController();
  const fault: Fault = {
    name: 'a page that is left',
    met: { by: by(() => page.abort(reason)) },
    done: true,
    ...unanswered({ code: 'network' }),
  };
  return { service: await openService(test, fault), signal: page.signal };
}

const afterTheWork =
  (leave: () => void): Meeting =>
  async (_outgoing, work) => {
    await work();
    leave();
  };

const betweenAttempts =
  (leave: () => void): Meeting =>
  (outgoing) => {
    outgoing.once('finish', leave);
    outgoing.writeHead(503, { 'retry-after': '10' }).end();
  };

describe('a call that the page gives up, over HTTP,', { concurrency: true }, () => {
  for (const { operation, send } of calls)
    it(`ends ${operation} with the page’s own reason, and its request`, { timeout: 30_000 }, async (test) => {
      const { service, signal } = await leaving(test, afterTheWork);
      assert.equal(await failure(send(service, { signal })), reason);
      assert.equal(service.seen.sent, 1);
      await service.close();
      assert.deepEqual(strays, []);
    });

  for (const { operation, send } of reads)
    it(`does not ask ${operation} again`, { timeout: 30_000 }, async (test) => {
      const { service, signal } = await leaving(test, betweenAttempts);
      const begun = performance.now();
      assert.equal(await failure(send(service, { signal })), reason);
      assert.ok(performance.now() - begun < 10_000);
      assert.equal(service.seen.sent, 1);
      await service.close();
    });

  for (const write of writes)
    it(`is found by sending ${write.operation} again`, { timeout: 30_000 }, async (test) => {
      const { service, signal } = await leaving(test, afterTheWork);
      await failure(write.send(service, { signal }));
      service.lift();
      await assertTruth(service, write, 'worked', await write.send(service));
      assert.equal(await write.times(service), 1);
      await service.close();
    });
});
