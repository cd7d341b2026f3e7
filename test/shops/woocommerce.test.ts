import { hasPhpWithSqlite } from '../support/php.ts';
import { testShop } from './scenarios.ts';
import { startWoocommerce } from './woocommerce.ts';

if (hasPhpWithSqlite()) testShop('WooCommerce', startWoocommerce);
