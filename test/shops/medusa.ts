import type { Page } from '@playwright/test';
import type { RatesRequest } from '../../src/contract/index.ts';
import type { Rate } from '../../src/index.ts';
import type { AcceptedOffer } from '../../src/server.ts';
import { freePort } from '../support/free-port.ts';
import { runProgram } from '../support/running-program.ts';
import { installShop } from './installed-shop.ts';
import {
  type Choice,
  chooseOnPage,
  offeredRates,
  type ServiceAddress,
  type Shop,
  type ShopOrder,
  sellAtLowerOffer,
  type Visit,
} from './shop.ts';

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

export interface MedusaVisit extends Visit {
  /**
   * Takes five more of the goods.
   * @returns rupiah for delivery in the cart
   */
  takeMore(): Promise<number>;
}

export interface MedusaShop extends Shop {
  visit(postalCode?: number): Promise<MedusaVisit>;
}

/** The secret of the example shop is public. */
const keys = { account: 'demo', current: { kid: 'demo', secret: 'the-demo-has-no-secret-that-matters' } };

/** Starts the example shop of `demo/shops/medusa`. It settles only when it is told to. */
export async function startMedusa({ url: SHIPPING_URL, key: SHIPPING_KEY }: ServiceAddress): Promise<MedusaShop> {
  const env = { SHIPPING_URL, SHIPPING_KEY, PORT: String(await freePort()), MEDUSA_WORKER_MODE: 'server' };
  const program = await runProgram(['node', 'start.js'], { cwd: await installShop('medusa'), env });
  const { origin } = program;
  const { token, storeKey } = await signIn(origin);

  /** Asks Medusa, as the staff and as the storefront. */
  async function call<Body>(path: string, body?: object): Promise<Body> {
    const headers = { ...json, authorization: `Bearer ${token}`, 'x-publishable-api-key': storeKey };
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(`${origin}${path}`, request);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Body;
  }

  const { regions } = await call<{ regions: [{ id: string }] }>('/store/regions');
  const { products } = await call<{ products: [{ variants: [{ id: string }] }] }>('/store/products');

  async function visit(postalCode = 40_111): Promise<MedusaVisit> {
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
        return offeredRates(pricing);
      },
      async choose({ service, offer, insured, cashOnDelivery }: Choice) {
        const data = { service, offer, insured, cash_on_delivery: cashOnDelivery };
        const choice = { option_id: options.shipping_options[0].id, data };
        return (await call<{ cart: Cart }>(`${path}/shipping-methods`, choice)).cart.shipping_total;
      },
      async takeMore() {
        const more = { variant_id: products[0].variants[0].id, quantity: 5 };
        return (await call<{ cart: Cart }>(`${path}/line-items`, more)).cart.shipping_total;
      },
      async checkOut(payment) {
        const { payment_collection } = await call<{ payment_collection: { id: string } }>(
          '/store/payment-collections',
          {
            cart_id: cart.id,
          },
        );
        const provider_id = payment === 'prepaid' ? 'pp_card_demo' : 'pp_system_default';
        await call(`/store/payment-collections/${payment_collection.id}/payment-sessions`, { provider_id });
        const { order } = await call<{ order: { id: string } }>(`${path}/complete`, {});
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
    ...{ page: `${origin}/`, visit },
    sellTooCheap: async () => sellAtLowerOffer(await visit(), keys),
    async send(id, acceptHigherPrice = false) {
      const items = (await orderOf(id)).items.map((item) => ({ id: item.id, quantity: item.quantity }));
      const additional_data = acceptHigherPrice ? { accept_higher_price: true } : {};
      await call(`/admin/orders/${id}/fulfillments`, { items, additional_data });
    },
    async order(id): Promise<ShopOrder> {
      const { payment_collections, shipping_methods, fulfillments } = await orderOf(id);
      const made = fulfillments.at(-1);
      return {
        charged: payment_collections.reduce((sum, { captured_amount }) => sum + (captured_amount ?? 0), 0),
        collected: shipping_methods[0]?.data.accepted.payAtDoor ?? 0,
        delivery: made?.canceled_at ? 'cancelled' : made?.data.delivery === 'placed' ? 'placed' : 'waiting',
        shippingId: made?.data.id,
        waybill: made?.labels[0]?.tracking_number,
      };
    },
    async cancel(id) {
      const { fulfillments } = await orderOf(id);
      await call(`/admin/orders/${id}/fulfillments/${fulfillments.at(-1)?.id}/cancel`, {});
    },
    settle: () => call('/admin/deliveries/settle', {}),
    stop: () => program.stop(),
  };
}

/** As the staff, and as the storefront. */
async function signIn(origin: string) {
  const staff = {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'staff@example.com', password: 'staff' }),
  };
  const signedIn = await fetch(`${origin}/auth/user/emailpass`, staff);
  const { token } = (await signedIn.json()) as { token: string };
  const storeKey = (await (await fetch(`${origin}/publishable-key`)).json()) as string;
  return { token, storeKey };
}

/** A shopper buys on the page of the storefront, and the staff send the parcel. */
export async function buyOnPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Continue to delivery' }).click();
  await (await chooseOnPage(page)).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  const [, number = ''] = /number (\d+)/.exec((await page.getByText('Thank you.').textContent()) ?? '') ?? [];
  await page.goto(`${address}staff.html`);
  const order = page.getByRole('listitem').filter({ hasText: new RegExp(`^${number} · `) });
  await order.getByRole('button', { name: 'Send' }).click();
  await order.getByText('jne/reg placed').waitFor();
}
