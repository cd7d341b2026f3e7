export { SchemaError } from './migrations.ts';
export { MissingPackageError } from './optional-package.ts';
export type { Cache, Counts, GatewayStore } from './store.ts';
