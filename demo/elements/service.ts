import { createShippingClient, type ShippingClient } from '../../src/client/index.ts';
import { type OperationName, operations } from '../../src/contract/index.ts';
import { createSandbox, type ScenarioName } from '../../src/sandbox/index.ts';

/** What goes wrong: a story of the sandbox, or faults as its header has them, by operation or for all of them. */
export interface Circumstances {
  scenario?: ScenarioName;
  faults?: Partial<Record<OperationName | 'every', string>>;
  /** Answered by the page where the sandbox never would. */
  answer?(request: Request): Response | undefined;
}

export interface ShippingService {
  client: ShippingClient;
  /** From now on this goes wrong; what went wrong before no longer does. */
  meet(faults: Circumstances['faults']): void;
  /** What the courier would do with an order. */
  moveOrder(id: string, status: string): Promise<void>;
}

const names = Object.keys(operations) as OperationName[];
const base = 'https://sandbox.invalid';

/** The sandbox in the page itself: each state begins with one of its own, that has seen nothing yet. */
export function createService({ scenario = 'normal', faults = {}, answer }: Circumstances): ShippingService {
  let met = faults;
  const sandbox = createSandbox({
    scenario,
    faults: (request) => met[operationOf(request) ?? 'every'] ?? met.every,
  });
  const client = createShippingClient({
    baseUrl: base,
    // A state that is held with a latency is there to be looked at for longer than a shopper would wait.
    timeout: 90_000,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      return answer?.(request) ?? sandbox.fetch(request);
    },
  });
  return {
    client,
    meet(next = {}) {
      met = next;
    },
    async moveOrder(id, status) {
      const body = JSON.stringify({ status });
      const headers = { 'content-type': 'application/json' };
      await sandbox.fetch(new Request(`${base}/sandbox/orders/${id}/status`, { method: 'POST', headers, body }));
    },
  };
}

function operationOf(request: Request): OperationName | undefined {
  const { pathname } = new URL(request.url);
  return names.find((name) => new RegExp(`^${operations[name].path.replace(':id', '[^/]+')}$`).test(pathname));
}
