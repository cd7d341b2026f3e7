import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { CommandError, configFile, secretsFile } from './settings.ts';

const config = (
  port: number,
  adminPort: number,
) => `// The gateway between your pages and the shipping service. Options: node_modules/ship-elements/demo/docs/gateway-options.md.
// The merchant's key and the secret that your server shares with the gateway are in ${secretsFile}: keep that file out
// of your repository.

export default {
  // A name for tokens, orders and counts. Your server uses the same one.
  account: 'my-shop',

  // The shipping service's base URL, without /v1. For a first try without an account, run "npx ship-elements sandbox --port 4010" beside
  // this, write http://127.0.0.1:4010 here, and any text as the key.
  upstream: 'https://api.example.com',

  // The sites whose pages may ask: scheme and host alone.
  origins: ['https://shop.example'],

  // The part of a request's path before /v1, as your proxy forwards it.
  basePath: '/shipping',

  // Where orders are kept: a file on this machine, or postgres://user:password@host/database for several machines.
  database: 'ship-gateway.db',

  // Pages may order nothing ('none'), save drafts of carts that your server has signed ('draft'), or place granted orders ('order').
  orders: 'none',

  // Your own proxies before this gateway, each of which adds to x-forwarded-for.
  trustedHops: 1,

  // The port for your proxy, and the port for /health and /metrics. Each gateway on a machine needs two ports of its own.
  port: ${port},
  adminPort: ${adminPort},
};
`;

/**
 * Writes a commented config and fresh secrets, and overwrites nothing.
 * @param now the secret is named after its month
 * @throws {CommandError}
 */
export async function init(folder: string, now: Date): Promise<string> {
  for (const file of [configFile, secretsFile])
    if (existsSync(resolve(folder, file))) throw new CommandError(`${file} is here already: nothing was written.`);
  const secrets = {
    key: '',
    secrets: { current: { kid: now.toISOString().slice(0, 7), secret: randomBytes(33).toString('base64') } },
  };
  const [port, adminPort] = [await freePortFrom(8787), await freePortFrom(9464)];
  await writeFile(resolve(folder, configFile), config(port, adminPort), { flag: 'wx' });
  // Only this user can read it.
  await writeFile(resolve(folder, secretsFile), `${JSON.stringify(secrets, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  return [
    `Wrote ${configFile} and ${secretsFile}.`,
    `Put the merchant's key into ${secretsFile}, your sites and the service's address into ${configFile},`,
    'then run "npx ship-elements gateway check", and "npx ship-elements gateway" to serve.',
    '',
  ].join('\n');
}

/** The first free port from there on. Another shop on this machine may use the default one. */
async function freePortFrom(first: number): Promise<number> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(first, '127.0.0.1');
    await listening;
    return (server.address() as AddressInfo).port;
  } catch {
    return freePortFrom(first + 1);
  } finally {
    server.close();
  }
}
