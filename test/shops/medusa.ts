import type { Page } from '@playwright/test';
import { Client } from 'pg';
import type { RatesRequest } from '../../src/contract/index.ts';
import type { Rate } from '../../src/index.ts';
import type { AcceptedOffer, TokenKeys } from '../../src/server.ts';
import type { Delivery } from '../../src/shops/base/index.ts';
import { freePort } from '../support/free-port.ts';
import { installExample } from '../support/installed-example.ts';
import { startPostgres } from '../support/postgres.ts';
import { runProgram } from '../support/running-program.ts';
import { medusaDay } from './medusa-day.ts';
import {
  type Choice,
  chooseOnPage,
  type Day,
  followOnPage,
  offeredRates,
  type ServiceAddress,
  type Shop,
  type ShopOrder,
  sellAtLowerOffer,
  type VisitWithPayment,
} from './shop.ts';

const json = { 'content-type': 'application/json' };

interface Cart {
  id: string;
  item_total: number;
  shipping_total: number;
  items: { id: string }[];
}

/** An order of Medusa's, as far as the tests read it. */
export interface Order {
  items: { id: string; quantity: number; unit_price: number }[];
  payment_collections: { id: string; status: string; captured_amount: number | null }[];
  shipping_methods: { data: { accepted: AcceptedOffer } }[];
  fulfillments: {
    id: string;
    provider_id: string;
    canceled_at: string | null;
    data: { state?: Delivery['state']; id?: string };
    labels: { tracking_number: string }[];
  }[];
}

const address = {
  ...{ first_name: 'Siti', last_name: 'Rahayu', phone: '081298765432', country_code: 'id' },
  ...{ address_1: 'Jalan Braga 8', city: 'Bandung', postal_code: '40111' },
};

/** As the storefront keeps the area of an address. */
export const withArea = (area: string | undefined): object => (area ? { metadata: { shipping_area: area } } : {});

const providers = { prepaid: 'pp_card_demo', 'cash-on-delivery': 'pp_system_default' };

export interface MedusaVisit extends VisitWithPayment {
  /** The id of the cart. */
  cart: string;
  /**
   * Takes five more of the goods.
   * @returns rupiah for delivery in the cart
   */
  takeMore(): Promise<number>;
  /** Chooses the other shipping option: the shopper fetches the goods in the store. */
  pickUp(): Promise<void>;
}

export interface MedusaShop extends Shop {
  visit(postalCode?: number): Promise<MedusaVisit>;
  client: MedusaClient;
  /** Medusa has cancelled the newest fulfillment before its delivery, as earlier versions did. */
  cancelFirst(): Promise<void>;
  day: Day;
}

/** The secret of the example shop is public. */
const keys = { account: 'demo', current: { kid: 'demo', secret: 'the-demo-has-no-secret-that-matters' } };

/**
 * Starts two processes of the example shop of `demo/shops/medusa` over one Postgres. They settle only when they are told to.
 * @param ofFirst environment variables of the first process
 */
export async function startMedusa(
  { url: SHIPPING_URL, key: SHIPPING_KEY }: ServiceAddress,
  ofFirst: Record<string, string> = {},
): Promise<MedusaShop> {
  const cwd = await installExample('shops/medusa');
  const postgres = await startPostgres();
  if (!postgres) throw new Error('Medusa needs Postgres.');
  const settings = { SHIPPING_URL, SHIPPING_KEY, DATABASE_URL: postgres.url, MEDUSA_WORKER_MODE: 'server' };
  const start = async (more = {}) =>
    runProgram(['node', 'start.js'], { cwd, env: { ...settings, ...more, PORT: String(await freePort()) } });
  // The first one makes the tables and the goods.
  const programs = [await start(ofFirst), await start()];
  const [first, second] = await Promise.all(programs.map(({ origin }) => connect(origin)));
  if (!first || !second) throw new Error('Medusa did not start.');
  const cancelNewest = async (table: 'fulfillment' | 'payment', more = '') => {
    const client = new Client(postgres.url);
    await client.connect();
    await client.query(
      `UPDATE ${table} SET canceled_at = now() WHERE id = (SELECT id FROM ${table} ORDER BY created_at DESC LIMIT 1);${more}`,
    );
    await client.end();
  };
  return {
    ...shopOf(first),
    client: first,
    cancelFirst: () => cancelNewest('fulfillment'),
    day: { ...(await medusaDay(first, shopOf(second))), cancelPayment: () => cancelNewest('payment', withoutCaptures) },
    async stop() {
      await Promise.all(programs.map((program) => program.stop()));
      await postgres.stop();
    },
  };
}

/** The card of the example shop captures at once, and others only authorise. */
const withoutCaptures =
  'UPDATE capture SET deleted_at = now() WHERE payment_id IN (SELECT id FROM payment WHERE canceled_at IS NOT NULL)';

/** One process of Medusa's, as the staff and the storefront use it. */
export interface MedusaClient {
  origin: string;
  keys: TokenKeys;
  /** The sales channel of the storefront. */
  channel: string;
  /** @throws with Medusa's words */
  call<Body>(path: string, body?: object): Promise<Body>;
  remove(path: string, body?: object): Promise<unknown>;
  orderOf(id: string): Promise<Order>;
  /** Staff note that the shopper has paid what an edit has added. */
  payRest(id: string): Promise<void>;
  /** A cart with the goods, for another address. Returns its id. */
  visitAddress(changes: object): Promise<string>;
  visit(options?: {
    postalCode?: number | undefined;
    area?: string | undefined;
    variant?: string;
    codes?: string[];
  }): Promise<MedusaVisit>;
}

export async function connect(origin: string): Promise<MedusaClient> {
  const { token, storeKey } = await signIn(origin);

  async function ask<Body>(method: string, path: string, body?: object): Promise<Body> {
    const headers = { ...json, authorization: `Bearer ${token}`, 'x-publishable-api-key': storeKey };
    const answer = await fetch(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Body;
  }
  const call = <Body>(path: string, body?: object) => ask<Body>(body ? 'POST' : 'GET', path, body);

  const remove = (path: string, body?: object) => ask('DELETE', path, body);

  const { regions } = await call<{ regions: [{ id: string }] }>('/store/regions');
  const { products } = await call<{ products: [{ variants: [{ id: string }] }] }>('/store/products');
  const { sales_channels } = await call<{ sales_channels: [{ id: string }] }>('/admin/sales-channels');

  const cartFor = async (shipping_address: object, variant: string, codes: string[] = []) => {
    const { cart } = await call<{ cart: Cart }>('/store/carts', {
      ...{ region_id: regions[0].id, email: 'siti@example.com', shipping_address, promo_codes: codes },
      items: [{ variant_id: variant, quantity: 1 }],
    });
    return cart;
  };

  const visitAddress = async (changes: object) =>
    (await cartFor({ ...address, ...changes }, products[0].variants[0].id)).id;

  async function visit({
    postalCode = 40_111,
    area,
    variant = products[0].variants[0].id,
    codes = [],
  }: Parameters<MedusaClient['visit']>[0] = {}): Promise<MedusaVisit> {
    const shipping_address = { ...address, postal_code: String(postalCode), ...withArea(area) };
    const cart = await cartFor(shipping_address, variant, codes);
    const path = `/store/carts/${cart.id}`;
    const { shipping_options } = await call<{ shipping_options: { id: string; name: string }[] }>(
      `/store/shipping-options?cart_id=${cart.id}`,
    );
    const optionOf = (wanted: string) => shipping_options.find(({ name }) => name === wanted)?.id;
    const option_id = optionOf('Delivery');

    async function startSession(payment: 'prepaid' | 'cash-on-delivery') {
      const { payment_collection } = await call<{ payment_collection: { id: string } }>('/store/payment-collections', {
        cart_id: cart.id,
      });
      const provider_id = providers[payment];
      await call(`/store/payment-collections/${payment_collection.id}/payment-sessions`, { provider_id });
    }
    /** Goes on with a payment that has begun, if Medusa still has it. */
    async function pay(payment: 'prepaid' | 'cash-on-delivery') {
      type Sessions = { payment_collection?: { payment_sessions?: { provider_id: string }[] } };
      const { payment_collection } = (
        await call<{ cart: Sessions }>(`${path}?fields=payment_collection.payment_sessions.*`)
      ).cart;
      const begun = payment_collection?.payment_sessions?.some(({ provider_id }) => provider_id === providers[payment]);
      if (!begun) await startSession(payment);
      const { order, error } = await call<{ order?: { id: string }; error?: { message: string } }>(
        `${path}/complete`,
        {},
      );
      if (!order) throw new Error(error?.message);
      return order.id;
    }

    async function arrive() {
      type Paid = { cart: { payment_collection: { payment_sessions: { id: string; amount: number }[] } } };
      const { payment_sessions } = (await call<Paid>(`${path}?fields=*payment_collection.payment_sessions`)).cart
        .payment_collection;
      const [{ id: session_id = '', amount = 0 } = {}] = payment_sessions;
      const body = JSON.stringify({ session_id, amount });
      await fetch(`${origin}/hooks/payment/card_demo`, { method: 'POST', headers: json, body });
      const deadline = Date.now() + 60_000;
      while (Date.now() < deadline) {
        const { orders } = await call<{ orders: { id: string; cart?: { id: string } }[] }>(
          '/admin/orders?order=-created_at&limit=1&fields=id,cart.id',
        );
        if (orders[0]?.cart?.id === cart.id) return orders[0].id;
        await new Promise((resume) => setTimeout(resume, 200));
      }
      throw new Error('Medusa has no order for the money after a minute.');
    }

    return {
      ...{ cart: cart.id, goods: cart.item_total },
      async rates({ insurance, cashOnDelivery }) {
        const signed = await call<{ cart: string; shipment: RatesRequest }>(`${path}/shipping`);
        const { pricing } = await call<{ pricing: Rate[] }>('/shipping/v1/rates/couriers', {
          ...{ ...signed.shipment, cart: signed.cart, couriers: 'jne,sicepat' },
          ...{ courier_insurance: Number(insurance), destination_cash_on_delivery: Number(cashOnDelivery) },
        });
        return offeredRates(pricing);
      },
      async choose({ service, offer, insurance, cashOnDelivery }: Choice) {
        const data = { service, offer, insurance, cash_on_delivery: cashOnDelivery };
        return (await call<{ cart: Cart }>(`${path}/shipping-methods`, { option_id, data })).cart.shipping_total;
      },
      pickUp: () => call(`${path}/shipping-methods`, { option_id: optionOf('Pick up in store') }),
      async takeMore() {
        const more = { variant_id: variant, quantity: 5 };
        return (await call<{ cart: Cart }>(`${path}/line-items`, more)).cart.shipping_total;
      },
      moveTo: (code) => call(path, { shipping_address: { ...address, postal_code: String(code) } }),
      take: (quantity) => call(`${path}/line-items/${cart.items[0]?.id}`, { quantity }),
      useCoupon: async (isOn) => {
        const promo_codes = ['OFF7'];
        await (isOn ? call(`${path}/promotions`, { promo_codes }) : remove(`${path}/promotions`, { promo_codes }));
      },
      toPayment: () => startSession('prepaid'),
      arrive,
      pay,
      checkOut: pay,
    };
  }

  async function orderOf(id: string): Promise<Order> {
    const lists = ['items', 'payment_collections', 'shipping_methods', 'fulfillments', 'fulfillments.labels'];
    const fields = lists.map((list) => `${list}.*`);
    return (await call<{ order: Order }>(`/admin/orders/${id}?fields=${fields}`)).order;
  }

  async function payRest(id: string): Promise<void> {
    const open = (await orderOf(id)).payment_collections.filter(({ status }) => status === 'not_paid');
    for (const one of open) await call(`/admin/payment-collections/${one.id}/mark-as-paid`, { order_id: id });
  }

  const [{ id: channel }] = sales_channels;
  return { origin, keys, channel, call, remove, orderOf, payRest, visit, visitAddress };
}

const shippingOf = ({ fulfillments }: Order) =>
  fulfillments.filter(({ provider_id }) => provider_id === 'ship-elements_ship').at(-1);

function shopOf({
  origin,
  call,
  orderOf,
  visit,
}: MedusaClient): Omit<MedusaShop, 'cancelFirst' | 'day' | 'stop' | 'client'> {
  return {
    page: `${origin}/`,
    visit: (postalCode) => visit({ postalCode }),
    sellTooCheap: async () => sellAtLowerOffer(await visit(), keys),
    async send(id, acceptHigherPrice = false) {
      const items = (await orderOf(id)).items.map((item) => ({ id: item.id, quantity: item.quantity }));
      const additional_data = acceptHigherPrice ? { accept_higher_price: true } : {};
      await call(`/admin/orders/${id}/fulfillments`, { items, additional_data });
    },
    async order(id): Promise<ShopOrder> {
      const order = await orderOf(id);
      const made = shippingOf(order);
      const { state = 'waiting' } = made?.data ?? {};
      return {
        charged: order.payment_collections.reduce((sum, { captured_amount }) => sum + (captured_amount ?? 0), 0),
        collected: order.shipping_methods[0]?.data.accepted.payAtDoor ?? 0,
        // A delivery whose cancellation is not answered still exists.
        delivery: made?.canceled_at ? 'cancelled' : state === 'cancelling' ? 'placed' : state,
        shippingId: made?.data.id,
        waybill: made?.labels[0]?.tracking_number,
      };
    },
    async cancel(id) {
      await call(`/admin/orders/${id}/fulfillments/${shippingOf(await orderOf(id))?.id}/cancel`, {});
    },
    settle: () => call('/admin/deliveries/settle', {}),
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
  const headers = { authorization: `Bearer ${token}` };
  const keysOfStore = await fetch(`${origin}/admin/api-keys?type=publishable`, { headers });
  const { api_keys } = (await keysOfStore.json()) as { api_keys: [{ token: string }] };
  return { token, storeKey: api_keys[0].token };
}

/** A shopper buys on the page of the storefront, and the staff send the parcel. */
export async function buyOnPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('ship-area-search:state(chosen)').waitFor();
  await page.getByRole('button', { name: 'Continue to delivery' }).click();
  await (await chooseOnPage(page)).click();
  await page.getByRole('button', { name: /^Pay/ }).waitFor();
  // The shopper goes on with the same cart.
  await page.reload();
  await page.locator('#goods', { hasText: 'Rp' }).waitFor();
  await page.locator('ship-area-search:state(chosen)').waitFor();
  await page.getByRole('button', { name: 'Continue to delivery' }).click();
  await (await chooseOnPage(page)).click();
  await page.getByRole('button', { name: /^Pay/ }).dblclick();
  const [, number = ''] = /number (\d+)/.exec((await page.getByText('Thank you.').textContent()) ?? '') ?? [];
  await page.goto(`${address}staff.html`);
  const order = page.getByRole('listitem').filter({ hasText: new RegExp(`^${number} · `) });
  await order.getByRole('button', { name: 'Send' }).click();
  await order.getByText('The delivery is ordered').waitFor();
  await followOnPage(page, order.getByRole('link'));
}
