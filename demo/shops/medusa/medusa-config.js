import { defineConfig } from '@medusajs/framework/utils';

const url = process.env.SHOP_URL;

export default defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: { storeCors: url, adminCors: url, authCors: url, jwtSecret: 'demo', cookieSecret: 'demo' },
  },
  modules: [
    {
      resolve: '@medusajs/medusa/fulfillment',
      options: {
        providers: [
          {
            resolve: 'ship-elements/medusa',
            id: 'ship',
            options: {
              account: 'demo',
              upstream: process.env.SHIPPING_URL,
              key: process.env.SHIPPING_KEY,
              secrets: { current: { kid: 'demo', secret: process.env.SHIPPING_SECRET } },
              database: process.env.DATABASE_URL,
              origins: [url],
              origin: { origin_postal_code: 12440 },
              sender: {
                origin_contact_name: 'Toko Senja',
                origin_contact_phone: '081234500001',
                origin_address: 'Jalan Fatmawati 10, Jakarta',
              },
              fallback: [{ courier: 'jne', service: 'reg', courierName: 'JNE', serviceName: 'Reguler', price: 20000 }],
              cashOnDeliveryProviders: ['pp_system_default'],
            },
          },
        ],
      },
    },
    {
      resolve: '@medusajs/medusa/payment',
      options: { providers: [{ resolve: './src/modules/card.js', id: 'demo' }] },
    },
  ],
});
