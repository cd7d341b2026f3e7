import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Page } from '@playwright/test';
import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { createShippingGateway, openLibsqlStore } from '../../src/gateway/index.ts';
import { listen } from '../support/listen.ts';
import {
  chooseOnPage,
  type OfferedRate,
  offeredRates,
  type ServiceAddress,
  type Shop,
  type ShopOrder,
  type Switches,
  type Visit,
} from './shop.ts';
import { startWordpress, type Wordpress } from './wordpress.ts';

const account = 'toko-senja';
const current = { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' };
export const newsSecret = `whsec_${Buffer.from('notifications-of-the-tests-only').toString('base64')}`;

/** What the plugin keeps with an order. */
interface Delivery {
  state: 'unpaid' | 'waiting' | 'placed' | 'needs-attention' | 'cancelled';
  reason?: string;
  id?: string;
  waybill?: string;
  reference?: string;
  body?: { destination_cash_on_delivery?: number };
}

export interface Row {
  id: string;
  label: string;
  price: number;
  meta: Record<string, string>;
}

export interface WoocommerceShop extends Shop {
  wordpress: Wordpress;
  settings: Record<string, string>;
  /** Asks the stub, and throws what the shop refuses. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  ask(what: string, given: object): Promise<any>;
  visit(postalCode?: number): Promise<Visit & { name: string }>;
}

let visits = 0;

export async function startWoocommerce(service: ServiceAddress): Promise<WoocommerceShop> {
  const wordpress = await startWordpress();
  const folder = mkdtempSync(join(tmpdir(), 'ship-woocommerce-'));
  const store = await openLibsqlStore(join(folder, 'gateway.db'));
  const gateway = createShippingGateway({
    ...{ account, upstream: service.url, key: service.key, store, secrets: { current } },
    ...{ origins: [wordpress.url], basePath: '/shipping', orders: 'order', cancels: true },
    fallback: [{ courier: 'jne', service: 'reg', courierName: 'JNE', serviceName: 'Reguler', price: 20_000 }],
    notify: { url: `${wordpress.url}/wp-json/ship-elements/v1/news`, secret: newsSecret },
  });
  const pages = await listen(getRequestListener((request) => gateway.fetch(request, { address: '127.0.0.1' })));
  const url = `${pages.address}/shipping`;

  const ask: WoocommerceShop['ask'] = async (what, given) => {
    const { status, body } = await wordpress.post(`stub/v1/${what}`, given);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };
  const settings = {
    ...{ gateway_url: url, page_url: url, account, ...current, news_secret: newsSecret, couriers: 'jne,sicepat' },
    ...{ origin_postcode: '12440', sender_name: 'Toko Senja', sender_phone: '081234500001' },
    sender_address: 'Jalan Fatmawati 10, Jakarta',
  };
  await ask('settings', { settings });

  const visit: WoocommerceShop['visit'] = async (postalCode = 40_111) => {
    const name = `visit-${++visits}`;
    const { goods } = await ask('visit', { visit: name, postcode: String(postalCode) });
    return {
      ...{ name, goods },
      async rates(switches) {
        const { html } = await ask('rates', { visit: name, ...switches });
        return widgetRates(url, html, switches);
      },
      async choose(choice) {
        const { added } = await ask('choose', { visit: name, ...choice });
        return added;
      },
      async checkOut(payment) {
        const { id } = await ask('buy', { visit: name, payment: payment === 'prepaid' ? 'bacs' : 'cod' });
        return String(id);
      },
    };
  };

  return {
    page: `${wordpress.url}/?stub-checkout=page`,
    ...{ wordpress, settings, ask, visit },
    async sellTooCheap() {
      const one = await visit();
      const [rate] = await one.rates({ insured: false, cashOnDelivery: false });
      await one.choose({
        service: rate?.service ?? '',
        offer: rate?.offer ?? '',
        insured: false,
        cashOnDelivery: false,
      });
      const id = await one.checkOut('prepaid');
      await ask('raise', { id });
      return id;
    },
    async order(id): Promise<ShopOrder> {
      const { total, payment, delivery } = await ask('order', { id });
      const { state, id: shippingId, waybill, body } = delivery as Delivery;
      return {
        // The payment method "cash on delivery" takes nothing in the shop.
        charged: payment === 'cod' ? 0 : total,
        collected: body?.destination_cash_on_delivery ?? 0,
        delivery: state === 'placed' || state === 'cancelled' ? state : 'waiting',
        ...{ shippingId, waybill },
      };
    },
    async send(id, acceptHigherPrice = false) {
      await (acceptHigherPrice ? ask('press', { id, button: 'new-price' }) : ask('run', {}));
      const { delivery } = await ask('order', { id });
      if (delivery.state === 'needs-attention') throw new Error(delivery.reason);
    },
    async cancel(id) {
      const { notice } = await ask('press', { id, button: 'cancel' });
      if (notice) throw new Error(notice);
    },
    async settle() {
      await gateway.settle();
      await ask('run', {});
    },
    async stop() {
      await pages.close();
      await wordpress.stop();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Asks the gateway as the widget does, with the question that the checkout page hands it. */
async function widgetRates(url: string, html: string, switches: Switches): Promise<OfferedRate[]> {
  const [, text = ''] = /data-question="([^"]*)"/.exec(html) ?? [];
  const question = JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#039;', "'"));
  const answer = await fetch(`${url}/v1/rates/couriers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...question.shipment,
      ...{ cart: question.cart, couriers: question.couriers },
      courier_insurance: Number(switches.insured),
      destination_cash_on_delivery: Number(switches.cashOnDelivery),
    }),
  });
  const { pricing } = (await answer.json()) as { pricing: Rate[] };
  return offeredRates(pricing);
}

/** Buys in the classic checkout, with the plugin's script and the widget. The scheduler runs within the purchase. */
export async function buyOnPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const insurance = await chooseOnPage(page);
  const chosen = page.locator('input[name="shipping_method[0]"]:checked');
  const total = async () => Number(await page.locator('#total').textContent());
  await page.waitForFunction(() => document.querySelector('#ship-elements-question')?.outerHTML.includes('jne\\/reg'));
  expect(await chosen.inputValue()).to.equal('ship_elements:3:jne/reg');
  const before = await total();
  await insurance.click();
  await page.waitForFunction((last) => Number(document.querySelector('#total')?.textContent) > last, before);
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.getByText('Order received').waitFor();
}
