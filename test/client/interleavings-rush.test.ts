import { expect } from 'chai';
import fc from 'fast-check';
import { answers } from './interleavings/answers.ts';
import { type Ask, asks, isOurs } from './interleavings/asks.ts';
import { longBreath } from './interleavings/breath.ts';
import { Callers, isWrite, type Observed } from './interleavings/callers.ts';
import { isOf } from './interleavings/ends.ts';
import type { Caller } from './interleavings/promised.ts';
import { last, rushes, type Step } from './interleavings/steps.ts';
import { unhandledRejections } from './interleavings/unhandled.ts';
import { type Arrived, Wire } from './interleavings/wire.ts';

// Steps between any two turns of the engine's queue: an abort while an answer is read, a call while another ends, two
// answers at once. Which is first is left to the engine, so only that is looked at which holds either way.

function perform(step: Step, callers: Callers, { held }: Wire): void {
  if (step.do === 'call') callers.call({ ...step, fresh: false });
  else if (step.do === 'abort') callers.abort(step);
  else {
    const asked = held[step.request % held.length];
    asked?.answer(answers[step.with]?.(asked) as ReturnType<(typeof answers)[string]>);
  }
}

describe('any interleaving of calls, aborts and replies, in a rush', () => {
  const unhandled = unhandledRejections();

  it('ends every call, gives nobody what is another’s, and leaves nothing behind', async () => {
    let longest = 0;
    const property = fc.asyncProperty(rushes, async ({ steps, ...settings }) => {
      const wire = new Wire();
      const callers = new Callers(settings, wire.fetch);
      for (const { step, turns } of steps) {
        perform(step, callers, wire);
        for (let turn = 0; turn < turns; turn += 1) await undefined;
      }
      for (let round = 0; callers.ends.size < callers.all.length && round < 1000; round += 1) {
        for (const _ of [...wire.held]) perform(last(round), callers, wire);
        await longBreath();
      }
      expect(callers.ends.size, 'calls that have ended').to.equal(callers.all.length);
      for (const { answered, signal } of wire.arrived) expect(answered || signal.aborted).to.equal(true);
      expectOwnEnds(callers, wire);
      expect(unhandled).to.deep.equal([]);
      longest = Math.max(longest, steps.length);
    });
    await fc.assert(property, { seed: 1, numRuns: 5, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true });
    expect(longest).to.be.at.least(1000);
  }).timeout(120_000);
});

/** What a request asks; all that is asked alone, by its operation. */
const labelOf = ({ same, operation }: Ask) => same ?? operation;

function labelled({ arrived }: Wire): Map<Arrived, string> {
  const known = Object.values(asks);
  return new Map(arrived.map((asked) => [asked, labelOf(known.find((ask) => isOf(asked, ask)) as Ask)]));
}

/** Its own answer, unspoilt, a failure of its own operation, or the reason of its own abort. */
function expectOwnEnd({ ask, page, reason }: Caller, end: Observed | undefined, sends: Arrived[]): void {
  if (end && 'value' in end) {
    const { object } = end.value as { object?: string };
    if (object || !isWrite(ask)) expect(sends.map(({ number }) => `answer ${number}`)).to.include(object);
    // Found, not answered: under the shop's own reference it went out before.
    else expect(sends).to.have.lengthOf.at.least(isOurs(ask) ? 1 : 2);
  } else if (end?.thrown === reason) expect(page?.signal.aborted).to.equal(true);
  else expect(end?.thrown).to.include({ operation: ask.operation }).and.have.property('code');
}

/** A write goes out once for each call, but for those who left; a read never twice at a time. */
function expectOwnEnds({ all, ends }: Callers, wire: Wire): void {
  const labels = labelled(wire);
  for (const label of new Set(Object.values(asks).map(labelOf))) {
    const callers = all.filter(({ ask }) => labelOf(ask) === label && !ask.invalid);
    const sends = wire.arrived.filter((asked) => labels.get(asked) === label);
    for (const caller of callers) expectOwnEnd(caller, ends.get(caller), sends);
    const stayed = callers.filter((caller) => !left(caller, ends.get(caller)));
    if (callers.some(({ ask }) => isWrite(ask))) expect(sends.length).to.be.within(stayed.length, callers.length);
    else for (const { besides } of sends) expect(besides.map((other) => labels.get(other))).to.not.include(label);
  }
}

const left = ({ reason }: Caller, end: Observed | undefined) => end && 'thrown' in end && end.thrown === reason;
