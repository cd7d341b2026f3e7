import { createShippingGateway } from 'ship-elements/gateway';

/** A gateway keeps the answers of the service for two minutes. A scenario is played each time. */
const cache = { get: async () => undefined, set: async () => {} };

/**
 * For development: the header `sandbox-scenario` of a page goes through the gateway to the sandbox. Each scenario has a gateway of its own.
 * @param options those of `createShippingGateway`. `upstream` is the address of the sandbox
 */
export function createScenarioGateway(options) {
  const { fetch = globalThis.fetch } = options;
  const playing = (scenario) => (input, init) => {
    const request = new Request(input, init);
    request.headers.set('sandbox-scenario', scenario);
    return fetch(request);
  };
  const gateways = new Map([['normal', createShippingGateway(options)]]);
  return {
    fetch(request, connection) {
      const scenario = request.headers.get('sandbox-scenario') ?? 'normal';
      if (!gateways.has(scenario)) {
        const store = { ...options.store, cache };
        gateways.set(scenario, createShippingGateway({ ...options, store, fetch: playing(scenario) }));
      }
      return gateways.get(scenario).fetch(request, connection);
    },
  };
}
