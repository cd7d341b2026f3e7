import { expect } from 'chai';
import { failure } from '../client/service.ts';
import { assertTruth, calls, reads, writes } from './calls.ts';
import { atOnce } from './each-fault.ts';
import { type Fault, type Meeting, unanswered } from './fault.ts';
import { openService } from './service.ts';
import { strays } from './strays.ts';

const reason = { left: 'the page' };

/** A service by whose doing the page goes away, in the middle of its first request. */
async function leaving(by: (leave: () => void) => Meeting) {
  const page = new AbortController();
  const fault: Fault = {
    name: 'a page that is left',
    met: { by: by(() => page.abort(reason)) },
    done: true,
    ...unanswered({ code: 'network' }),
  };
  return { service: await openService(fault), signal: page.signal };
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

const tests: Record<string, () => Promise<void>> = {};

for (const { operation, send } of calls)
  tests[`ends ${operation} with the page’s own reason, and its request`] = async () => {
    const { service, signal } = await leaving(afterTheWork);
    expect(await failure(send(service, { signal }))).to.equal(reason);
    expect(service.seen.sent).to.equal(1);
    await service.close();
    expect(strays).to.deep.equal([]);
  };

for (const { operation, send } of reads)
  tests[`does not ask ${operation} again`] = async () => {
    const { service, signal } = await leaving(betweenAttempts);
    const begun = performance.now();
    expect(await failure(send(service, { signal }))).to.equal(reason);
    expect(performance.now() - begun).to.be.below(10_000);
    expect(service.seen.sent).to.equal(1);
    await service.close();
  };

for (const write of writes)
  tests[`is found by sending ${write.operation} again`] = async () => {
    const { service, signal } = await leaving(afterTheWork);
    await failure(write.send(service, { signal }));
    service.lift();
    await assertTruth(service, write, 'worked', await write.send(service));
    expect(await write.times(service)).to.equal(1);
    await service.close();
  };

atOnce([{ title: 'a call that the page gives up, over HTTP,', tests }]);
