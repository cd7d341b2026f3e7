import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { Miniflare } from 'miniflare';
import type { GatewayStore } from '../../../src/gateway/index.ts';
import { createD1Store, type D1Binding } from '../../../src/gateway/store/d1.ts';
import { openLibsqlStore } from '../../../src/gateway/store/libsql.ts';
import { openPostgresStore } from '../../../src/gateway/store/postgres.ts';
import { libsqlOnly, startPostgres } from '../../support/postgres.ts';

/** A database for a test file: stores that are opened on it share what is kept. */
export interface Database {
  open(): Promise<GatewayStore>;
  /** Runs a statement as another program would. */
  run(statement: string): Promise<unknown>;
  end(): Promise<void>;
}

/** By name. Undefined if this machine cannot run it; `npm test` reports that. */
export const databases: Record<string, () => Promise<Database | undefined>> = {
  async 'a libSQL file'() {
    const folder = mkdtempSync(join(tmpdir(), 'ship-ledger-'));
    const file = join(folder, 'ledger.db');
    return {
      open: () => openLibsqlStore(file),
      async run(statement) {
        const connection = new Libsql(file);
        connection.exec(statement);
        connection.close();
      },
      end: async () => rmSync(folder, { recursive: true }),
    };
  },
  async Postgres() {
    const postgres = await startPostgres();
    return (
      postgres && {
        open: () => openPostgresStore(postgres.url),
        async run(statement) {
          const { default: pg } = await import('pg');
          const client = new pg.Client(postgres.url);
          await client.connect();
          await client.query(statement).finally(() => client.end());
        },
        end: postgres.stop,
      }
    );
  },
  async 'D1 in workerd'() {
    if (libsqlOnly) return undefined;
    const miniflare = new Miniflare({
      modules: true,
      script: 'export default { fetch: () => new Response() }',
      d1Databases: ['DB'],
      kvNamespaces: ['KV'],
      // Otherwise it asks the network for its location.
      cf: false,
    });
    const binding = (await miniflare.getD1Database('DB')) as unknown as D1Binding;
    return {
      open: async () => createD1Store(binding),
      run: (statement) => binding.prepare(statement).bind().all(),
      end: () => miniflare.dispose(),
    };
  },
};
