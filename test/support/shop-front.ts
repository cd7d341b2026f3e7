import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

/** The origin of the shop. */
export interface ShopFront {
  origin: string;
  stop(): Promise<void>;
}

/** A proxy with one origin: `/shipping` goes to the sandbox, all else to the page's server. A broken connection stays broken. */
export async function openShop(page: string, sandbox: string): Promise<ShopFront> {
  const { address, close } = await listen((asked, answer) => {
    const path = asked.url ?? '/';
    if (path.startsWith('/shipping/')) pass(asked, answer, `${sandbox}${path.slice('/shipping'.length)}`);
    else pass(asked, answer, `${page}${path}`);
  });
  return { origin: address, stop: close };
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

/** Breaks the connection after the head. Before the first byte, a browser would send the POST again by itself. */
function breakOff(answer: ServerResponse): void {
  answer.writeHead(200, { 'content-length': 1 }).flushHeaders();
  answer.socket?.end();
}
