import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { createSandbox } from 'ship-elements/sandbox';
import { startPostgres } from './postgres.js';

/** Closes what `npm start` has opened, the last first. */
const closing = [];
const close = async () => {
  for (const step of closing.splice(0).reverse()) await step();
};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => close().finally(() => process.exit(0)));

let hasFailed = false;
async function fail({ message }) {
  // Medusa loads its modules side by side, and one wrong setting fails several of them.
  if (hasFailed) return;
  hasFailed = true;
  process.stderr.write(`${message}\n`);
  await close();
  process.exit(1);
}
process.on('unhandledRejection', fail);
await open().catch(fail);

async function open() {
  const { env } = process;
  const port = Number(env.PORT ?? 9_000);
  if (!Number.isInteger(port)) throw new Error(`PORT must be a number such as 9000, not ${env.PORT}.`);
  if (env.SHIPPING_URL && !env.SHIPPING_KEY)
    throw new Error('SHIPPING_KEY is missing: give the key of the service at SHIPPING_URL.');
  env.LOG_LEVEL ??= 'warn';
  env.SHOP_URL ??= `http://127.0.0.1:${port}`;
  // Public, because this shop sells nothing. Make your own with: openssl rand -base64 33
  env.SHIPPING_SECRET ??= 'the-demo-has-no-secret-that-matters';
  if (!env.DATABASE_URL) {
    const postgres = await startPostgres();
    closing.push(postgres.stop);
    env.DATABASE_URL = postgres.url;
  }
  if (!env.SHIPPING_URL) {
    env.SHIPPING_KEY = 'the-sandbox-needs-none';
    const sandbox = serve({ fetch: createSandbox({ key: env.SHIPPING_KEY }).fetch, hostname: '127.0.0.1', port: 0 });
    await once(sandbox, 'listening');
    closing.push(() => sandbox.close());
    env.SHIPPING_URL = `http://127.0.0.1:${sandbox.address().port}`;
  }
  process.stdout.write('The tables are made: about ten seconds.\n');
  await migrate();
  const { openShop } = await import('./shop.js');
  closing.push(await openShop(port));
  process.stdout.write(`The shop is open at ${env.SHOP_URL}/, and its orders at ${env.SHOP_URL}/staff.html\n`);
}

/** Makes the tables of Medusa, with Medusa's own program. */
async function migrate() {
  const program = ['node_modules/@medusajs/cli/cli.js', 'db:migrate', '--skip-scripts', '--skip-search'];
  await promisify(execFile)(process.execPath, program, { maxBuffer: 1e8 }).catch(({ stdout, stderr }) => {
    throw new Error(`The tables were not made:\n${stdout}${stderr}`);
  });
}
