import type { Entry } from '../ledger/index.ts';
import type { Store } from '../store/index.ts';

const most = 200;
const columns = ['state', 'kind', 'reference', 'order', 'sends', 'changed'] as const;

/** The newest orders of an account, or those that the merchant has to look up; numbers and states alone. */
export async function listOrders(store: Store, account: string, needsAttention: boolean): Promise<string> {
  const entries = await store.ledger.list(account, needsAttention ? ['needs-attention'] : undefined, most);
  if (!entries.length) return needsAttention ? 'Nothing needs attention.\n' : 'There are no orders yet.\n';
  const rows = [columns, ...entries.map(row)];
  const widths = columns.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const more = entries.length === most ? [`… the newest ${most} of more.`] : [];
  return `${[...lines, ...more].join('\n')}\n`;
}

const row = ({ state, kind, reference, order, attempts, changed }: Entry): string[] => [
  state,
  kind,
  reference,
  order ?? '—',
  String(attempts),
  new Date(changed).toISOString(),
];
