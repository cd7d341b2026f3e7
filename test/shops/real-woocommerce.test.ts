import { hasWoocommerce } from '../support/php.ts';
import { merchantsDay } from './merchants-day.ts';
import { startRealWordpress, visitBlocks, visitClassic } from './real-woocommerce.ts';
import { withShop } from './scenarios.ts';
import { woocommerceDay } from './woocommerce-day.ts';
import { forgetAfterEach, shop, startOn } from './woocommerce-shop.ts';

if (hasWoocommerce())
  for (const [name, tables, visiting, couriers] of [
    ['the classic checkout, and orders in tables of their own', true, visitClassic, 'jne,sicepat'],
    ['the block checkout, and orders as posts', false, visitBlocks, 'jne'],
  ] as const)
    withShop(
      `the real WooCommerce: ${name}`,
      startOn(() => startRealWordpress(tables), visiting, couriers),
      (tools) => {
        forgetAfterEach();
        merchantsDay({ ...tools, shop: () => shop });
        woocommerceDay(tools);
      },
    );
