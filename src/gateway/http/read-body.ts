import { isDeeper } from '../../contract/index.ts';
import { Refusal } from '../upstream/index.ts';

/** Bytes. A signed cart has at most 16 KiB, and the other fields are short. */
const largest = 64 * 1024;
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
  const body = parse(await textOf(request, timeout));
  if (typeof body !== 'object' || body === null || Array.isArray(body) || isDeeper(body, deepest))
    throw new Refusal('body-unreadable');
  if (hasNul(body))
    throw new Refusal('invalid-request', { details: { reason: 'No text may have the character NUL.' } });
  return body as Body;
}

async function textOf({ body }: Request, timeout: number): Promise<string> {
  const reader = body?.getReader();
  if (!reader) return '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Refusal('body-too-slow')), timeout);
  });
  // After the body has arrived, nothing listens to this rejection.
  late.catch(() => {});
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    let text = '';
    let bytes = 0;
    for (;;) {
      const part = await Promise.race([reader.read(), late]);
      if (part.done) return text + decoder.decode();
      bytes += part.value.byteLength;
      if (bytes > largest) throw new Refusal('body-too-large');
      text += decoder.decode(part.value, { stream: true });
    }
  } catch (problem) {
    reader.cancel().catch(() => {});
    throw problem instanceof Refusal ? problem : new Refusal('body-unreadable');
  } finally {
    clearTimeout(timer);
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
