import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { DefaultLogger, DefaultSchedulerPlugin, dummyPaymentHandler, LogLevel } from '@vendure/core';
import express from 'express';
import { openLibsqlStore } from 'ship-elements/gateway/libsql';
import { openPostgresStore } from 'ship-elements/gateway/postgres';
import { createSandbox, openStore } from 'ship-elements/sandbox';
import { ShipElementsPlugin } from 'ship-elements/vendure';

const { PORT = '3000', DATA = 'data', DATABASE_URL, SHIPPING_URL, SHIPPING_KEY, SHIPPING_SECRET } = process.env;
const { SETTLE_SCHEDULE } = process.env;

export const port = Number(PORT);
if (!Number.isInteger(port)) throw new Error(`PORT must be a number such as 3000, not ${PORT}.`);
if (SHIPPING_URL && !SHIPPING_KEY)
  throw new Error('SHIPPING_KEY is missing: give the key of the service at SHIPPING_URL.');
mkdirSync(DATA, { recursive: true });

/** Without SHIPPING_URL the shop has a sandbox of its own, in this process. */
async function service() {
  if (SHIPPING_URL) return { upstream: SHIPPING_URL, key: SHIPPING_KEY };
  const sandbox = createSandbox({ store: await openStore(join(DATA, 'sandbox.db')) });
  return {
    upstream: 'https://sandbox.invalid',
    key: 'the-sandbox-needs-none',
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  };
}

const shipping = ShipElementsPlugin.init({
  ...(await service()),
  account: 'toko-senja',
  // Public, because this shop sells nothing. Make your own with: openssl rand -base64 33
  secrets: { current: { kid: 'demo', secret: SHIPPING_SECRET ?? 'the-demo-has-no-secret-that-matters' } },
  store: DATABASE_URL ? openPostgresStore(DATABASE_URL) : openLibsqlStore(join(DATA, 'shipping.db')),
  areas: true,
  // What delivery costs before the checkout.
  promises: { origin: { origin_postal_code: 12440 } },
  origins: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
  origin: { origin_postal_code: 12440 },
  sender: {
    origin_contact_name: 'Toko Senja',
    origin_contact_phone: '081234500001',
    origin_address: 'Jalan Fatmawati 10, Jakarta',
  },
  // What the service is told of the goods, unless `categories` names another category.
  defaultCategory: 'home_accessories',
  // Until when orders leave on the same day. The days that are missing are closed.
  calendar: {
    zone: 'WIB',
    days: { mon: '15:00', tue: '15:00', wed: '15:00', thu: '15:00', fri: '15:00', sat: '12:00' },
  },
  fallback: [
    { courier: 'jne', service: 'reg', courierName: 'JNE', serviceName: 'Reguler', price: 20_000, perKilogram: 9_000 },
  ],
  ...(SETTLE_SCHEDULE && { settleSchedule: SETTLE_SCHEDULE }),
  // A channel with the code `bandung` has a warehouse of its own.
  channels: {
    bandung: {
      origin: { origin_postal_code: 40111 },
      sender: {
        origin_contact_name: 'Toko Senja Bandung',
        origin_contact_phone: '081234500002',
        origin_address: 'Jalan Braga 1, Bandung',
      },
    },
  },
  trackingPage: `http://localhost:${port}/track.html`,
});

const pages = express.Router();
for (const name of ['ship-elements-area-search.js', 'ship-elements-promise.js', 'ship-elements-tracking.js']) {
  const script = createRequire(import.meta.url).resolve(`ship-elements/${name}`);
  pages.get(`/${name}`, (_request, response) => response.sendFile(basename(script), { root: dirname(script) }));
}
pages.use(express.static(new URL('public', import.meta.url).pathname));

/** @type {import('@vendure/core').VendureConfig} */
export const config = {
  apiOptions: {
    port,
    shopApiPath: 'shop-api',
    adminApiPath: 'admin-api',
    cors: false,
    middleware: [{ route: '/', handler: pages, beforeListen: true }],
  },
  authOptions: {
    tokenMethod: ['cookie', 'bearer'],
    cookieOptions: { secret: 'the-demo-has-no-secret-that-matters' },
    superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
  },
  dbConnectionOptions: DATABASE_URL
    ? { type: 'postgres', url: DATABASE_URL, schema: 'public', synchronize: true }
    : // SQLite in JavaScript: nothing to compile, and no other server.
      { type: 'sqljs', location: join(DATA, 'shop.sqlite'), autoSave: true, synchronize: true },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  // This shop has no worker. With one, leave this option out.
  schedulerOptions: { runTasksInWorkerOnly: false },
  plugins: [shipping, DefaultSchedulerPlugin.init()],
};
