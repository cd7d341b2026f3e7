import { allOperations, type OperationName } from '../contract/index.ts';
import type { Clock, Conditions } from './context.ts';
import { missingKey, readBody, SandboxRefusal } from './http.ts';

import {
  type Call,
  isScenario,
  type ScenarioMemory,
  type ScenarioName,
  scenarioNames,
  scenarios,
} from './scenarios.ts';

/** A fault of one request. */
interface Fault {
  /** Milliseconds to wait first. */
  latency?: number;
  /** What replaces the answer. */
  outcome?: Outcome;
}

type Outcome =
  /** The service answers the status; the request has no effect. `retryAfter` is in seconds. */
  | { kind: 'status'; status: number; retryAfter?: number }
  /** The service refuses with a code of eight digits, or with the balance error, which has none (contract/README.md §1.8). */
  | { kind: 'error'; error: number | 'balance' }
  /** The connection breaks before the request has an effect. */
  | { kind: 'drop' }
  /** The request has its effect, and the connection breaks before the answer. */
  | { kind: 'drop-after' }
  /** The request has its effect, and the answer is cut in half. */
  | { kind: 'malformed' }
  /** A proxy answers an HTML page with status 502; the request has no effect. */
  | { kind: 'html' };

interface Reading {
  /** The syntax, for the error message. */
  form: string;
  pattern: RegExp;
  read(digits: string, more: string | undefined): Fault;
}

/** The faults of the header, as in the README. */
const readings: readonly Reading[] = [
  {
    form: 'latency=MS, 0 to 60000',
    pattern: /^latency=(\d{1,4}|[1-5]\d{4}|60000)$/,
    read: (milliseconds) => ({ latency: Number(milliseconds) }),
  },
  {
    form: 'status=NNN, 400 to 599, with ;retry-after=S where wanted',
    pattern: /^status=([45]\d\d)(?:\s*;\s*retry-after=(\d{1,5}))?$/,
    read: (status, seconds) => ({
      outcome: { kind: 'status', status: Number(status), ...(seconds && { retryAfter: Number(seconds) }) },
    }),
  },
  {
    form: 'error=CODE, 8 digits that begin with 4 or 5',
    pattern: /^error=([45]\d{7})$/,
    read: (code) => ({ outcome: { kind: 'error', error: Number(code) } }),
  },
  { form: 'error=balance', pattern: /^error=balance$/, read: () => ({ outcome: { kind: 'error', error: 'balance' } }) },
  ...(['drop', 'drop-after', 'malformed', 'html'] as const).map((kind) => ({
    form: kind,
    pattern: new RegExp(`^${kind}$`),
    read: () => ({ outcome: { kind } }),
  })),
];

/**
 * Parses a fault: `latency=500,drop-after`. A latency goes with any other fault; two others exclude each other.
 * @param source the header or option, for the error message
 * @throws {SandboxRefusal} 400
 */
function readFault(text: string, source: string): Fault {
  const fault: Fault = {};
  for (const word of text.split(',').map((part) => part.trim())) {
    if (word === '') continue;
    const next = readWord(word, source);
    for (const key of Object.keys(next))
      if (Object.hasOwn(fault, key)) throw wrong(source, `cannot have ${word} beside what stands before it`);
    Object.assign(fault, next);
  }
  return fault;
}

function readWord(word: string, source: string): Fault {
  for (const { pattern, read } of readings) {
    const found = pattern.exec(word);
    if (found) return read(found[1] ?? '', found[2]);
  }
  throw wrong(source, `must be one of: ${readings.map(({ form }) => form).join('; ')}; not "${word}"`);
}

const wrong = (source: string, reason: string) => new SandboxRefusal(40_000_000, `${source} ${reason}`);

const referenceUsed = 40_002_060;

/** The merchant's empty balance. It has no code (contract/README.md §1.8). */
const balance = { success: false, error: 'No sufficient balance to call rates API. Please top up the balance.' };

/** The service's answer for an error code. */
function errorAnswer(error: number | 'balance', call: Call | undefined): Response {
  if (error === 'balance') return Response.json(balance, { status: 400 });
  if (error === missingKey.code) return Response.json(missingKey, { status: 401 });
  return new SandboxRefusal(error, `The sandbox was asked for the error ${error}`, detailsOf(error, call)).answer();
}

/** For a used reference, `details` name an order that does not exist (contract/README.md §2.3). */
function detailsOf(error: number, call: Call | undefined): Record<string, unknown> {
  if (error !== referenceUsed) return {};
  return { order_id: '0'.repeat(24), waybill_id: null, reference_id: call?.body.reference_id ?? null };
}

const names = Object.keys(allOperations) as OperationName[];

const patterns = names.map((operation) => {
  const { method, path } = allOperations[operation];
  return { operation, method, path: new RegExp(`^${path.replace(':id', '[^/]+')}$`) };
});

/** Undefined for other requests: scenarios change the operations only. */
async function callOf(request: Request): Promise<Call | undefined> {
  const { pathname } = new URL(request.url);
  const found = patterns.find(({ method, path }) => method === request.method && path.test(pathname));
  return found && { operation: found.operation, body: await bodyOf(request) };
}

/** Reads a clone, because the handler reads the request itself. */
async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  try {
    return { ...(await readBody(request.clone())) };
  } catch {
    return {};
  }
}

const htmlPage = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>\n';

/**
 * Answers with the fault. `work` answers the request itself.
 * @throws {TypeError} the connection broke, as `fetch` reports it; or the reason of the signal, if it aborts during the latency
 */
async function applyFault(
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

/** Which failures the sandbox plays. */
export interface FaultOptions {
  /**
   * `false` ignores the headers `sandbox-fault` and `sandbox-scenario`. A text, or a function that returns one, is the fault
   * of requests without the header.
   */
  faults?: boolean | string | ((request: Request) => string | undefined);
  /** The scenario of requests without the header `sandbox-scenario`. */
  scenario?: ScenarioName;
}

const faultHeader = 'sandbox-fault';
const scenarioHeader = 'sandbox-scenario';

type Answer = (request: Request, conditions: Conditions) => Promise<Response>;

/** Wraps `answer` with the faults and scenarios of the options and of the request's headers. */
export function injectFaults(
  { faults = true, scenario = 'normal' }: FaultOptions,
  clock: Clock,
  answer: Answer,
): (request: Request) => Promise<Response> {
  const memory: ScenarioMemory = new Map();
  // Throws for invalid options now, not at the first request.
  if (typeof faults === 'string') readFault(faults, 'faults');
  scenarioNamed(scenario, 'scenario');

  const headerOf = (request: Request, name: string) => (faults === false ? null : request.headers.get(name));
  const faultOf = (request: Request): Fault | undefined => {
    const sent = headerOf(request, faultHeader);
    if (sent !== null) return readFault(sent, faultHeader);
    const text = typeof faults === 'function' ? faults(request) : faults;
    return typeof text === 'string' ? readFault(text, 'faults') : undefined;
  };

  async function answerWithFaults(request: Request): Promise<Response> {
    const fault = faultOf(request);
    const name = scenarioNamed(headerOf(request, scenarioHeader) ?? scenario, scenarioHeader);
    // Without a fault the body is read once.
    if (name === 'normal' && !fault) return answer(request, {});

    const { effectOn, learn } = scenarios[name];
    const call = await callOf(request);
    const { fault: planned, ...conditions } = (call && effectOn?.(call, memory)) ?? {};
    const work = async () => {
      const answered = await answer(request, conditions);
      if (call) await learn?.(call, answered.clone(), memory);
      return answered;
    };
    // The fault of the request's own header goes before the scenario's.
    const applied = fault ?? (planned === undefined ? {} : readFault(planned, name));
    return applyFault(applied, { request, call, clock }, work);
  }

  return async (request) => {
    try {
      return await answerWithFaults(request);
    } catch (problem) {
      if (problem instanceof SandboxRefusal) return problem.answer();
      throw problem;
    }
  };
}

function scenarioNamed(name: string, source: string): ScenarioName {
  if (isScenario(name)) return name;
  throw new SandboxRefusal(40_000_000, `${source} must be one of ${scenarioNames.join(', ')}; not "${name}"`);
}
