import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Sandbox } from './create-sandbox.ts';

/**
 * The sandbox as @hono/node-server calls it. Where its `fetch` rejects, as a broken line does, the socket is closed
 * without a word: the server by itself would make an answer of it, status 500.
 */
export function overSocket(sandbox: Sandbox) {
  return async (request: Request, { outgoing }: HttpBindings | Http2Bindings): Promise<Response> => {
    try {
      return await sandbox.fetch(request);
    } catch {
      outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
  };
}
