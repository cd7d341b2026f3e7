import type { GatewayEvent, GatewayOptions } from './options.ts';
import { type Answer, isRefusal, Refusal } from './upstream/index.ts';

/** Reports one request, or one call in process, to `observe`. */
export async function observed<Result>(
  observe: GatewayOptions['observe'],
  { operation, method }: Pick<GatewayEvent, 'operation' | 'method'>,
  work: (event: GatewayEvent) => Result | Promise<Result>,
): Promise<Result> {
  const begun = performance.now();
  const event: GatewayEvent = {
    operation,
    method,
    status: 0,
    reason: undefined,
    milliseconds: 0,
    quoted: false,
    fault: undefined,
  };
  const result = await work(event);
  observe?.({ ...event, milliseconds: performance.now() - begun });
  return result;
}

/** Returns the answer, also if the work throws. Writes its status and reason into the event. */
export async function answered(event: GatewayEvent, work: () => Promise<Answer>): Promise<Answer> {
  const answer = await work().catch((problem) => {
    const refusal = isRefusal(problem) ? problem : new Refusal('gateway-failed');
    // Only name and code of the error, because a database's message may quote personal data.
    if (refusal !== problem) event.fault = kindOf(problem);
    return refusal.answer();
  });
  event.status = answer.status;
  event.reason = answer.reason;
  if (answer.charged !== undefined) {
    event.charged = answer.charged;
    event.offered = (answer.body as { price?: number }).price;
  }
  return answer;
}

function kindOf(problem: unknown): string {
  const { name, code } = Object(problem) as { name?: unknown; code?: unknown };
  return [name, code].filter((word) => typeof word === 'string' && /^\w{1,40}$/.test(word)).join(' ') || 'unknown';
}
