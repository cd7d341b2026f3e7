import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Middleware } from '@vendure/core';
import type { Gateway } from '../../gateway/index.ts';

/** The gateway once it is open. */
let opened: Gateway | undefined;

/** The gateway for the storefront's pages. It reads requests as they arrive, so it stands before Vendure reads bodies, where no controller is. */
export const gatewayMiddleware = (route: string): Middleware => {
  const listener = getRequestListener(
    (request, { incoming }) =>
      opened?.fetch(request, { address: incoming.socket.remoteAddress }) ?? new Response(null, { status: 503 }),
    { overrideGlobalObjects: false },
  );
  return {
    route,
    beforeListen: true,
    handler: (request: IncomingMessage & { originalUrl: string }, response: ServerResponse) => {
      // Express cuts the path of the route off.
      request.url = request.originalUrl;
      return listener(request, response);
    },
  };
};

/** Until then, requests are answered 503. */
export function openMiddleware(gateway: Gateway): void {
  opened = gateway;
}
