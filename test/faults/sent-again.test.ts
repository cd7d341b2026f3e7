import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { failure } from '../client/service.ts';
import { assertTruth, type Write, writes } from './calls.ts';
import { eachFault } from './each-fault.ts';
import type { Fault } from './fault.ts';
import { openService } from './service.ts';
import { strays } from './strays.ts';

const once = (fault: Fault) => (fault.done ? 'it had worked' : 'it had not');

async function findsOut(fault: Fault, write: Write, test: TestContext) {
  const service = await openService(test, fault);
  const thrown = await failure(write.send(service));
  assert.equal(thrown.outcome, fault.writes === 'unknown' ? 'unknown' : undefined);
  assert.equal(await write.times(service), fault.done ? 1 : 0);

  service.lift();
  const { sent } = service.seen;
  await assertTruth(service, write, fault.done ? 'worked' : 'did not', await write.send(service));
  assert.equal(service.seen.sent, sent + 1, 'requests sent');
  assert.equal(await write.times(service), 1);

  // Answered is answered: the next one that the service refuses is not taken for ours.
  const third = await failure(write.send(service));
  assert.deepEqual([third.code, third.reason, third.outcome], ['refused', write.over, undefined]);
  assert.equal(await write.times(service), 1);
  await service.close();
  assert.deepEqual(strays, []);
}

eachFault((fault) =>
  describe(`sent again after ${fault.name},`, { concurrency: true }, () => {
    for (const write of writes)
      it(`${write.operation} finds out that ${once(fault)}, and takes place once`, { timeout: 30_000 }, (test) =>
        findsOut(fault, write, test),
      );
  }),
);
