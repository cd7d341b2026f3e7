export { createD1Store, type D1Binding, type KvBinding } from './d1.ts';
export { openLibsqlStore } from './libsql.ts';
export { SchemaError } from './migrations.ts';
export { openPostgresStore, type PostgresPool } from './postgres.ts';
export type { Cache, Counts, Store } from './store.ts';
