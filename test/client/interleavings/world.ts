import { expect } from 'chai';
import { answers } from './answers.ts';
import { type Ask, asks } from './asks.ts';
import { breath, longBreath } from './breath.ts';
import { Callers, isWrite } from './callers.ts';
import { expectEnd, expectLeft, expectPlaced, take } from './ends.ts';
import type { Caller, Send } from './promised.ts';
import { PromisedReads } from './reads.ts';
import { type Abort, type Call, places, type Reply, type Settings, type Step } from './steps.ts';
import { type Arrived, Wire } from './wire.ts';
import { PromisedWrites } from './writes.ts';

/** A client between its callers and a service, and beside it what is promised of it. */
export class World {
  readonly wire = new Wire();
  readonly callers: Callers;
  /** So many steps had something to do. */
  steps = 0;
  readonly #reads: PromisedReads;
  readonly #writes = new PromisedWrites();
  #waiting: Caller[] = [];
  /** What has reached the service and is not answered. */
  readonly #open = new Map<Arrived, Send>();
  /** What must reach it by the end of this moment. */
  #due: Send[] = [];
  /** What was written and what was answered in this moment: not both, whichever is first would be left to chance. */
  readonly #written = new Set<string>();
  readonly #answered = new Map<string, () => Send | undefined>();

  constructor(settings: Settings) {
    this.callers = new Callers(settings, this.wire.fetch);
    this.#reads = new PromisedReads(settings);
  }

  /** All these steps without a breath in between, then whatever follows from them. */
  async moment(steps: readonly Step[]): Promise<void> {
    const before = this.wire.arrived.length;
    for (const step of steps) if (this.#perform(step)) this.steps += 1;
    await breath();
    this.#due = this.#due.filter(({ abandoned }) => !abandoned);
    for (const send of this.#due) send.goesOut?.();
    for (const meets of this.#answered.values()) this.#mustArrive(meets());
    await this.#arrivals(before);
    this.#compare();
    this.#written.clear();
    this.#answered.clear();
  }

  #mustArrive(send: Send | undefined): void {
    if (send) this.#due.push(send);
  }

  /** A request that is due and does not come is not waited for without end. */
  async #arrivals(before: number): Promise<void> {
    const { arrived } = this.wire;
    const all = before + this.#due.length;
    for (let turns = 0; arrived.length < all && turns < 50; turns += 1) await longBreath();
    for (const request of arrived.slice(before)) this.#open.set(request, take(this.#due, request));
    expect(this.#due, 'requests that do not reach the service').to.deep.equal([]);
  }

  #compare(): void {
    for (const caller of this.#waiting) expectEnd(caller, this.callers.ends.get(caller));
    this.#waiting = this.#waiting.filter(({ end }) => !end);
    for (const [request, { abandoned }] of this.#open) {
      if (!request.answered) expect(request.signal.aborted, 'aborted on the wire').to.equal(abandoned);
      if (request.answered || abandoned) this.#open.delete(request);
    }
    for (const place of places) {
      expectLeft(this.#writes.left(place), this.callers.unanswered(place));
      expectPlaced(this.#writes.placed(place), this.callers.placed(place));
    }
  }

  #perform(step: Step): boolean {
    if (step.do === 'call') return this.#call(step);
    return step.do === 'abort' ? this.#abort(step) : this.#answer(step);
  }

  #call(step: Call): boolean {
    const ask = asks[step.ask] as Ask;
    if (isWrite(ask) && this.#answered.has(ask.reference ?? ask.same ?? '')) return false;
    const caller = this.callers.call(step);
    this.#waiting.push(caller);
    if (ask.invalid) caller.end = { failure: { code: 'invalid-request', outcome: undefined } };
    else if (step.caller === 'is gone') caller.end = { reason: caller.reason };
    else this.#mustArrive((isWrite(ask) ? this.#writes : this.#reads).call(caller));
    if (isWrite(ask)) this.#written.add(caller.reference);
    return true;
  }

  #abort(step: Abort): boolean {
    const caller = this.callers.abort(step);
    if (caller && !this.callers.ends.has(caller)) caller.leave?.();
    return caller !== undefined;
  }

  #answer({ request, with: how }: Reply): boolean {
    const { held } = this.wire;
    const asked = held[request % held.length];
    if (!asked) return false;
    const answer = (answers[how] as (typeof answers)[string])(asked);
    const send = this.#open.get(asked);
    if (send && (this.#answered.has(send.reference) || this.#written.has(send.reference))) return false;
    asked.answer(answer);
    if (send) this.#answered.set(send.reference, () => send.meets(answer));
    return true;
  }
}
