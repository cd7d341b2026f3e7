import { gateway, purchases, store } from './gateway.js';

await gateway.settle();
await purchases.settle();
await gateway.deliverNews();
await store.close();
