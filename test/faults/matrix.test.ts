import { expect } from 'chai';
import { failure } from '../client/service.ts';
import { type Call, reads, writes } from './calls.ts';
import { eachFault } from './each-fault.ts';
import type { Fault } from './fault.ts';
import { deadline, openService } from './service.ts';
import { strays } from './strays.ts';

/** Milliseconds of tolerance, because the machine may be busy. */
const margin = 10_000;

interface Expected {
  /** How often it is sent. */
  times: number;
  /** Milliseconds between the attempts. */
  waits: number;
  outcome: 'unknown' | undefined;
}

/** The fields of an error that it has. */
function told({ operation, code, status, reason, serviceCode, retryAfter, outcome }: Record<string, unknown>) {
  return { operation, code, status, reason, serviceCode, retryAfter, outcome };
}

async function meet(fault: Fault, call: Call, { times, waits, outcome }: Expected) {
  const service = await openService(fault);
  const begun = performance.now();
  const thrown = await failure(call.send(service));
  const elapsed = performance.now() - begun;

  const { operation, success } = call;
  const status = fault.end.status === 'as ever' ? success : fault.end.status;
  expect(told(thrown)).to.deep.equal(told({ ...fault.end, operation, status, outcome }));
  if (fault.end.cause) expect((thrown.cause as Error).name).to.equal(fault.end.cause);
  expect(service.seen.sent, 'requests sent').to.equal(times);
  expect(service.seen.arrived, 'requests arrived').to.equal('at' in fault.met ? 0 : times);
  // A timer may be a millisecond early.
  expect(elapsed, `${elapsed} ms, and the service asked for ${waits}`).to.be.at.least(waits * 0.99);
  expect(elapsed, `${elapsed} ms`).to.be.below(waits + margin + (fault.hangs ? deadline(fault) : 0));
  await service.close();
  expect(strays).to.deep.equal([]);
}

eachFault((fault) => {
  const { end, reads: times, waits = 0, writes: said } = fault;
  const as = end.reason ?? end.code;
  const outcome = said === 'unknown' ? said : undefined;
  const sent = times === 1 ? 'once' : `${times} times`;
  const ofReads = reads.map((read) => [
    `ends ${read.operation} as ${as}, sent ${sent}`,
    () => meet(fault, read, { times, waits, outcome: undefined }),
  ]);
  const ofWrites = writes.map((write) => [
    `ends ${write.operation} as ${as}, sent once: ${said}`,
    () => meet(fault, write, { times: 1, waits: 0, outcome }),
  ]);
  return { title: `${fault.name}, over HTTP,`, tests: Object.fromEntries([...ofReads, ...ofWrites]) };
});
