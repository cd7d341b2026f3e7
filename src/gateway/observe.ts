import type { Clock } from '../client/index.ts';
import { type GatewayAnswer, isRefusal, Refusal } from './http/refusal.ts';
import type { GatewayEvent, GatewayOptions } from './options.ts';

/** An event before it reaches the shop. */
export interface SentEvent extends GatewayEvent {
  /** The client's address, by which findings are counted. It is taken out. */
  sender?: string;
}

/** Reports one request, or one call in process, to `observe`. */
export async function observed<Result>(
  observe: GatewayOptions['observe'],
  { operation, method }: Pick<GatewayEvent, 'operation' | 'method'>,
  work: (event: SentEvent) => Result | Promise<Result>,
): Promise<Result> {
  const begun = performance.now();
  const event: SentEvent = {
    operation,
    method,
    status: 0,
    reason: undefined,
    milliseconds: 0,
    quoted: false,
    fault: undefined,
  };
  const result = await work(event);
  report(observe, { ...event, milliseconds: performance.now() - begun });
  return result;
}

/** An `observe` that throws, or whose promise rejects, changes nothing. */
export function report(observe: GatewayOptions['observe'], event: GatewayEvent): void {
  (async () => observe?.(event))().catch(() => {});
}

/** In a shop without an `observe`: what the shop has to mend is in its log. */
export const warning =
  (account: string): NonNullable<GatewayOptions['observe']> =>
  ({ operation, mismatch, fault }) => {
    const what = mismatch ?? fault;
    // biome-ignore lint/suspicious/noConsole: it is the shop's log, unless the shop has another one.
    if (what !== undefined) console.warn(`The shipping gateway of ${account}, ${operation}: ${what}`);
  };

/** Returns the answer, also if the work throws. Writes its status and reason into the event. */
export async function answered(event: GatewayEvent, work: () => Promise<GatewayAnswer>): Promise<GatewayAnswer> {
  const answer = await work().catch((problem) => {
    const refusal = isRefusal(problem) ? problem : new Refusal('gateway-failed');
    if (refusal !== problem) event.fault = faultOf(problem);
    return refusal.answer();
  });
  event.status = answer.status;
  event.reason = answer.reason;
  event.fault ??= answer.fault;
  if (answer.mismatch !== undefined) event.mismatch = answer.mismatch;
  if (answer.charged !== undefined) {
    event.charged = answer.charged;
    event.offered = (answer.body as { price?: number }).price;
  }
  return answer;
}

/** Name and code of an error, or the code that its message begins with, as D1's. A database's message may quote personal data. */
export function faultOf(problem: unknown): string {
  const { name, code, message } = Object(problem) as { name?: unknown; code?: unknown; message?: unknown };
  const [written] = /^[A-Z0-9]+_[A-Z0-9_]+(?=:)/.exec(String(message)) ?? [];
  return (
    [name, code ?? written].filter((word) => typeof word === 'string' && /^\w{1,40}$/.test(word)).join(' ') || 'unknown'
  );
}

/** Milliseconds in which a finding is said once. */
const minute = 60_000;

/** Sentences of one finding in a minute, from one address. A stranger's token may have any name, and takes no line of the shop's own. */
const mostWordings = 3;

/** Says what a run without a request has found, if it is a mismatch. The same again within the minute is no event. */
export function reportFinding(
  observe: GatewayOptions['observe'],
  operation: 'settle' | 'news',
  { reason, mismatch }: { reason?: string | undefined; mismatch?: string | undefined },
): void {
  if (mismatch === undefined) return;
  const event = { operation, method: 'in process', status: foundAlone, reason, mismatch };
  report(observe, { ...event, milliseconds: 0, quoted: false, fault: undefined });
}

/** Names, sites and numbers in a sentence. A number may be in a name. */
const names = /"[^"]*"|\w+:\/\/\S+|\d+/g;

/** The status of an event that is no answer. */
const foundAlone = 0;

/**
 * Leaves `mismatch` out of an event if the same sentence was said within the last minute, so that a flood of requests fills no log with
 * them. With other numbers it is the same. With other names and sites in it, it is said three times a minute for each sender.
 */
export function sayingOnce(observe: GatewayOptions['observe'], clock: Pick<Clock, 'elapsed'>): typeof observe {
  /** When each sentence, and each finding of a sender, was said in the last minute. The oldest first. */
  const said = new Map<string, number[]>();
  return (
    observe &&
    (({ sender, ...event }: SentEvent) => {
      const { mismatch, ...rest } = event;
      if (mismatch === undefined) return observe(event);
      const now = clock.elapsed();
      for (const [key, times] of said) {
        if (now - Number(times.at(-1)) < minute) break;
        said.delete(key);
      }
      const lately = (key: string) => (said.get(key) ?? []).filter((at) => now - at < minute);
      const sentence = `${event.operation} ${mismatch.replace(names, (part) => (/^\d/.test(part) ? '' : part))}`;
      const finding = `${sender} ${sentence.replace(names, '')}`;
      if (lately(sentence).length || lately(finding).length >= mostWordings)
        return event.status === foundAlone ? undefined : observe(rest);
      for (const key of [sentence, finding]) {
        const times = [...lately(key), now];
        said.delete(key);
        said.set(key, times);
      }
      return observe(event);
    })
  );
}
