import { isDeeper } from '../../contract/index.ts';
import { Refusal } from '../upstream/index.ts';

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
  const body = parse(textIn(await bytesOf(request.body, timeout)));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal('body-unreadable');
  return checked(body as Body);
}

/**
 * Reads the JSON of another server, whatever type its header names, also compressed.
 * @param timeout milliseconds
 * @returns undefined if the body is empty
 * @throws {Refusal} as `readBody`, without `not-json`. The size of the unzipped body is bounded, too
 */
export async function readMessage({ body }: Request, timeout: number): Promise<unknown> {
  const sent = await bytesOf(body, timeout);
  const format = compressionOf(sent);
  const text = textIn(format ? await bytesOf(unzipped(sent, format), timeout) : sent);
  if (text.trim() === '') return undefined;
  const message = parse(text);
  if (typeof message !== 'object' || message === null) throw new Refusal('body-unreadable');
  return checked(message);
}

/** @throws {Refusal} */
function checked<T extends object>(body: T): T {
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
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    for (;;) {
      const part = await Promise.race([reader.read(), late]);
      if (part.done) return new Uint8Array(await new Blob(parts).arrayBuffer());
      bytes += part.value.byteLength;
      if (bytes > largest) throw new Refusal('body-too-large');
      parts.push(part.value as Uint8Array<ArrayBuffer>);
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

function parse(text: string): unknown {
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
