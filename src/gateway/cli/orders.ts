import { parseArgs } from 'node:util';
import { createShippingGateway } from '../create-gateway.ts';
import type { Entry } from '../ledger/index.ts';
import type { Found } from '../orders/index.ts';
import type { GatewayStore } from '../store/index.ts';
import { configFile, optionsOf, type Settings } from './settings.ts';
import { table } from './table.ts';

const most = 200;
const columns = ['state', 'kind', 'reference', 'order', 'sends', 'changed'] as const;

/** Runs a command below `orders`, and returns its output. */
type Work = (settings: Settings, store: GatewayStore) => Promise<string>;

const options = {
  'needs-attention': { type: 'boolean' },
  draft: { type: 'boolean' },
  placed: { type: 'string' },
  cancelled: { type: 'string' },
  'not-placed': { type: 'boolean' },
} as const;

/** Returns the command below `orders`. Undefined if there is no such command. */
export function ordersCommand(words: string[]): Work | undefined {
  const { positionals, values } = read(words) ?? { positionals: ['?'], values: {} };
  const [command, reference, ...more] = positionals;
  const { 'needs-attention': needsAttention = false, draft, ...outcome } = values;
  const found = foundIn(outcome);
  if (command === undefined && !draft && Object.keys(outcome).length === 0)
    return ({ account = '' }, store) => listOrders(store, account, needsAttention);
  if (command !== 'resolve' || !reference || more.length || needsAttention || !found) return undefined;
  const kind = draft ? 'draft_order' : 'order';
  return async (settings, store) => {
    const state = await createShippingGateway(optionsOf(settings, store)).resolveOrder({ reference, kind }, found);
    return `${reference} is ${state} now.\n`;
  };
}

function read(words: string[]) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch {
    return undefined;
  }
}

interface Outcome {
  placed?: string;
  cancelled?: string;
  'not-placed'?: boolean;
}

/** Returns what the merchant has found. Undefined unless exactly one of the three flags is given. */
function foundIn(outcome: Outcome): Found | undefined {
  if (Object.keys(outcome).length !== 1) return undefined;
  const { placed, cancelled } = outcome;
  if (placed !== undefined) return { found: 'placed', order: placed };
  return cancelled === undefined ? { found: 'nothing' } : { found: 'cancelled', order: cancelled };
}

/** Lists the newest orders of an account, or those that need attention. The list has no personal data. */
async function listOrders(store: GatewayStore, account: string, needsAttention: boolean): Promise<string> {
  const entries = await store.ledger.list(account, needsAttention ? ['needs-attention'] : undefined, most);
  if (!entries.length)
    return needsAttention
      ? 'Nothing needs attention.\n'
      : `The account "${account}" has no orders here. Is "account" right in ${configFile}?\n`;
  const more = entries.length === most ? `… the newest ${most} of more.\n` : '';
  return table(columns, entries.map(row)) + more;
}

const row = ({ state, kind, reference, order, attempts, changed }: Entry): string[] => [
  state,
  kind,
  reference,
  order ?? '—',
  String(attempts),
  new Date(changed).toISOString(),
];
