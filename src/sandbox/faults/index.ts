export { type FaultOptions, injectFaults } from './inject-faults.ts';
export { isScenario, type Scenario, type ScenarioName, scenarioNames, scenarios, usualJourney } from './scenarios.ts';
