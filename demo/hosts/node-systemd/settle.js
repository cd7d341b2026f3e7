import { gateway, store } from './gateway.js';

await gateway.settle();
await gateway.deliverNews();
await store.close();
