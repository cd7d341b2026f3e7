import {
  type AreaClient,
  createAreaClient,
  createShippingClient,
  type ShippingClient,
} from '../../src/client/index.ts';
import { allOperations, type OperationName } from '../../src/contract/index.ts';
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
  areaClient: AreaClient;
  /** From now on this goes wrong; what went wrong before no longer does. */
  meet(faults: Circumstances['faults']): void;
  /** What the courier would do with an order. */
  moveOrder(id: string, status: string): Promise<void>;
}

const names = Object.keys(allOperations) as OperationName[];
const base = 'https://sandbox.invalid';

/** The sandbox in the page itself: each state begins with one of its own, that has seen nothing yet. */
export function createService({ scenario = 'normal', faults = {}, answer }: Circumstances): ShippingService {
  let met = faults;
  const sandbox = createSandbox({
    scenario,
    faults: (request) => met[operationOf(request) ?? 'every'] ?? met.every,
  });
  const written = new Map<string, string>();
  const connection = {
    baseUrl: base,
    // A state that is held with a latency is there to be looked at for longer than a shopper would wait.
    timeout: 90_000,
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      return answer?.(request) ?? sandbox.fetch(request);
    },
  };
  const client = createShippingClient({
    ...connection,
    // Not the page's: an order or a cancellation that one state leaves without an answer would be found by the next.
    store: {
      getItem: (key) => written.get(key) ?? null,
      setItem: (key, value) => void written.set(key, value),
      removeItem: (key) => void written.delete(key),
    },
  });
  return {
    client,
    areaClient: createAreaClient(connection),
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
  return names.find((name) => new RegExp(`^${allOperations[name].path.replace(':id', '[^/]+')}$`).test(pathname));
}
