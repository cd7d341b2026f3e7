import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Sandbox } from './create-sandbox.ts';

/**
 * A handler for @hono/node-server. If `fetch` of the sandbox rejects, it closes the socket without an answer. The server
 * alone would answer 500.
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
