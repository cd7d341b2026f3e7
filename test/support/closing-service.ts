import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/**
 * A service that does the work of each write and then closes the connection without an answer. The browser sends
 * the request again by itself. The second request is answered.
 */
export function closingService(service: (request: Request) => Promise<Response>) {
  /** The paths of the writes, in order of arrival. */
  const writes: string[] = [];
  const fetch = async (request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const isWrite = /orders/.test(pathname);
    const isFirst = isWrite && !writes.includes(pathname);
    if (isWrite) writes.push(pathname);
    const answer = await service(request);
    if (!isFirst) return answer;
    incoming.socket.end();
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  };
  return { fetch, writes };
}
