// Buys through a gateway of the packages that are installed beside it: `node oldest-gateway.mjs DATABASE`, a file or postgres://….
import { createShippingGateway } from 'ship-elements/gateway';
import { openLibsqlStore } from 'ship-elements/gateway/libsql';
import { openPostgresStore } from 'ship-elements/gateway/postgres';
import { createSandbox } from 'ship-elements/sandbox';
import { signCart, signGrant, verifyOffer } from 'ship-elements/server';

const [database] = process.argv.slice(2);
const store = await (database.startsWith('postgres:') ? openPostgresStore : openLibsqlStore)(database);
const current = { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' };
const keys = { account: 'shop', current };
const sandbox = createSandbox();
const gateway = createShippingGateway({
  ...{ account: 'shop', upstream: 'https://service.test', key: 'merchant-key-that-stays-here', secrets: { current } },
  ...{ store, origins: ['https://shop.test'], orders: 'order' },
  fetch: (input, init) => sandbox.fetch(new Request(input, init)),
});

async function post(path, body) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await gateway.fetch(new Request(`https://shop.test${path}`, init), { address: '203.0.113.7' });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const items = [{ name: 'Mug', value: 75_000, quantity: 1, weight: 400 }];
const origin = { origin_postal_code: 12440 };
const destination = { destination_postal_code: 40111 };
const goods = { items, origin, subtotal: 75_000 };
const cart = await signCart({ ...goods, session: 'visit-1' }, keys);
const { pricing } = await post('/v1/rates/couriers', { ...destination, couriers: 'jne', cart });
const [row] = pricing;
const service = `${row.courier_code}/${row.courier_service_code}`;
const { price } = await verifyOffer(row.offer, { cart: goods, destination, service }, keys);
const order = {
  ...{ origin_contact_name: 'Batik House', origin_contact_phone: '081234567890', origin_address: 'Jalan Kemang 12' },
  ...{
    destination_contact_name: 'Siti',
    destination_contact_phone: '081298765432',
    destination_address: 'Jalan Braga 8',
  },
  ...{ ...origin, ...destination, items, delivery_type: 'now' },
  ...{ courier_company: row.courier_code, courier_type: row.courier_service_code },
};
const grant = await signGrant({ order, reference: 'CART-1', price_max: price }, keys);
const placed = await post('/v1/orders', { grant });
const again = await post('/v1/orders', { grant });
await store.close();
process.stdout.write(`${placed.status} ${placed.id === again.id ? 'once' : 'twice'}\n`);
