import { Refusal } from './refusal.ts';

const mostBytes = 1_048_576;
const mostLevels = 32;

const unreadable = (error: string) => new Refusal(40_000_000, error);

/** The JSON object that a request carries; an empty one where it carries nothing (contract/README.md §7). */
export async function readBody(request: Request): Promise<object> {
  const text = await textOf(request);
  if (text === '') return {};
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw unreadable('content-type must be application/json');
  const body = parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw unreadable('the body must be a JSON object, for example {"items":[…]}');
  if (nests(body, mostLevels)) throw unreadable(`the body must not nest deeper than ${mostLevels} levels`);
  return body;
}

async function textOf(request: Request): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  // A body that is too long is read to its end and forgotten: a client cut off while it speaks would see a broken line
  // instead of the answer.
  for await (const chunk of chunksOf(request)) {
    bytes += chunk.byteLength;
    if (bytes <= mostBytes) text += decode(() => decoder.decode(chunk, { stream: true }));
  }
  if (bytes > mostBytes) throw new Refusal(41_300_000, 'the body must not be longer than 1 MiB');
  return text + decode(() => decoder.decode());
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    const reader = request.body?.getReader();
    // Some browsers have no `body` on a request that was not sent.
    if (!reader) {
      yield new Uint8Array(await request.arrayBuffer());
      return;
    }
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } catch {
    // Whoever sent it is gone, or had it read before.
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

/** Whether a value nests deeper than that many levels. */
function nests(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => nests(part, levels - 1));
}
