import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { migrate, migrations } from '../../../src/gateway/store/migrations.ts';
import { type Database, databases } from './stores.ts';

const old = readFileSync(new URL('./database-0.1.0.sql', import.meta.url), 'utf8')
  .trim()
  .split(';\n');

for (const [name, start] of Object.entries(databases)) {
  const available = await start();
  if (!available) continue;
  await available.end();

  describe(`an upgrade of ${name}`, () => {
    let database: Database;
    beforeEach(async () => {
      database = (await start()) as Database;
    }).timeout(30_000);
    afterEach(() => database.end()).timeout(30_000);

    it('keeps the orders of version 0.1.0, and can change them', async () => {
      for (const statement of old) await database.run(statement);
      const store = await database.open();
      const key = { account: 'shop', kind: 'order' as const };
      const placed = await store.ledger.find({ ...key, reference: 'INV-1' });
      expect(placed).to.include({ state: 'placed', order: 'o1', version: 3_171_208_961 });
      const [open] = await store.ledger.due('shop', 1_795_000_040_000, 1_795_000_090_000, 9);
      expect(open).to.include({ reference: 'INV-2', body: '{"reference_id":"INV-2"}' });
      if (!open) return;
      expect(await store.ledger.replace({ ...open, version: 13, state: 'placed', body: null }, 12)).to.equal(true);
      expect(await store.cache.get('claimed')).to.equal(undefined);
      await store.close();
    }).timeout(60_000);

    it('is done once, when several processes start together', async () => {
      for (const statement of old) await database.run(statement);
      const stores = await Promise.all(Array.from({ length: 5 }, () => database.open()));
      await Promise.all(stores.map((store) => store.ping()));
      for (const store of stores) await store.close();
      const again = await database.open();
      await again.ping();
      await again.close();
    }).timeout(60_000);

    it('is refused if the database is of a newer version', async () => {
      const store = await database.open();
      await store.ping();
      await store.close();
      await database.run('INSERT INTO ship_schema (version) VALUES (99)');
      const opening = database.open().then((opened) => opened.ping());
      expect(await opening.catch(({ message }) => message)).to.match(
        /^The database has schema version 99, and this program knows version \d+: start the newer version of ship-elements\.$/,
      );
    }).timeout(60_000);
  });
}

describe('an upgrade of Postgres', () => {
  // Which error comes depends on how far the other process is.
  for (const code of ['23505', '42P07', '42710', 'XX000'])
    it(`goes on if another process creates the table at the same moment: ${code}`, async () => {
      const failures = [Object.assign(new Error('already exists'), { code })];
      let version = 0;
      await migrate({
        async run() {
          const failure = failures.shift();
          if (failure) throw failure;
          return { rows: [{ version }], changes: 0 };
        },
        transaction: async () => void version++,
        close: async () => {},
      });
      expect(version).to.be.above(0);
    });
});

describe('a migration', () => {
  it('never changes, because databases have it already', () => {
    // A new migration adds a line. Its statements are text of their own: a state that is added later must not change them.
    const digests = migrations.map((statements) =>
      createHash('sha256').update(statements.join(';').replace(/\s+/g, ' ')).digest('hex').slice(0, 16),
    );
    expect(digests).to.deep.equal([
      'b9eb7ba80578504d',
      'a6f1312762e2e61e',
      '1f2762019a3cca23',
      '37c2b55e19431585',
      'dd9f33791542b40c',
      'b4e347a6e8f41c07',
      '6553d6a691cf0e73',
      '963e0cc77c466617',
      'bdfe06fbd12c3c62',
      '5c25e768b83f746b',
    ]);
  });
});
