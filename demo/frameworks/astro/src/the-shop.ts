import { openShop } from '../shop.js';

const origins = 'http://localhost:4321,http://127.0.0.1:4321';

export const shop = await openShop({ SHOP_ORIGINS: origins, ...process.env });
shop.start();
