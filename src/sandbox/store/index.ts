export { openStore } from './libsql-store.ts';
export { createMemoryStore } from './memory-store.ts';
export type { Kind, OrderDocument, OrderRecord, SandboxStore } from './store.ts';
