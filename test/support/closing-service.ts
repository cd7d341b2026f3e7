import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** How a connection ends after the work: without a byte, or with the words that the browser was too slow. */
export type Ending = 'without a byte' | 'with a 408';

/**
 * A service behind a server that is done with a connection once it has done the work of a write on it: the first request of
 * each write ends like that, all else is answered. A browser then sends the request again by itself.
 */
export function closingService(service: (request: Request) => Promise<Response>, ending: Ending) {
  /** Paths of the writes that have arrived, in their order. */
  const writes: string[] = [];
  const fetch = async (request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const isWrite = /orders/.test(pathname);
    const isFirst = isWrite && !writes.includes(pathname);
    if (isWrite) writes.push(pathname);
    const answer = await service(request);
    if (!isFirst) return answer;
    if (ending === 'with a 408') return new Response(null, { status: 408, headers: { connection: 'close' } });
    incoming.socket.end();
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  };
  return { fetch, writes };
}
