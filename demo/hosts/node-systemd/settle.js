import { gateway, purchases, store } from './gateway.js';

// One that fails stops no other.
const ends = await Promise.allSettled([gateway.settle(), gateway.deliverNews(), purchases.settle()]);
await store.close();
const failed = ends.find((end) => end.status === 'rejected');
if (failed) throw failed.reason;
