import type { MiddlewareHandler } from 'hono';
import { absent, type ErrorBody, isDeeper, type Operation } from '../contract/index.ts';
import type { Clock } from './context.ts';

/** A problem of a request: the field, its code and what to send instead. */
export interface Problem {
  field: string;
  /** 8 digits. */
  code: number;
  reason: string;
}

/** Makes a refusal from a problem. Orders and drafts word them differently (contract/README.md §1.8). */
export type Refuse = (problem: Problem) => SandboxRefusal;

/** A refusal by the service. Any code may throw it; `create-sandbox.ts` answers it. */
export class SandboxRefusal extends Error {
  readonly code: number;
  readonly details: Record<string, unknown>;

  /** @param code eight digits that begin with the HTTP status (contract/README.md §1.8) */
  constructor(code: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return Math.floor(this.code / 100_000);
  }

  answer(headers: Record<string, string> = {}): Response {
    const body: ErrorBody = { success: false, error: this.message, code: this.code, details: this.details };
    return Response.json(body, { status: this.status, headers });
  }
}

export const refuse: Refuse = ({ code, field, reason }) => new SandboxRefusal(code, `${field} ${reason}`);

/** The service answers a missing key with `success:true` (contract/README.md §1.8). */
export const missingKey = { success: true, error: 'Authorization failed', code: 40_101_001 };
const wrongKey = 40_000_001;

/** Accepts requests with the key, raw or as a bearer token. */
export function authorize(key: string): MiddlewareHandler {
  return async (c, next) => {
    const sent = c.req.header('authorization')?.replace(/^Bearer\s+/i, '');
    if (!sent) return c.json(missingKey, 401);
    if (sent !== key)
      throw new SandboxRefusal(wrongKey, 'authorization must be the key that this sandbox was started with');
    return next();
  };
}

/** Requests per second (contract/README.md §1.9). Requests below a path count as well, so a cancellation counts for orders. */
export const rateLimits: readonly { path: string; most: number }[] = [
  { path: '/v1/couriers', most: 10 },
  { path: '/v1/rates', most: 20 },
  { path: '/v1/orders', most: 20 },
  { path: '/v1/draft_orders', most: 20 },
];

/** Requests per second with a test key, for each path (contract/README.md §1.9). */
const testKeyLimit = 5;
const testKey = /^(Bearer\s+)?biteship_test/i;

const tooManyRequests = 42_900_000;
const second = 1_000;

/** Allows so many requests in any second. Refused requests do not count. */
export function limitRate(path: string, most: number, clock: Clock): MiddlewareHandler {
  const usual = limit(path, most, clock);
  const testing = limit(path, Math.min(most, testKeyLimit), clock);
  return async (c, next) => {
    const tooSoon = (testKey.test(c.req.header('authorization') ?? '') ? testing : usual)();
    return tooSoon ?? next();
  };
}

/** Returns a refusal for a request above the limit. */
function limit(path: string, most: number, clock: Clock): () => Response | undefined {
  /** Times of the requests of the last second, oldest first. */
  let recent: number[] = [];
  return () => {
    const now = clock.elapsed();
    recent = recent.filter((time) => time > now - second);
    const [oldest] = recent;
    if (oldest === undefined || recent.length < most) {
      recent.push(now);
      return undefined;
    }
    // `Retry-After` has whole seconds.
    const wait = Math.ceil((oldest + second - now) / second);
    const text = `${path} takes ${most} requests a second: ask again in ${wait} s`;
    return new SandboxRefusal(tooManyRequests, text).answer({ 'retry-after': String(wait) });
  };
}

const maxBytes = 1_048_576;
const maxDepth = 32;

const unreadable = (error: string) => new SandboxRefusal(40_000_000, error);

/** The JSON object of a request; an empty object if the body is empty (contract/README.md §7). */
export async function readBody(request: Request): Promise<object> {
  const text = await textOf(request);
  if (text === '') return {};
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw unreadable('content-type must be application/json');
  const body = parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw unreadable('the body must be a JSON object, for example {"items":[…]}');
  if (isDeeper(body, maxDepth)) throw unreadable(`the body must not nest deeper than ${maxDepth} levels`);
  return body;
}

async function textOf(request: Request): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  // Reads a long body to its end: a client that is cut off while it sends sees a broken connection, not the refusal.
  for await (const chunk of chunksOf(request)) {
    bytes += chunk.byteLength;
    if (bytes <= maxBytes) text += decode(() => decoder.decode(chunk, { stream: true }));
  }
  if (bytes > maxBytes) throw new SandboxRefusal(41_300_000, 'the body must not be longer than 1 MiB');
  return text + decode(() => decoder.decode());
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    const reader = request.body?.getReader();
    // Some browsers have no `body` on a request that was only constructed.
    if (!reader) {
      yield new Uint8Array(await request.arrayBuffer());
      return;
    }
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } catch {
    // The client has left, or the body was read before.
    throw unreadable('the body must come whole');
  }
}

function decode(work: () => string): string {
  try {
    return work();
  } catch {
    throw unreadable('the body must be UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(`the body must be JSON: ${cause instanceof Error ? cause.message : 'it cannot be parsed'}`);
  }
}

interface FieldCodes {
  /** `wrong` by default. */
  missing?: number;
  /** `otherwise` by default. */
  wrong?: number;
  /** The code for a number above the maximum. */
  above?: { most: number; code: number };
}

/** The error codes of an operation by field; `otherwise` for all other fields. */
export interface Codes {
  otherwise: number;
  fields: Record<string, FieldCodes>;
}

/** Reads the request with the schema. The first invalid field decides the code of the refusal. */
export function checkRequest<T>(
  schema: Operation<T, unknown>['request'],
  request: object,
  codes: Codes,
  refuse: Refuse,
): T {
  const read = schema.safeParse(request);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.map(String) ?? [];
  throw refuse({
    field: path.join('.') || 'the body',
    code: codeOf(codes, path[0] ?? '', valueAt(request, path)),
    reason: issue?.message ?? 'cannot be read',
  });
}

function codeOf({ fields, otherwise }: Codes, field: string, value: unknown): number {
  const { missing, wrong = otherwise, above }: FieldCodes = (Object.hasOwn(fields, field) && fields[field]) || {};
  if (absent(value)) return missing ?? wrong;
  // A text of digits is a number (contract/README.md §1.13).
  const number = typeof value === 'string' ? Number(value) : value;
  return above && typeof number === 'number' && number > above.most ? above.code : wrong;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (found === null || typeof found !== 'object' || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}
