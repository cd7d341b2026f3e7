import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSandbox } from 'ship-elements/sandbox';
import { openShop } from './shop-with-form.mjs';

const address = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };

test('a paid order whose price has risen is not sent, and the receipt offers no other', async () => {
  const sandbox = createSandbox({ key: 'test-key', scenario: 'price-rises' });
  const env = { SHIPPING_URL: 'https://sandbox.test', SHIPPING_KEY: 'test-key', SHOP_ORIGIN: 'http://shop.test' };
  const database = join(mkdtempSync(join(tmpdir(), 'shop-')), 'shipping.db');
  const { shop, purchases } = await openShop(
    { ...env, SHIPPING_SECRET: 'a-secret-of-the-tests-with-44-characters-aaa', DATABASE: database },
    { fetch: (input, init) => sandbox.fetch(new Request(input, init)) },
  );
  const opened = await shop.request('/', {}, address);
  const page = await opened.text();
  const [, cart] = page.match(/ cart="([^"]+)"/);
  const [, reference] = page.match(/ name="reference" value="([^"]+)"/);
  const asked = { destination_postal_code: 40111, couriers: 'jne', cart };
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked) };
  const { pricing } = await (await shop.request('/shipping/v1/rates/couriers', json, address)).json();
  const { courier_service_code, offer } = pricing[0];
  const form = {
    ...{ reference, name: 'Siti Rahayu', phone: '081298765432', address: 'Jalan Ganesa 10' },
    ...{ 'area-postal-code': '40111', shipping: `jne/${courier_service_code}`, 'shipping-offer': offer },
  };
  const headers = { cookie: opened.headers.get('set-cookie').split(';')[0] };
  await shop.request('/orders', { method: 'POST', headers, body: new URLSearchParams(form) }, address);

  const { state, deliveries, money, attention } = await purchases.find({ reference });
  assert.deepEqual([state, deliveries[0].reason], ['refused', 'price-changed']);
  assert.equal(money.owed, money.taken);
  assert.equal(attention[0].reason, 'refused');
  const receipt = await (await shop.request(`/orders/${reference}`, { headers }, address)).text();
  assert.match(receipt, /could not be booked/);
  assert.doesNotMatch(receipt, /Order again/);
});
