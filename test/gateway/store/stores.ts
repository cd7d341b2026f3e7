import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
  /** The process that erases an order ends at this statement: its database breaks off, and takes back what was not committed. */
  breakAt(statement: string): Promise<void>;
  mend(statement: string): Promise<void>;
  /** All that is kept: the rows of every table, and the bytes of a libSQL file and of the files beside it. */
  dump(): Promise<string>;
  end(): Promise<void>;
}

/** The three statements that erase an order, as triggers name them. */
export const erasing = [
  'UPDATE OF state ON ship_ledger',
  'DELETE ON ship_webhooks',
  'UPDATE OF order_id ON ship_ledger',
];

const breaking = (statement: string) =>
  `CREATE TRIGGER breaking BEFORE ${statement} BEGIN SELECT RAISE(ABORT, 'broken off'); END`;

const tables = ['ship_ledger', 'ship_purchases', 'ship_webhooks', 'ship_cache', 'ship_counts', 'ship_schema'];

/** By name. Undefined if this machine cannot run it; `npm test` reports that. */
export const databases: Record<string, () => Promise<Database | undefined>> = {
  async 'a libSQL file'() {
    const folder = mkdtempSync(join(tmpdir(), 'ship-ledger-'));
    const file = join(folder, 'ledger.db');
    async function run(statement: string) {
      const connection = new Libsql(file);
      connection.exec(statement);
      connection.close();
    }
    return {
      open: () => openLibsqlStore(file),
      run,
      breakAt: (statement) => run(breaking(statement)),
      mend: () => run('DROP TRIGGER breaking'),
      dump: async () =>
        readdirSync(folder)
          .map((name) => readFileSync(join(folder, name), 'latin1'))
          .join('\n'),
      end: async () => rmSync(folder, { recursive: true }),
    };
  },
  async Postgres() {
    const postgres = await startPostgres();
    async function run(statement: string) {
      const { default: pg } = await import('pg');
      const client = new pg.Client(postgres?.url);
      await client.connect();
      return client.query(statement).finally(() => client.end());
    }
    return (
      postgres && {
        open: () => openPostgresStore(postgres.url),
        run,
        // The server ends the connection in the middle of the statement.
        async breakAt(statement) {
          await run(`CREATE OR REPLACE FUNCTION breaking() RETURNS trigger AS $$
            BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$ LANGUAGE plpgsql`);
          await run(`CREATE TRIGGER breaking BEFORE ${statement} FOR EACH ROW EXECUTE FUNCTION breaking()`);
        },
        mend: (statement) => run(`DROP TRIGGER breaking ON ${statement.split(' ').at(-1)}`).then(() => {}),
        dump: async () =>
          JSON.stringify(await Promise.all(tables.map(async (name) => (await run(`SELECT * FROM ${name}`)).rows))),
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
    const run = (statement: string) => binding.prepare(statement).bind().all();
    return {
      open: async () => createD1Store(binding),
      run,
      breakAt: (statement) => run(breaking(statement)).then(() => {}),
      mend: () => run('DROP TRIGGER breaking').then(() => {}),
      dump: async () =>
        JSON.stringify(await Promise.all(tables.map((name) => binding.prepare(`SELECT * FROM ${name}`).bind().all()))),
      end: () => miniflare.dispose(),
    };
  },
};
