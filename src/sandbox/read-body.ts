import { isDeeper } from '../contract/index.ts';
import { SandboxRefusal } from './refusal.ts';

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
