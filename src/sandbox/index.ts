export type { Clock } from './clock.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
export { isScenario, type Scenario, type ScenarioName, scenarioNames, scenarios } from './faults/index.ts';
export type { WebhookOptions } from './parcels/index.ts';
export {
  createMemoryStore,
  type Kind,
  type OrderDocument,
  type OrderRecord,
  openStore,
  type SandboxStore,
} from './store/index.ts';
