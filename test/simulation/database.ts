import Libsql from 'libsql';
import { migrate } from '../../src/gateway/store/migrations.ts';
import type { SqlDatabase, SqlResult, SqlValue } from '../../src/gateway/store/sql-rows.ts';
import type { Process, World } from './world.ts';

/** One for all runs, because to create the tables takes longer than to empty them. */
const sqlite = new Libsql(':memory:');
const prepared = new Map<string, { statement: Libsql.Statement; reader: boolean }>();

function preparedNow(sql: string) {
  const statement = sqlite.prepare(sql);
  return { statement, reader: statement.reader };
}

/** A real SQLite in memory. Every process has its own line to it. */
export class Database {
  readonly #world: World;
  #between: (process: Process, hasWork: boolean) => void = () => {};
  /** Called before an erasure. What it returns is called after it, and nobody writes in between. */
  aroundErasure: () => () => void = () => () => {};

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * Empties it.
   * @param between called between two statements of a process, and whether it has read what is due
   */
  async open(shopTable: string, between: (process: Process, hasWork: boolean) => void): Promise<void> {
    this.#between = between;
    await migrate({
      run: async (statement, values) => this.read(statement, values),
      transaction: async (statements) => {
        for (const { sql } of statements) this.read(sql);
      },
      close: async () => {},
    });
    this.read(shopTable);
    for (const name of ['ship_ledger', 'ship_purchases', 'ship_cache', 'ship_counts', 'ship_webhooks', 'shop_carts'])
      this.read(`DELETE FROM ${name}`);
  }

  /** Runs a statement at once. */
  read(sql: string, values: readonly SqlValue[] = []): SqlResult {
    const known = prepared.get(sql) ?? preparedNow(sql);
    prepared.set(sql, known);
    const { statement, reader } = known;
    if (!reader) return { rows: [], changes: statement.run([...values]).changes };
    const rows = statement.all([...values]) as Record<string, unknown>[];
    return { rows, changes: rows.length };
  }

  /** Runs each statement at a turn of the process, and lets it go on at another one: it may be killed before, or after. */
  lineOf(process: Process): SqlDatabase {
    const dice = this.#world.dice(`the disk of ${process.name}`);
    const wait = async (hasWork = false) => {
      await this.#world.turn(process, dice.fraction() * 3);
      this.#between(process, hasWork);
      // Whoever was killed or put to sleep just now goes on later, or never.
      if (!process.isAlive || process.asleepUntil > this.#world.now) await this.#world.turn(process, 0);
    };
    return {
      run: async (statement, values) => {
        await wait();
        const result = this.read(statement, values);
        await wait(result.rows.length > 0 && /(lease|due) <= \?/.test(statement));
        return result;
      },
      transaction: async (statements) => {
        await wait();
        const after = statements.some(({ sql }) => /state = 'erased'|erase_due = \?/.test(sql)) && this.aroundErasure();
        for (const { sql, values } of statements) this.read(sql, values);
        if (after) after();
        await wait();
      },
      close: async () => {},
    };
  }
}
