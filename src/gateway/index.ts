export { createShippingGateway, type Gateway, type GatewayOptions } from './create-gateway.ts';
export {
  type Cache,
  type Counts,
  createD1Store,
  type D1Binding,
  type KvBinding,
  openLibsqlStore,
  openPostgresStore,
  type PostgresPool,
  type Store,
} from './store/index.ts';
