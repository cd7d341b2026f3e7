import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';
import { woocommerceSite } from '../support/php.ts';
import { runProgram } from '../support/running-program.ts';
import type { Choice, Switches } from './shop.ts';
import { type Ask, offerOf, seenIn, type Visiting, type WoocommerceVisit, widgetRates } from './woocommerce.ts';
import { copyPlugin, postTo, type Wordpress } from './wordpress.ts';

export interface RealWordpress extends Wordpress {
  /** The plugin's questions to the database, of each request so far, and forgets them. */
  queries(): { address: string; queries: string[] }[];
}

/** @param tables whether WooCommerce keeps orders in tables of their own (HPOS), or as posts */
export async function startRealWordpress(tables: boolean): Promise<RealWordpress> {
  const folder = mkdtempSync(join(tmpdir(), 'ship-woocommerce-'));
  copyPlugin(join(woocommerceSite, 'wp-content/plugins'));
  const extra = join(woocommerceSite, 'wp-content/mu-plugins/ship-elements-test.php');
  mkdirSync(join(extra, '..'), { recursive: true });
  cpSync(fileURLToPath(new URL('woocommerce-real/shop.php', import.meta.url)), extra);
  const log = join(folder, 'php.log');
  const ports = [await freePort(), await freePort()];
  const [url = '', other = ''] = ports.map((port) => `http://127.0.0.1:${port}`);
  const env = {
    ...{ SHIP_ELEMENTS_TEST_URL: url, SHIP_ELEMENTS_TEST_LOG: log, SHIP_ELEMENTS_TEST_TABLES: tables ? 'yes' : 'no' },
    PHP_CLI_SERVER_WORKERS: '4',
  };
  const php = ['php', '-d', 'opcache.enable_cli=1', '-d', 'memory_limit=512M'];
  const servers = await Promise.all(
    ports.map((port) => runProgram([...php, '-S', `127.0.0.1:${port}`], { cwd: woocommerceSite, env })),
  );
  const post = postTo(url, log);
  await post('stub/v1/prepare', {});
  return {
    ...{ url, post },
    other: { url: other, post: postTo(other, log) },
    queries() {
      const lines = readFileSync(`${log}.queries`, 'utf8').trim().split('\n');
      rmSync(`${log}.queries`);
      return lines.map((line) => JSON.parse(line));
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      for (const path of [extra, join(woocommerceSite, 'wp-content/plugins/ship-elements'), folder])
        rmSync(path, { recursive: true });
    },
  };
}

/** A browser without a screen: it keeps cookies. */
function browserOf(url: string) {
  const cookies = new Map<string, string>();
  return async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(new URL(path, url), { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
}

/** A visit to a real shop. */
export interface RealVisit extends WoocommerceVisit {
  /**
   * Chooses for each package of the cart in WooCommerce's own rows, for each one another row.
   * @returns the service of each package
   */
  choosePackages(payment: 'prepaid' | 'cash-on-delivery'): Promise<string[]>;
  /** Adds a piece of the second vendor's goods. The checkout's page does not hear of it. */
  addInOtherTab(): Promise<void>;
}

export type RealVisiting = (
  url: string,
  ask: Ask,
) => (...given: Parameters<ReturnType<Visiting>>) => Promise<RealVisit>;

interface Cart {
  items: { key: string }[];
  totals: { total_price: string; total_shipping: string | null };
  shipping_rates: {
    shipping_rates: { rate_id: string; price: string; meta_data: { key: string; value: string }[] }[];
  }[];
  extensions: { 'ship-elements'?: { no_delivery: string } };
}

const person = {
  ...{ first_name: 'Siti', last_name: 'Aminah', country: 'ID', address_1: 'Jalan Braga 1', address_2: '' },
  ...{ city: 'Bandung', state: 'JB', phone: '081234567890' },
};
const email = 'siti@mail.example';

/** A session of the shop with goods in its cart. What both checkouts need is asked by WooCommerce's Store API. */
async function withGoods(...[url, ask, given]: [...Parameters<Visiting>, Parameters<ReturnType<Visiting>>[0]]) {
  const { product, vendors, coupons } = await ask('open', given);
  const browse = browserOf(url);
  let nonce = '';
  async function store<Answer = Cart>(path: string, body?: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json', nonce };
    const answer = await browse(
      `/?rest_route=/wc/store/v1/${path}`,
      body && { method: 'POST', headers, body: JSON.stringify(body) },
    );
    nonce = answer.headers.get('nonce') ?? nonce;
    const content = await answer.json();
    if (!answer.ok) throw new Error(content.message);
    return content;
  }
  await store('cart');
  await store('cart/add-item', { id: product, quantity: given.quantity ?? 2 });
  if (given.vendors) await store('cart/add-item', { id: vendors, quantity: 1 });
  for (const code of coupons) await store('cart/apply-coupon', { code });
  const address = { ...person, postcode: given.postcode };
  const addresses = () => ({ shipping_address: address, billing_address: { ...address, email } });
  const { totals } = await store('cart/update-customer', addresses());
  return {
    ...{ browse, store, address, addresses },
    goods: Number(totals.total_price) - Number(totals.total_shipping ?? 0),
    async addInOtherTab() {
      // WordPress keeps the cart when it ends, after the page.
      await (await browse(`/?add-to-cart=${vendors}`)).text();
    },
    async take(quantity: number) {
      const [line] = (await store('cart')).items;
      await store('cart/update-item', { key: line?.key, quantity });
    },
    /** Money arrives at the shop's bank. */
    async paid(id: number | string, payment: 'prepaid' | 'cash-on-delivery') {
      if (payment === 'prepaid') await ask('paid', { id });
      return String(id);
    },
  };
}

/** The service of a rate of ours. */
const serviceOf = ({ meta_data }: { meta_data: { key: string; value: string }[] }) =>
  meta_data.find(({ key }) => key === '_ship_elements_service')?.value;

/** Of the first package its first row, of the second one its second row. */
const servicesIn = (cart: Cart) =>
  cart.shipping_rates.map(({ shipping_rates }, index) => serviceOf(shipping_rates[index] ?? { meta_data: [] }) ?? '');

const methodOf = ({ cashOnDelivery }: Switches) => (cashOnDelivery ? 'cod' : 'bacs');

/** The classic checkout, with the fields that the plugin's script and the widget post. */
export const visitClassic: RealVisiting = (url, ask) => async (given) => {
  const { browse, store, address, goods, take, paid, addInOtherTab } = await withGoods(url, ask, given);
  const { classic, zone } = await ask('prepare', {});
  const page = await (await browse(classic)).text();
  const [, security = ''] = /"update_order_review_nonce":"(\w+)"/.exec(page) ?? [];
  const [, nonce = ''] = /name="woocommerce-process-checkout-nonce" value="(\w+)"/.exec(page) ?? [];
  let chosen: Choice = { service: '', offer: '', insurance: false, cashOnDelivery: false };
  /** The services of a split cart, for which there is no widget. */
  let packages: string[] | undefined;
  const methods = () =>
    Object.fromEntries(
      (packages ?? [chosen.service])
        .map((service, index) => [`shipping_method[${index}]`, service && `ship_elements:${zone}:${service}`])
        .filter(([, method]) => method),
    );
  const form = () => ({
    ...Object.fromEntries(Object.entries(address).map(([name, value]) => [`billing_${name}`, value])),
    ...{ billing_email: email, payment_method: methodOf(chosen), 'woocommerce-process-checkout-nonce': nonce },
    ...(!packages && {
      ...{ ship_elements_widget: '1', ship_elements: chosen.service, 'ship_elements-seen': seenIn(chosen) },
      ...(chosen.insurance && { 'ship_elements-insurance': '1' }),
    }),
    ...methods(),
  });
  const send = async (action: string, fields: Record<string, string>) => {
    const answer = await browse(`/?wc-ajax=${action}`, { method: 'POST', body: new URLSearchParams(fields) });
    return answer.json();
  };
  /** The page gets its list and its sums. */
  async function review(): Promise<string> {
    const place = { country: address.country, state: address.state, postcode: address.postcode, city: address.city };
    const fields = {
      ...{ security, payment_method: methodOf(chosen), has_full_address: 'true', ...place },
      ...Object.fromEntries(Object.entries(place).map(([name, value]) => [`s_${name}`, value])),
      ...methods(),
      post_data: new URLSearchParams(form()).toString(),
    };
    const { fragments } = await send('update_order_review', fields);
    return Object.values(fragments).join('');
  }
  async function pay(payment: 'prepaid' | 'cash-on-delivery') {
    chosen = { ...chosen, cashOnDelivery: payment === 'cash-on-delivery' };
    const { result, messages, order_id, refresh } = await send('checkout', form());
    if (refresh) await review();
    if (result !== 'success') throw new Error(messages);
    return paid(order_id, payment);
  }
  return {
    ...{ name: 'classic', goods, take, pay, checkOut: pay, noDelivery: review, addInOtherTab },
    async choosePackages(payment) {
      packages = [];
      chosen = { ...chosen, cashOnDelivery: payment === 'cash-on-delivery' };
      await review();
      packages = servicesIn(await store('cart'));
      await review();
      return packages;
    },
    async rates(switches) {
      chosen = { ...chosen, ...switches };
      await review();
      return widgetRates(browse, switches);
    },
    async choose(choice) {
      chosen = choice;
      await review();
      return Number((await store('cart')).totals.total_shipping);
    },
    async toPayment() {},
    async moveTo(postcode) {
      address.postcode = String(postcode);
      await review();
    },
  };
};

/** The block checkout, which is WooCommerce's Store API with the plugin's extension. */
export const visitBlocks: RealVisiting = (url, ask) => async (given) => {
  const { store, address, addresses, goods, take, paid, addInOtherTab } = await withGoods(url, ask, given);
  const extend = (data: object) => store('cart/extensions', { namespace: 'ship-elements', data });
  async function pay(payment: 'prepaid' | 'cash-on-delivery') {
    const payment_method = methodOf({ insurance: false, cashOnDelivery: payment === 'cash-on-delivery' });
    const { order_id } = await store<{ order_id: number }>('checkout', { ...addresses(), payment_method });
    return paid(order_id, payment);
  }
  return {
    ...{ name: 'blocks', goods, take, pay, checkOut: pay, addInOtherTab },
    noDelivery: async () => (await store('cart')).extensions['ship-elements']?.no_delivery ?? '',
    async choosePackages(payment) {
      const cashOnDelivery = payment === 'cash-on-delivery';
      const services = servicesIn(await extend({ payment_method: methodOf({ insurance: false, cashOnDelivery }) }));
      const { zone } = await ask('prepare', {});
      for (const [package_id, service] of services.entries())
        await store('cart/select-shipping-rate', { package_id, rate_id: `ship_elements:${zone}:${service}` });
      return services;
    },
    async rates(switches) {
      const cart = await extend({ insured: switches.insurance, payment_method: methodOf(switches) });
      return (cart.shipping_rates[0]?.shipping_rates ?? []).flatMap(({ price, ...row }) => {
        const service = serviceOf(row);
        if (!service) return [];
        const seen = { service, price: Number(price) };
        return [{ ...seen, offer: offerOf(seen), estimate: false, cutOff: '' }];
      });
    },
    async choose({ service, insurance, ...switches }) {
      await extend({ insured: insurance, payment_method: methodOf({ insurance, ...switches }) });
      const { zone } = await ask('prepare', {});
      const rate = { package_id: 0, rate_id: `ship_elements:${zone}:${service}` };
      return Number((await store('cart/select-shipping-rate', rate)).totals.total_shipping);
    },
    async toPayment() {},
    async moveTo(postcode) {
      address.postcode = String(postcode);
      await store('cart/update-customer', addresses());
    },
  };
};
