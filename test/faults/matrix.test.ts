import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { failure } from '../client/service.ts';
import { type Call, reads, writes } from './calls.ts';
import { eachFault } from './each-fault.ts';
import type { Fault } from './fault.ts';
import { deadline, openService } from './service.ts';
import { strays } from './strays.ts';

/** Milliseconds beyond what a call may take: the machine may be busy, and this is no benchmark. */
const margin = 10_000;

interface Expected {
  /** How often it is sent. */
  times: number;
  /** Milliseconds between the attempts. */
  waits: number;
  outcome: 'unknown' | undefined;
}

/** What an error says of itself, where it says it. */
function told({ operation, code, status, reason, serviceCode, retryAfter, outcome }: Record<string, unknown>) {
  return { operation, code, status, reason, serviceCode, retryAfter, outcome };
}

async function meet(fault: Fault, call: Call, { times, waits, outcome }: Expected, test: TestContext) {
  const service = await openService(test, fault);
  const begun = performance.now();
  const thrown = await failure(call.send(service));
  const elapsed = performance.now() - begun;

  const { operation, success } = call;
  const status = fault.end.status === 'as ever' ? success : fault.end.status;
  assert.deepEqual(told(thrown), told({ ...fault.end, operation, status, outcome }));
  if (fault.end.cause) assert.equal((thrown.cause as Error).name, fault.end.cause);
  assert.equal(service.seen.sent, times, 'requests sent');
  assert.equal(service.seen.arrived, 'at' in fault.met ? 0 : times, 'requests arrived');
  // A timer may be a millisecond early.
  assert.ok(elapsed >= waits * 0.99, `${elapsed} ms, and the service asked for ${waits}`);
  assert.ok(elapsed < waits + margin + (fault.hangs ? deadline(fault) : 0), `${elapsed} ms`);
  await service.close();
  assert.deepEqual(strays, []);
}

eachFault((fault) =>
  describe(`${fault.name}, over HTTP,`, { concurrency: true }, () => {
    const { end, reads: times, waits = 0, writes: said } = fault;
    const as = end.reason ?? end.code;
    for (const read of reads)
      it(
        `ends ${read.operation} as ${as}, sent ${times === 1 ? 'once' : `${times} times`}`,
        { timeout: 30_000 },
        (test) => meet(fault, read, { times, waits, outcome: undefined }, test),
      );
    const outcome = said === 'unknown' ? said : undefined;
    for (const write of writes)
      it(`ends ${write.operation} as ${as}, sent once: ${said}`, { timeout: 30_000 }, (test) =>
        meet(fault, write, { times: 1, waits: 0, outcome }, test),
      );
  }),
);
