export { openStore } from './libsql-store.ts';
export { createMemoryStore } from './memory-store.ts';
export type { Kind, OrderDocument, OrderRecord, Store } from './store.ts';
