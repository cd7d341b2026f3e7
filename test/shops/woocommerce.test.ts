import { hasPhpWithSqlite } from '../support/php.ts';
import { testShop } from './scenarios.ts';
import { buyOnPage, startWoocommerce } from './woocommerce.ts';

if (hasPhpWithSqlite()) testShop('WooCommerce', startWoocommerce, buyOnPage);
