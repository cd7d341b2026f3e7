export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
export {
  createMemoryStore,
  type Kind,
  type OrderDocument,
  type OrderRecord,
  openStore,
  type Store,
} from './store/index.ts';
