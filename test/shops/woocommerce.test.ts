import { testShop } from './scenarios.ts';
import { startWoocommerce } from './woocommerce.ts';
import { hasWordpressPhp } from './wordpress.ts';

if (hasWordpressPhp()) testShop('WooCommerce', startWoocommerce);
