import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RatesRequest } from '../../src/contract/index.ts';
import type { AcceptedOffer, Rate } from '../../src/index.ts';
import { freePort } from '../support/free-port.ts';
import type { Choice, ServiceAddress, Shop, ShopOrder, Visit } from './shop.ts';

const json = { 'content-type': 'application/json' };

interface Cart {
  id: string;
  item_total: number;
  shipping_total: number;
}

interface Order {
  items: { id: string; quantity: number }[];
  payment_collections: { captured_amount: number | null }[];
  shipping_methods: { data: { accepted: AcceptedOffer } }[];
  fulfillments: {
    id: string;
    canceled_at: string | null;
    data: { delivery?: 'placed' | 'waiting'; id?: string };
    labels: { tracking_number: string }[];
  }[];
}

const address = {
  ...{ first_name: 'Siti', last_name: 'Rahayu', phone: '081298765432', country_code: 'id' },
  ...{ address_1: 'Jalan Braga 8', city: 'Bandung' },
};

/** Starts the example shop of Medusa in a folder where it is installed. It settles only when it is told to. */
export async function startMedusa(
  folder: string,
  { url: SHIPPING_URL, key: SHIPPING_KEY }: ServiceAddress,
): Promise<Shop> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, SHIPPING_URL, SHIPPING_KEY, PORT: String(port), MEDUSA_WORKER_MODE: 'server' };
  const program = spawn(process.execPath, ['start.js'], { cwd: folder, env });
  await opened(program);
  const { token, storeKey } = await signIn(url);

  async function call<Body>(path: string, body?: object): Promise<Body> {
    const headers = { ...json, authorization: `Bearer ${token}`, 'x-publishable-api-key': storeKey };
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(`${url}${path}`, request);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Body;
  }

  const { regions } = await call<{ regions: [{ id: string }] }>('/store/regions');
  const { products } = await call<{ products: [{ variants: [{ id: string }] }] }>('/store/products');

  async function visit(postalCode = 40_111): Promise<Visit> {
    const { cart } = await call<{ cart: Cart }>('/store/carts', {
      ...{ region_id: regions[0].id, email: 'siti@example.com' },
      items: [{ variant_id: products[0].variants[0].id, quantity: 1 }],
      shipping_address: { ...address, postal_code: String(postalCode) },
    });
    const path = `/store/carts/${cart.id}`;
    const options = await call<{ shipping_options: [{ id: string }] }>(`/store/shipping-options?cart_id=${cart.id}`);
    return {
      goods: cart.item_total,
      async rates({ insured, cashOnDelivery }) {
        const signed = await call<{ cart: string; shipment: RatesRequest }>(`${path}/shipping`);
        const { pricing } = await call<{ pricing: Rate[] }>('/shipping/v1/rates/couriers', {
          ...{ ...signed.shipment, cart: signed.cart, couriers: 'jne,sicepat' },
          ...{ courier_insurance: Number(insured), destination_cash_on_delivery: Number(cashOnDelivery) },
        });
        return pricing.map(({ courier_code, courier_service_code, price, offer = '', estimate = false }) => ({
          ...{ service: `${courier_code}/${courier_service_code}`, price, offer, estimate },
        }));
      },
      async choose({ service, offer, insured, cashOnDelivery }: Choice) {
        const data = { service, offer, insured, cash_on_delivery: cashOnDelivery };
        const choice = { option_id: options.shipping_options[0].id, data };
        return (await call<{ cart: Cart }>(`${path}/shipping-methods`, choice)).cart.shipping_total;
      },
      async buy(payment) {
        const body = { cart_id: cart.id };
        const { payment_collection } = await call<{ payment_collection: { id: string } }>(
          '/store/payment-collections',
          body,
        );
        const provider_id = payment === 'prepaid' ? 'pp_card_demo' : 'pp_system_default';
        await call(`/store/payment-collections/${payment_collection.id}/payment-sessions`, { provider_id });
        const { order } = await call<{ order: { id: string } & Pick<Order, 'items'> }>(`${path}/complete`, {});
        const items = order.items.map(({ id, quantity }) => ({ id, quantity }));
        await call(`/admin/orders/${order.id}/fulfillments`, { items });
        return order.id;
      },
    };
  }

  async function orderOf(id: string): Promise<Order> {
    const fields = [
      'items.*',
      'payment_collections.*',
      'shipping_methods.*',
      'fulfillments.*',
      'fulfillments.labels.*',
    ];
    return (await call<{ order: Order }>(`/admin/orders/${id}?fields=${fields}`)).order;
  }

  return {
    visit,
    async order(id): Promise<ShopOrder> {
      const { payment_collections, shipping_methods, fulfillments } = await orderOf(id);
      const [made] = fulfillments;
      return {
        charged: payment_collections.reduce((sum, { captured_amount }) => sum + (captured_amount ?? 0), 0),
        collected: shipping_methods[0]?.data.accepted.cashOnDelivery?.amount ?? 0,
        delivery: made?.canceled_at ? 'cancelled' : made?.data.delivery === 'placed' ? 'placed' : 'waiting',
        shippingId: made?.data.id,
        waybill: made?.labels[0]?.tracking_number,
      };
    },
    async cancel(id) {
      const { fulfillments } = await orderOf(id);
      await call(`/admin/orders/${id}/fulfillments/${fulfillments[0]?.id}/cancel`, {});
    },
    settle: () => call('/admin/deliveries/settle', {}),
    async stop() {
      const ended = once(program, 'exit');
      program.kill('SIGTERM');
      await ended;
    },
  };
}

function opened(program: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    const read = (chunk: unknown) => {
      log += chunk;
      if (log.includes('The shop is open')) resolve();
    };
    program.stdout?.on('data', read);
    program.stderr?.on('data', read);
    program.once('exit', () => reject(new Error(log)));
  });
}

/** As the staff, and as the storefront. */
async function signIn(url: string) {
  const staff = {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'staff@example.com', password: 'staff' }),
  };
  const signedIn = await fetch(`${url}/auth/user/emailpass`, staff);
  const { token } = (await signedIn.json()) as { token: string };
  const storeKey = (await (await fetch(`${url}/publishable-key`)).json()) as string;
  return { token, storeKey };
}
