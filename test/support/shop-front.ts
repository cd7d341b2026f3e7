import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The shop's one origin. */
export interface ShopFront {
  origin: string;
  stop(): Promise<void>;
}

/**
 * One origin for a page and its service, as a shop has it: `/shipping` is the sandbox, all else the page's own server. Where the line
 * behind it breaks, the browser has lost the answer.
 */
export async function openShop(page: string, sandbox: string): Promise<ShopFront> {
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    if (path.startsWith('/shipping/')) pass(asked, answer, `${sandbox}${path.slice('/shipping'.length)}`);
    else pass(asked, answer, `${page}${path}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function pass(asked: IncomingMessage, answer: ServerResponse, address: string): void {
  const { method, headers } = asked;
  const passed = request(address, { method, headers }, (received) => {
    answer.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(answer).on('error', () => answer.destroy());
    received.once('aborted', () => answer.destroy());
  });
  passed.once('error', () => breakOff(answer));
  asked.pipe(passed);
}

/** Where not a byte has come, a browser may send a POST again by itself, and the page would miss nothing: this breaks off behind the head. */
function breakOff(answer: ServerResponse): void {
  answer.writeHead(200, { 'content-length': 1 }).flushHeaders();
  answer.socket?.end();
}
