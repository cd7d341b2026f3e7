import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSandbox } from 'ship-elements/sandbox';
import { openShop } from './shop-with-form.mjs';

const address = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
const json = { 'content-type': 'application/json' };

test('a form with a district buys: the money is taken, and one courier is ordered', async () => {
  const sandbox = createSandbox({ key: 'test-key' });
  const taken = [];
  const takePayment = async (number, rupiah) => taken.push(rupiah) && number;
  const env = {
    ...{ SHIPPING_URL: 'https://sandbox.test', SHIPPING_KEY: 'test-key', SHOP_ORIGIN: 'http://shop.test' },
    ...{ SHIPPING_SECRET: 's'.repeat(44), DATABASE: join(mkdtempSync(join(tmpdir(), 'shop-')), 'shipping.db') },
  };
  const fetch = (input, init) => sandbox.fetch(new Request(input, init));
  const { shop } = await openShop(env, { takePayment, fetch });
  // What a browser does: the page, the search, the prices of the found district, the form.
  const opened = await shop.request('/', {}, address);
  const page = await opened.text();
  const [cart, reference] = [/ cart="([^"]+)"/, / name="reference" value="([^"]+)"/].map((one) => page.match(one)[1]);
  const post = async (path, body) =>
    (await shop.request(path, { method: 'POST', headers: json, body: JSON.stringify(body) }, address)).json();
  const [{ id, postal_code }] = (await post('/shipping/v1/maps/areas', { input: 'coblong' })).areas;
  const place = { destination_area_id: id, destination_postal_code: postal_code };
  const { pricing } = await post('/shipping/v1/rates/couriers', { ...place, couriers: 'jne', cart });
  const rate = pricing.find(({ courier_service_code }) => courier_service_code === 'reg');
  const form = {
    ...{ reference, name: 'Siti Rahayu', phone: '081298765432', address: 'Jalan Ganesa 10' },
    ...{ area: id, 'area-postal-code': postal_code, shipping: 'jne/reg', 'shipping-offer': rate.offer },
  };
  const headers = { cookie: opened.headers.get('set-cookie').split(';')[0] };
  const buy = () => shop.request('/orders', { method: 'POST', headers, body: new URLSearchParams(form) }, address);
  const receipt = await shop.request((await buy()).headers.get('location'), { headers }, address);
  assert.match(await receipt.text(), /The courier is booked.+JNE REG/s);
  await buy(); // a second click
  assert.deepEqual(taken, [185000 + rate.price]);
  const asked = new Request('https://sandbox.test/v1/orders', { headers: { authorization: 'test-key' } });
  const { orders } = await (await sandbox.fetch(asked)).json();
  assert.equal(orders.length, 1);
});
