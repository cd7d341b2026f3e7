import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { DefaultLogger, dummyPaymentHandler, LogLevel } from '@vendure/core';
import express from 'express';
import { openLibsqlStore } from 'ship-elements/gateway';
import { createSandbox, openStore } from 'ship-elements/sandbox';
import { ShipElementsPlugin } from 'ship-elements/vendure';

const { PORT = '3000', DATA = 'data', SHIPPING_URL, SHIPPING_KEY, SHIPPING_SECRET, SETTLE_EVERY } = process.env;

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
    upstream: 'http://sandbox.invalid',
    key: 'the-sandbox-needs-none',
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  };
}

const shipping = ShipElementsPlugin.init({
  ...(await service()),
  account: 'toko-senja',
  // Public, because this shop sells nothing. Make your own with: openssl rand -base64 33
  secrets: { current: { kid: 'demo', secret: SHIPPING_SECRET ?? 'the-demo-has-no-secret-that-matters' } },
  store: openLibsqlStore(join(DATA, 'shipping.db')),
  origins: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
  origin: { origin_postal_code: 12440 },
  sender: {
    origin_contact_name: 'Toko Senja',
    origin_contact_phone: '081234500001',
    origin_address: 'Jalan Fatmawati 10, Jakarta',
  },
  fallback: [
    { courier: 'jne', service: 'reg', courierName: 'JNE', serviceName: 'Reguler', price: 20_000, perKilogram: 9_000 },
  ],
  ...(SETTLE_EVERY && { settleEvery: Number(SETTLE_EVERY) }),
});

const pages = express.Router();
const script = createRequire(import.meta.url).resolve('ship-elements/ship-elements.js');
pages.get('/ship-elements.js', (_request, response) => response.sendFile(basename(script), { root: dirname(script) }));
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
  // SQLite in JavaScript: nothing to compile, and no other server.
  dbConnectionOptions: {
    type: 'sqljs',
    location: join(DATA, 'shop.sqlite'),
    autoSave: true,
    synchronize: true,
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  plugins: [shipping],
};
