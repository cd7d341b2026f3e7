import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { listen } from '../support/listen.ts';
import {
  type Choice,
  chooseOnPage,
  type Day,
  type DeliveryView,
  type OfferedRate,
  offeredRates,
  type Pricing,
  type ServiceAddress,
  type Shop,
  type ShopOrder,
  type Switches,
  type VisitWithPayment,
} from './shop.ts';
import { startWordpress, type Wordpress } from './wordpress.ts';

/** A row of the plugin's ledger. */
export interface Delivery {
  state: 'held' | 'waiting' | 'sending' | 'placed' | 'cancelling' | 'cancelled' | 'refused' | 'unknown';
  reference: string;
  service_id: string;
  waybill: string;
  status: string;
  body: object | null;
  data: {
    reason?: string;
    service?: string;
    choices?: { service: string }[];
    collects?: number;
    asked?: number;
    charged?: number;
    price?: number;
  };
}

export interface Row {
  id: string;
  label: string;
  price: number;
  meta: Record<string, string>;
  arrival: string;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
export type Ask = (what: string, given: object) => Promise<any>;

export interface WoocommerceVisit extends VisitWithPayment {
  name: string;
  /** What the checkout shows where no method has a price, as HTML. */
  noDelivery(): Promise<string>;
}

/** How a shopper comes with goods and an address: to the stub, or to a checkout of a real WooCommerce. */
export type Visiting = (
  url: string,
  ask: Ask,
) => (given: {
  postcode: string;
  quantity?: number;
  pricing?: Pricing & { unit?: number };
  /** With goods of a second vendor. */
  vendors?: boolean;
}) => Promise<WoocommerceVisit>;

export interface WoocommerceShop extends Shop {
  wordpress: Wordpress;
  settings: Record<string, string>;
  /** Asks the stub, and throws what the shop refuses. */
  ask: Ask;
  visit(postalCode?: number): Promise<WoocommerceVisit>;
  day: Day & { visitAt(pricing: Pricing & { unit?: number }): Promise<VisitWithPayment> };
  /** The paths that the shop has asked the service for, in this order. */
  asked: string[];
  /** Answers the next request for this path with this refusal. It does not reach the service. */
  refuseNext(path: string, body: object, status?: number): void;
  /** Answers nothing to the next request for this path, or to one after it. Resolves with the milliseconds after which the shop hung up. */
  hangNext(path: string, after?: number): Promise<number>;
}

let visits = 0;

const visitStub: Visiting = (url, ask) => async (given) => {
  const name = `visit-${++visits}`;
  const { goods } = await ask('visit', { visit: name, ...given });
  const pay = async (payment: 'prepaid' | 'cash-on-delivery') => {
    const { id } = await ask('buy', { visit: name, payment: payment === 'prepaid' ? 'bacs' : 'cod' });
    return String(id);
  };
  return {
    ...{ name, goods },
    async rates(switches) {
      await ask('rates', { visit: name, ...switches });
      return widgetRates((path, init) => fetch(`${url}${path}&stub-visit=${name}`, init), switches);
    },
    async choose(choice) {
      const { added } = await ask('choose', { visit: name, ...choice, seen: seenIn(choice) });
      return added;
    },
    // WooCommerce pays on the page of the checkout.
    async toPayment() {},
    ...{ pay, checkOut: pay },
    async moveTo(moved) {
      await ask('visit', { visit: name, postcode: String(moved) });
    },
    async take(quantity) {
      await ask('visit', { visit: name, quantity });
    },
    noDelivery: async () => (await ask('no-delivery', { visit: name, country: 'ID' })).html,
  };
};

/** @param couriers so few that WooCommerce's list has JNE Reguler, where a test chooses in that list */
export async function startWoocommerce(
  service: ServiceAddress,
  start: () => Promise<Wordpress> = startWordpress,
  visiting = visitStub,
  couriers = 'jne,sicepat',
): Promise<WoocommerceShop> {
  const wordpress = await start();
  const between = await standBetween(service.url);
  const askOf =
    ({ post }: Pick<Wordpress, 'post'>): Ask =>
    async (what, given) => {
      const { status, body } = await post(`stub/v1/${what}`, given);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body;
    };
  const ask = askOf(wordpress);
  const settings = {
    category: 'home_accessories',
    ...{ key: service.key, service_url: between.address, couriers, flat: '20000' },
    ...{ origin_postcode: '12440', sender_name: 'Toko Senja', sender_phone: '081234500001' },
    sender_address: 'Jalan Fatmawati 10, Jakarta',
  };
  await ask('settings', { settings });

  const visitWith = visiting(wordpress.url, ask);
  const visit: WoocommerceShop['visit'] = (postalCode = 40_111) => visitWith({ postcode: String(postalCode) });

  const stateOf = ({ state }: Delivery): ShopOrder['delivery'] => {
    // A delivery whose cancellation is not answered still exists.
    if (state === 'placed' || state === 'cancelling') return 'placed';
    if (state === 'cancelled') return state;
    return state === 'refused' || state === 'unknown' ? 'refused' : 'waiting';
  };

  const workOf = (asks: Ask): Day['other'] => {
    const press = async (id: string, button: string) => {
      const { notice } = await asks('press', { id, button });
      if (notice) throw new Error(notice);
      // What a click asks for is done in the background.
      await asks('run', { at_once: true });
    };
    return {
      async send(id, acceptHigherPrice = false) {
        const before = (await asks('order', { id })).delivery as Delivery;
        if (acceptHigherPrice) await press(id, 'agree');
        else if (before.state === 'cancelled') await press(id, 'order');
        else await asks('run', {});
        const { state, data } = (await asks('order', { id })).delivery as Delivery;
        if (['refused', 'unknown'].includes(state)) throw new Error(data.reason);
        if (['held', 'cancelled'].includes(state)) throw new Error(`The delivery is ${state}.`);
      },
      cancel: (id) => press(id, 'cancel'),
      async settle() {
        await asks('run', {});
      },
    };
  };
  const work = workOf(ask);
  const other = askOf(wordpress.other);

  const day: WoocommerceShop['day'] = {
    other: workOf(other),
    visit,
    visitAt: (pricing) => visitWith({ postcode: '40111', quantity: 1, pricing: { unit: 99_999, ...pricing } }),
    // The plugin signs no offers.
    endingOffer: async (offer) => offer,
    total: async (id) => (await ask('order', { id })).total,
    async correct(id, { phone, postalCode }) {
      await ask('edit', {
        id,
        order: { ...(phone && { phone }), ...(postalCode && { postcode: String(postalCode) }) },
      });
    },
    async setQuantity(id, quantity) {
      await ask('edit', { id, order: { quantity, goods: quantity * 75_000 } });
    },
    async swap(id) {
      await ask('edit', { id, order: { goods_name: 'Sarung' } });
      return 'Sarung';
    },
    async sendByHand(id) {
      await ask('edit', { id, status: 'completed' });
    },
    async cancelOrder(id) {
      await ask('edit', { id, status: 'cancelled' });
      await ask('run', {});
    },
    erase: (id) => ask('erase-at-once', { id }),
    async tryAgain(id, acceptHigherPrice = false) {
      const { notice } = await ask('press', { id, button: acceptHigherPrice ? 'agree' : 'order' });
      await ask('run', { at_once: true });
      const { attention } = await day.view(id);
      if (notice ?? attention) throw new Error(notice ?? attention);
    },
    async view(id): Promise<DeliveryView> {
      const { html } = await ask('box', { id });
      const [, words = ''] = /<strong>(.*?)<\/strong>/.exec(html) ?? [];
      const { delivery } = await ask('order', { id });
      const [, sentence] = /<\/strong><\/p><p>(.*?)<\/p>/.exec(html) ?? [];
      const [, trackingLink] = /<a href="(.*?)"/.exec(html) ?? [];
      const waybill = delivery.waybill && html.includes(delivery.waybill) ? delivery.waybill : undefined;
      return { words, waybill, trackingLink, attention: words === 'Needs attention' ? sentence : undefined };
    },
  };

  return {
    page: `${wordpress.url}/?stub-checkout=page`,
    ...{
      wordpress,
      settings,
      ask,
      visit,
      day,
      asked: between.asked,
      refuseNext: between.refuseNext,
      hangNext: between.hangNext,
    },
    ...work,
    async sellTooCheap() {
      const one = await visit();
      const [rate] = await one.rates({ insurance: false, cashOnDelivery: false });
      const { service = '', offer = '' } = rate ?? {};
      await one.choose({ service, offer, insurance: false, cashOnDelivery: false });
      const id = await one.checkOut('prepaid');
      await ask('edit', { id, terms: { price: 1 } });
      // The plugin has asked for the price before staff can accept it.
      await ask('run', {});
      return id;
    },
    async order(id): Promise<ShopOrder> {
      const { total, payment, delivery } = await ask('order', { id });
      const { service_id, waybill, data } = delivery as Delivery;
      return {
        // The payment method "cash on delivery" takes nothing in the shop.
        charged: payment === 'cod' ? 0 : total,
        collected: data.collects ?? 0,
        delivery: stateOf(delivery),
        ...{ shippingId: service_id || undefined, waybill },
      };
    },
    async stop() {
      await wordpress.stop();
      await between.close();
    },
  };
}

/** Stands between the shop and the service, and breaks a connection where the service breaks it. */
async function standBetween(url: string) {
  const asked: string[] = [];
  const hanging = new Map<string, { after: number; hungUp: (waited: number) => void }>();
  const refusals = new Map<string, { body: object; status: number }>();
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url: path = '' } = incoming;
    asked.push(path);
    const hangs = hanging.get(path);
    if (hangs && hangs.after-- === 0) {
      const since = performance.now();
      incoming.socket.once('close', () => hangs.hungUp(performance.now() - since));
      hanging.delete(path);
      return;
    }
    const refusal = refusals.get(path);
    if (refusal) {
      outgoing.writeHead(refusal.status, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ success: false, error: 'refused', ...refusal.body }));
      refusals.delete(path);
      return;
    }
    const passed = request(`${url}${path}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => incoming.socket.destroy());
    });
    passed.on('error', () => incoming.socket.destroy());
    incoming.pipe(passed);
  };
  const refuseNext = (path: string, body: object, status = 400) => void refusals.set(path, { body, status });
  const hangNext = (path: string, after = 0) =>
    new Promise<number>((hungUp) => void hanging.set(path, { after, hungUp }));
  return { ...(await listen(pass)), asked, refuseNext, hangNext };
}

/** Asks the shop as the widget does. Its rates have no signed offers: what the shopper has seen goes in their place. */
export async function widgetRates(
  ask: (path: string, init: RequestInit) => Promise<Response>,
  switches: Switches,
): Promise<OfferedRate[]> {
  const answer = await ask('/?wc-ajax=ship_elements&path=/v1/rates/couriers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      courier_insurance: Number(switches.insurance),
      destination_cash_on_delivery: Number(switches.cashOnDelivery),
    }),
  });
  const { pricing = [] } = (await answer.json()) as { pricing?: Rate[] };
  return offeredRates(pricing).map((row) => ({ ...row, offer: offerOf(row) }));
}

/** What the shopper has seen, in the place of an offer. */
export function offerOf({ service, price }: Pick<OfferedRate, 'service' | 'price'>): string {
  return `seen.${Buffer.from(JSON.stringify({ service, price })).toString('base64url')}.`;
}

/** The field of the form that says what the shopper has seen. */
export function seenIn({ offer }: Choice): string {
  const [kind, claims = ''] = offer.split('.');
  if (kind !== 'seen') return offer;
  const { service, price } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return `${service} ${price}`;
}

/** Buys in the classic checkout, with the plugin's script and the widget. The scheduler runs within the purchase. */
export async function buyOnPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await chooseOnPage(page);
  await page.getByLabel('Local pickup').check();
  // Pickup takes the widget's choice away. It stays whatever else changes, and the widget takes it back.
  const chosen = page.locator('input[name="shipping_method[0]"]:checked');
  const cleared = () =>
    page.waitForFunction(() => (document.querySelector('ship-checkout') as { value?: unknown } | null)?.value === null);
  await cleared();
  for (const [method, cod] of [
    ['cod', true],
    ['bacs', false],
  ] as const) {
    await page.getByLabel(method).check();
    await page.waitForFunction(
      (wanted) => document.querySelector('#ship-elements-question')?.outerHTML.includes(`cod&quot;:${wanted}`),
      cod,
    );
    expect(await chosen.inputValue()).to.equal('local_pickup:2');
  }
  await cleared();
  const insurance = await chooseOnPage(page);
  const total = async () => Number(await page.locator('#total').textContent());
  await page.waitForFunction(() => document.querySelector('#ship-elements-question')?.outerHTML.includes('jne\\/reg'));
  expect(await chosen.inputValue()).to.equal('ship_elements:3:jne/reg');
  const before = await total();
  await insurance.click();
  await page.waitForFunction((last) => Number(document.querySelector('#total')?.textContent) > last, before);
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.getByText('Order received').waitFor();
}
