import type { NewsMessage } from '../news/index.ts';
import type { GatewayStore } from '../store/index.ts';
import { table } from './table.ts';

const most = 200;

/** Lists messages that are not delivered yet, the next attempt first. */
export async function listNews(store: GatewayStore, account: string): Promise<string> {
  const waiting = await store.news.due(account, Number.MAX_SAFE_INTEGER, most);
  if (!waiting.length) return 'Everything was delivered.\n';
  const rows = waiting.flatMap(({ key, lines, tries, due }) =>
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const { type, timestamp }: NewsMessage = JSON.parse(line);
        return [key.reference, type, timestamp, String(tries), due ? new Date(due).toISOString() : 'now'];
      }),
  );
  return table(['reference', 'type', 'happened', 'failed', 'next attempt'], rows);
}
