import type { OrderResponse } from '../../src/index.ts';
import { hasPhpWithSqlite } from '../support/php.ts';
import { buy, plain, withShop } from './scenarios.ts';
import type { StartShop } from './shop.ts';
import { type Delivery, type Row, startWoocommerce, type Visiting, type WoocommerceShop } from './woocommerce.ts';
import type { Wordpress } from './wordpress.ts';

/** The shop of this test file. It is started once a file. */
export let shop: WoocommerceShop;

/** @param site a real WooCommerce, in the place of the stub */
export const startOn =
  (...site: [start?: () => Promise<Wordpress>, visiting?: Visiting, couriers?: string]): StartShop =>
  async (service) => {
    shop = await startWoocommerce(service, ...site);
    return shop;
  };

export const startShop = startOn();

/** Each test begins with a shop that has kept no answers of the service, and leaves the settings as they were. */
export function forgetAfterEach(): void {
  beforeEach(() => shop.ask('forget', {}));
  afterEach(() => shop.ask('settings', { settings: shop.settings }));
}

/**
 * Registers tests with a shop of their own.
 * @param tests gets a function that lists the orders that the test made at the service
 */
export function inWoocommerce(subject: string, tests: (placed: () => Promise<OrderResponse[]>) => void): void {
  if (!hasPhpWithSqlite()) return;
  withShop(`${subject} in WooCommerce`, startShop, ({ placed }) => {
    forgetAfterEach();
    tests(placed);
  });
}

export const offered = async (switches = plain, postalCode?: number) => {
  const { name } = await shop.visit(postalCode);
  return shop.ask('rates', { visit: name, ...switches }) as Promise<{ rates: Row[]; payments: string[] }>;
};

/** An order whose delivery waits for the scheduler. */
export const bought = (payment?: 'prepaid' | 'cash-on-delivery'): Promise<string> => buy(shop, payment);
/** An order whose delivery the scheduler has ordered. */
export const ordered = async (payment?: 'prepaid' | 'cash-on-delivery'): Promise<string> => {
  const id = await bought(payment);
  await shop.ask('run', {});
  return id;
};
/** Presses a button of the order's page. What it asks for is done in the background. */
export const press = async (id: string, button: string, fields: object = {}): Promise<{ notice: string }> => {
  const pressed = await shop.ask('press', { id, button, fields });
  await shop.ask('run', { at_once: true });
  return pressed;
};
export const delivery = async (id: string): Promise<Delivery> => (await shop.ask('order', { id })).delivery;
