import { hasWoocommerce } from '../support/php.ts';
import { merchantsDay } from './merchants-day.ts';
import { type RealWordpress, startRealWordpress, visitBlocks, visitClassic } from './real-woocommerce.ts';
import { byClicks } from './real-woocommerce-clicks.ts';
import { withVendors } from './real-woocommerce-vendors.ts';
import { withShop } from './scenarios.ts';
import { woocommerceDay } from './woocommerce-day.ts';
import { forgetAfterEach, shop, startOn } from './woocommerce-shop.ts';

let site: RealWordpress;

const startSite = async (tables: boolean) => {
  site = await startRealWordpress(tables);
  return site;
};

if (hasWoocommerce())
  for (const [checkout, orders, visiting, couriers] of [
    ['classic', 'tables of their own', visitClassic, 'jne,sicepat'],
    ['block', 'posts', visitBlocks, 'jne'],
  ] as const) {
    const start = startOn(() => startSite(orders !== 'posts'), visiting, couriers);
    withShop(`the real WooCommerce with the ${checkout} checkout, and orders in ${orders}`, start, (tools) => {
      forgetAfterEach();
      merchantsDay({ ...tools, shop: () => shop });
      woocommerceDay(tools);
      withVendors(visiting, tools);
      byClicks(checkout, () => site, tools);
    });
  }
