export type { Clock, WebhookOptions } from './context.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
export { openStore } from './libsql-store.ts';
export {
  createMemoryStore,
  type Kind,
  type OrderDocument,
  type OrderRecord,
  type SandboxStore,
} from './order-store.ts';
export { isScenario, type Scenario, type ScenarioName, scenarioNames, scenarios } from './scenarios.ts';
