import { defineConfig } from '@medusajs/framework/utils';

const url = process.env.SHOP_URL;

/** The plugin: gateway, API routes, the job, the last look before an order, and the widget of the dashboard. */
const shipElements = {
  resolve: 'ship-elements/medusa',
  options: {
    account: 'demo',
    upstream: process.env.SHIPPING_URL,
    key: process.env.SHIPPING_KEY,
    secrets: { current: { kid: 'demo', secret: process.env.SHIPPING_SECRET } },
    areas: true,
    // What delivery costs before the checkout.
    promises: { origin: { origin_postal_code: 12440 } },
    origins: [url],
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
    fallback: [{ courier: 'jne', service: 'reg', courierName: 'JNE', serviceName: 'Reguler', price: 20000 }],
    cashOnDeliveryProviders: ['pp_system_default'],
    trackingPage: `${url}/track.html`,
  },
};

export default defineConfig({
  admin: { disable: process.env.SHOP_ADMIN !== 'on' },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: { storeCors: url, adminCors: url, authCors: url, jwtSecret: 'demo', cookieSecret: 'demo' },
  },
  plugins: [shipElements],
  modules: [
    {
      resolve: '@medusajs/medusa/fulfillment',
      // The provider of the plugin needs both.
      dependencies: ['query', 'shipElements'],
      options: {
        providers: [
          { resolve: 'ship-elements/medusa', id: 'ship' },
          // What staff send by hand.
          { resolve: '@medusajs/medusa/fulfillment-manual', id: 'manual' },
        ],
      },
    },
    {
      // Several processes share their locks.
      resolve: '@medusajs/medusa/locking',
      options: { providers: [{ resolve: '@medusajs/medusa/locking-postgres', id: 'postgres', is_default: true }] },
    },
    {
      resolve: '@medusajs/medusa/payment',
      options: { providers: [{ resolve: './src/modules/card.js', id: 'demo' }] },
    },
  ],
});
