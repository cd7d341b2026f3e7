import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { choiceName, scriptName, scripts } from '../../src/package/script.ts';
import { createSandbox } from '../../src/sandbox/index.ts';

/** The script-tag file of `npm run build`. */
export const script = readFileSync(new URL(`../../dist/${scriptName}`, import.meta.url), 'utf8');

/** The script-tag file without orders. */
export const scriptOfChoice = readFileSync(new URL(`../../dist/${choiceName}`, import.meta.url), 'utf8');

const textOf = (wanted: string) =>
  readFileSync(new URL(`../../dist/${scripts.find(({ name }) => name === wanted)?.file}`, import.meta.url), 'utf8');

/** The script-tag file of the checkout with area search. */
export const scriptWithAreaSearch = textOf('checkout-with-area-search');

/** The script-tag file of the promise. */
export const scriptOfPromise = textOf('promise');

/** The shipment attribute: an item from South Jakarta to Bandung. */
export const shipment =
  '{"origin_postal_code":12440,"destination_postal_code":40111,"items":[{"name":"Batik scarf","value":185000,"quantity":1,"weight":250}]}';

/** A checkout that asks the shop's own service. */
export const checkoutTag = (attributes = '') =>
  `<ship-checkout base-url="/shipping" shipment='${shipment}' ${attributes}></ship-checkout>`;

interface Around {
  lang?: string;
  /** More markup for the head, before the script-tag file. */
  head?: string;
}

/** A shop's page with the script-tag file. */
export const pageOf = (body: string, { lang = 'en', head = '' }: Around = {}) => `<!doctype html>
  <html lang="${lang}">
    <head><title>Shop</title>${head}<script defer src="ship-elements.js"></script></head>
    <body>${body}</body>
  </html>`;

type Service = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

export interface PageOptions extends Around {
  policy?: string;
  /** In place of the script-tag file of the checkout. */
  script?: string;
  service?: Service;
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
};

export interface ScriptShop {
  /** With a slash at the end. */
  address: string;
  /** Resolves with the next report that a page sends. Call it before opening the page. */
  report(): Promise<unknown>;
  /** The bodies of the forms that were posted to /orders. */
  posted: readonly string[];
  stop(): Promise<void>;
}

/** Serves files, which may be added to later, the script-tag file and a shipping service under `/shipping`. The default service is a sandbox. */
export async function startScriptShop(
  files: Record<string, string>,
  policy?: string,
  service: Service = createSandbox().fetch,
): Promise<ScriptShop> {
  const usual: Record<string, string> = { 'favicon.ico': '', 'ship-elements.js': script };
  const waiting: ((report: unknown) => void)[] = [];
  const posted: string[] = [];
  const shop = new Hono();
  // As a shop's host does.
  shop.use(compress());
  shop.use(async (context, next) => {
    await next();
    if (policy) context.header('content-security-policy', policy);
  });
  shop.mount('/shipping', (request, bindings) => service(request, bindings));
  shop.post('/report', async (context) => {
    waiting.shift()?.(await context.req.json());
    return context.body(null, 204);
  });
  shop.post('/orders', async (context) => {
    posted.push(await context.req.text());
    return context.html('<!doctype html><html lang="en"><title>Thank you</title><h1>Thank you</h1></html>');
  });
  shop.get('*', (context) => {
    const name = context.req.path.slice(1);
    const file = files[name] ?? usual[name];
    if (file === undefined) return context.notFound();
    return context.body(file, 200, { 'content-type': types[name.split('.').at(-1) ?? ''] ?? 'text/plain' });
  });
  // Milliseconds. Long, so that a slow machine does not lose a kept connection.
  const serverOptions = { keepAliveTimeout: 300_000 };
  const server = serve({ fetch: shop.fetch, hostname: '127.0.0.1', port: 0, serverOptions });
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    posted,
    report: () => new Promise((resolve) => waiting.push(resolve)),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
