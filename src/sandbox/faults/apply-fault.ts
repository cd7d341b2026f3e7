import type { Clock } from '../clock.ts';
import { SandboxRefusal } from '../refusal.ts';
import type { Call } from './call.ts';
import { errorAnswer } from './error-answers.ts';
import type { Fault } from './faults.ts';

const htmlPage = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>\n';

/**
 * Answers with the fault. `work` answers the request itself.
 * @throws {TypeError} the connection broke, as `fetch` reports it; or the reason of the signal, if it aborts during the latency
 */
export async function applyFault(
  { latency, outcome }: Fault,
  { request, call, clock }: { request: Request; call: Call | undefined; clock: Clock },
  work: () => Promise<Response>,
): Promise<Response> {
  if (latency !== undefined) await clock.wait(latency, request.signal);
  switch (outcome?.kind) {
    case undefined:
      return work();
    case 'status':
      return statusAnswer(outcome.status, outcome.retryAfter);
    case 'error':
      return errorAnswer(outcome.error, call);
    case 'html':
      return new Response(htmlPage, { status: 502, headers: { 'content-type': 'text/html; charset=utf-8' } });
    case 'drop':
      throw brokenConnection();
    case 'drop-after':
      await work();
      throw brokenConnection();
    case 'malformed':
      return cutInHalf(await work());
  }
}

function statusAnswer(status: number, retryAfter: number | undefined): Response {
  const refusal = new SandboxRefusal(status * 100_000, `The sandbox was asked for the status ${status}`);
  return refusal.answer(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
}

const brokenConnection = () => new TypeError('Failed to fetch: a fault of the sandbox broke the line');

async function cutInHalf(answer: Response): Promise<Response> {
  const text = await answer.text();
  return new Response(text.slice(0, Math.ceil(text.length / 2)), { status: answer.status, headers: answer.headers });
}
