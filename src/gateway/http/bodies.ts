import { isDeeper, type Operation, type Rupiah, rupiahOf } from '../../contract/index.ts';
import { Refusal } from './refusal.ts';

/** Bytes. A token has at most 96 KiB, and the other fields are short. */
const largest = 128 * 1024;
const deepest = 12;

/** The JSON object of a request. It nests at most 12 levels deep. */
export type Body = Readonly<Record<string, unknown>>;

/**
 * Reads a JSON object of bounded size in bounded time.
 * @param timeout milliseconds
 * @throws {Refusal} `not-json`, `body-too-large`, `body-too-slow`, `body-unreadable`, or `invalid-request` for the character NUL
 */
export async function readBody(request: Request, timeout: number): Promise<Body> {
  // A form of any site can post text here without a preflight, but not JSON.
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) throw new Refusal('not-json');
  if (Number(request.headers.get('content-length') ?? 0) > largest) throw new Refusal('body-too-large');
  const body = parseJson(textIn(await sentIn(request, timeout)));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal('body-unreadable');
  return notTooDeep(body as Body);
}

/**
 * Reads the JSON of another server, whatever type its header names, also compressed.
 * @param timeout milliseconds
 * @returns undefined if the body is empty
 * @throws {Refusal} as `readBody`, without `not-json`. The size of the unzipped body is bounded, too
 */
export async function readMessage(request: Request, timeout: number): Promise<unknown> {
  const sent = await sentIn(request, timeout);
  const format = compressionOf(sent);
  const text = textIn(format ? await bytesOf(unzipped(sent, format), timeout) : sent);
  if (text.trim() === '') return undefined;
  const message = parseJson(text);
  if (typeof message !== 'object' || message === null) throw new Refusal('body-unreadable');
  return notTooDeep(message);
}

/**
 * The body of a request that nothing before the gateway has read: such a parser leaves it locked, or ended.
 * @throws {Refusal}
 */
async function sentIn({ body, headers }: Request, timeout: number): Promise<Uint8Array<ArrayBuffer>> {
  const sent = body?.locked ? undefined : await bytesOf(body, timeout);
  if (sent && (sent.length || !Number(headers.get('content-length')))) return sent;
  const mismatch = 'The request body was read before the gateway, as by express.json(): the gateway has to come first.';
  throw new Refusal('body-unreadable', { sentence: mismatch, mismatch });
}

/** @throws {Refusal} */
function notTooDeep<T extends object>(body: T): T {
  if (isDeeper(body, deepest)) throw new Refusal('body-unreadable');
  if (hasNul(body))
    throw new Refusal('invalid-request', { details: { reason: 'No text may have the character NUL.' } });
  return body;
}

/** No JSON begins with these bytes. Headers are no proof: a proxy may unzip the body and leave them as they were. */
function compressionOf([first, second]: Uint8Array): 'gzip' | 'deflate' | undefined {
  if (first === 0x1f && second === 0x8b) return 'gzip';
  return first === 0x78 ? 'deflate' : undefined;
}

const unzipped = (bytes: Uint8Array<ArrayBuffer>, format: 'gzip' | 'deflate'): Request['body'] =>
  new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));

function joined(parts: Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

async function bytesOf(body: Request['body'], timeout: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  if (!reader) return new Uint8Array();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Refusal('body-too-slow')), timeout);
  });
  // After the body has arrived, nothing listens to this rejection.
  late.catch(() => {});
  try {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for (;;) {
      const part = await Promise.race([reader.read(), late]);
      if (part.done) return joined(parts, bytes);
      bytes += part.value.byteLength;
      if (bytes > largest) throw new Refusal('body-too-large');
      parts.push(part.value);
    }
  } catch (problem) {
    reader.cancel().catch(() => {});
    throw problem instanceof Refusal ? problem : new Refusal('body-unreadable');
  } finally {
    clearTimeout(timer);
  }
}

/** It takes a byte order mark off. @throws {Refusal} if it is not UTF-8 */
function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('body-unreadable');
  }
}

/** Undefined if it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Postgres cannot store the character NUL, and no name or address has it. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNul);
}

/** Names of characters that shops and imports write. Other names stay as they stand. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  times: '×',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  deg: '°',
  trade: '™',
  reg: '®',
  copy: '©',
  middot: '·',
  bull: '•',
  eacute: 'é',
  egrave: 'è',
  frac12: '½',
  frac14: '¼',
};

function character(entity: string, name: string): string {
  if (!name.startsWith('#')) return Object.hasOwn(named, name) ? (named[name] ?? entity) : entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

const decoded = (text: string): string => text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+\d*);/gi, character);

/**
 * A text as people read it, for a label: without tags, entities and characters that have no width. Joiners of scripts and of emoji stay.
 * @returns an empty text if nothing is left
 */
export const plainText = (text: string): string =>
  // Shops and imports encode a text once or twice.
  decoded(decoded(text))
    .replace(/<(script|style)\b[^<>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, ' ')
    .replace(/<(br|p|div|li)\b[^<>]*>/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** The service's own codes for these refusals, because pages tell refusals apart by code. */
interface Codes {
  /** A field is missing or wrong. */
  field: number;
  /** Each field is valid, but not their combination. */
  rule: number;
}

/**
 * Returns the request as the schema reads it. All its rules hold.
 * @throws {Refusal}
 */
export function checked<Request>(row: Operation<Request, unknown>, request: object, now: Date, codes?: Codes): Request {
  const read = readRequest(row, request, codes);
  check(row, read, now, codes);
  return read;
}

/**
 * Returns the request as the schema reads it.
 * @throws {Refusal} naming the first field that is wrong and its remedy
 */
export function readRequest<Request>(
  row: Pick<Operation<Request, unknown>, 'request'>,
  request: object,
  codes?: Codes,
): Request {
  const read = row.request.safeParse(request);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = issue?.path.map(String).join('.') || 'body';
    throw invalid(field, issue?.message ?? 'cannot be read', codes?.field);
  }
  return read.data;
}

/**
 * Checks the rules that span several fields or depend on the date.
 * @throws {Refusal} naming the first rule that is broken and its remedy
 */
export function check<Request>(row: Operation<Request, unknown>, request: Request, now: Date, codes?: Codes): void {
  for (const rule of row.checks) {
    const [problem] = [rule(request, now) ?? []].flat();
    if (problem) throw invalid(problem.path, problem.remedy, codes?.rule);
  }
}

/** The refusal of a field that the gateway itself cannot take. `code` is the service's, where it has one. */
export const invalid = (field: string, reason: string, code?: number) =>
  new Refusal('invalid-request', { details: { field, reason }, code });

/** The fields that have a value. Null and an empty text count as absent. */
export function pickFilled<Field extends string>(
  from: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
): Partial<Record<Field, unknown>> {
  const present = fields.filter((field) => Object.hasOwn(from, field) && from[field] !== null && from[field] !== '');
  return Object.fromEntries(present.map((field) => [field, from[field]])) as Partial<Record<Field, unknown>>;
}

/**
 * Returns the amount of a page's field, in rupiah. 0 if it is absent.
 * @throws {Refusal} naming the field, if it is no amount
 */
export function amountIn(body: Readonly<Record<string, unknown>>, field: string): Rupiah {
  try {
    return rupiahOf(body[field], field) ?? 0;
  } catch (problem) {
    throw invalid(field, (problem as Error).message.replace(`${field} `, ''));
  }
}

/** Characters. Names, addresses and notes of a form are shorter. */
const longest = 300;

/** @throws {Refusal} if a text has more characters than that */
export function bounded<T extends object>(fields: T, most = longest): T {
  for (const [field, value] of Object.entries(fields))
    if (typeof value === 'string' && value.length > most) throw invalid(field, `must be at most ${most} characters`);
  return fields;
}
