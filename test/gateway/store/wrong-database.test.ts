import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import Libsql from 'libsql';
import { check } from '../../../src/gateway/serve/check.ts';
import { createD1Store } from '../../../src/gateway/store/d1.ts';
import { openLibsqlStore } from '../../../src/gateway/store/libsql.ts';
import { openPostgresStore } from '../../../src/gateway/store/postgres.ts';
import { openSandboxShop } from '../shop.ts';

const problemOf = async (open: () => unknown): Promise<Error & { code?: string }> => {
  try {
    await open();
  } catch (problem) {
    return problem as Error;
  }
  throw new Error('It has opened.');
};

describe('a database that is missing', () => {
  for (const nothing of [undefined, null, ''] as never[]) {
    it(`is named by the function that opens it, not by its driver: ${JSON.stringify(nothing)}`, async () => {
      for (const [open, sentence] of [
        [() => openLibsqlStore(nothing), /^openLibsqlStore needs the path of a file, .* is the variable set\?$/],
        [
          () => openPostgresStore(nothing),
          /^openPostgresStore needs "postgres:\/\/…" or a pool, .* is the variable set\?$/,
        ],
        [() => createD1Store(nothing), /^createD1Store needs the binding of a D1 database/],
      ] as const)
        expect((await problemOf(open)).message).to.match(sentence);
    });
  }

  it('is no URL of a file, whose mode nobody would look after', async () => {
    const { message } = await problemOf(() => openLibsqlStore('file:./gateway.db'));
    expect(message).to.match(/^openLibsqlStore needs the path of a file, and got a URL/);
    expect(existsSync('file:.')).to.equal(false);
  });

  it('is no pool that waits for ever for a database that does not answer', async () => {
    const query = () => Promise.reject(new Error('not asked'));
    for (const options of [{}, { connectionTimeoutMillis: 0 }])
      expect(
        (await problemOf(() => openPostgresStore({ query, connect: query, end: async () => {}, options }))).message,
      ).to.contain('needs connectionTimeoutMillis');
  });

  it('is not reached, with a code for the log and no password', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const problem = await problemOf(() => openPostgresStore(`postgres://ship:the-password@${host}:1/shop`));
      expect(problem.message).to.match(/^openPostgresStore could not use Postgres \(ECONNREFUSED\): is it running/);
      expect([problem.code, JSON.stringify(problem).includes('the-password')]).to.deep.equal(['ECONNREFUSED', false]);
    }
  });
});

describe('a libSQL file in a folder that is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-gateway-folders-'));
  after(() => rmSync(folder, { recursive: true }));

  it('is created with its folders, for its user alone', async () => {
    const file = join(folder, 'var', 'shop', 'shipping.db');
    const store = await openLibsqlStore(file);
    await store.ping();
    await store.close();
    const modes = [file, join(folder, 'var', 'shop'), join(folder, 'var')].map((path) => statSync(path).mode & 0o777);
    expect(modes).to.deep.equal([0o600, 0o700, 0o700]);
  });

  it('is refused if its folder is a file', async () => {
    expect((await problemOf(() => openLibsqlStore('/dev/null/shipping.db'))).code).to.match(/ENOTDIR|EEXIST/);
  });

  it('leaves a folder that is there as it is', async () => {
    chmodSync(folder, 0o755);
    await (await openLibsqlStore(join(folder, 'shipping.db'))).close();
    expect(statSync(folder).mode & 0o777).to.equal(0o755);
  });
});

describe('a libSQL file that is damaged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-gateway-damaged-'));
  const logOf = (path: string) => `${path}-wal`;
  const lost = join(folder, 'lost.db');
  let [copies, file] = [0, ''];
  after(() => rmSync(folder, { recursive: true }));

  /** A file, and beside it the log of what was written last, as a crash leaves them. */
  before(async () => {
    const live = join(folder, 'live.db');
    const store = await openLibsqlStore(live);
    const shop = openSandboxShop({ store, orders: 'order' });
    for (const reference of ['A', 'B', 'C']) await shop.place({ reference });
    await store.prune(Date.now());
    for (const reference of ['D', 'E', 'F']) await shop.place({ reference });
    for (const path of [(name: string) => name, logOf]) copyFileSync(path(live), path(lost));
    await store.close();
  });
  beforeEach(() => {
    file = join(folder, `shipping-${++copies}.db`);
    copyFileSync(lost, file);
  });

  const page = 4_096;
  const damages: Record<string, () => void> = {
    'as a backup over which the log of the lost one is left': () => {
      const database = new Libsql(file);
      file = join(folder, 'backup.db');
      database.exec(`VACUUM INTO '${file}'`);
      database.close();
      copyFileSync(logOf(lost), logOf(file));
    },
    'as half of its pages are zeros': () => {
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0, Math.ceil(bytes.length / 2 / page) * page));
    },
    'as its first page is zeros': () => writeFileSync(file, readFileSync(file).fill(0, 0, page)),
    'as it is cut off': () => writeFileSync(file, readFileSync(file).subarray(0, 5 * page)),
    'as it is another file': () => writeFileSync(file, 'A list of orders. '.repeat(page)),
  };
  for (const [what, damage] of Object.entries(damages))
    it(`is refused with what to do ${what}`, async () => {
      damage();
      const { name, message } = await problemOf(() => openLibsqlStore(file));
      expect([name, message]).to.deep.equal([
        'DamagedFileError',
        `${file} is damaged, or no libSQL file: put the backup in its place, as "Restore from a backup" of node_modules/ship-elements/demo/docs/run-the-gateway.md says.`,
      ]);
      const findings = await check({ database: file }, folder);
      expect(findings).to.deep.include({ what: 'database', problem: message });
    });

  it('is not what a crash leaves: that opens', async () => {
    copyFileSync(logOf(lost), logOf(file));
    const store = await openLibsqlStore(file);
    await store.ping();
    await store.close();
  });
});

// WiseLibs/better-sqlite3#1237
describe('a libSQL file that is not there any more while it is open', () => {
  const root = mkdtempSync(join(tmpdir(), 'ship-gateway-moved-'));
  after(() => rmSync(root, { recursive: true }));
  let opened = 0;

  async function open() {
    const folder = join(root, String(++opened));
    mkdirSync(folder);
    const file = join(folder, 'shipping.db');
    const store = await openLibsqlStore(file);
    const shop = openSandboxShop({ store, orders: 'order' });
    expect((await shop.place({ reference: 'BEFORE' })).status).to.equal(200);
    return { ...shop, store, folder, file };
  }

  const losses: Record<string, (file: string, folder: string) => void> = {
    'deleted with the files beside it': (file) => ['', '-wal', '-shm'].map((end) => rmSync(file + end)),
    'deleted alone': (file) => rmSync(file),
    'deleted with its folder': (_file, folder) => rmSync(folder, { recursive: true }),
    'moved away': (file) => renameSync(file, `${file}.old`),
    'replaced by a copy': (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
    'there without its log': (file) => rmSync(`${file}-wal`),
  };
  for (const [what, lose] of Object.entries(losses))
    it(`places no order, and says so: ${what}`, async () => {
      const { store, place, file, folder, writes, events } = await open();
      lose(file, folder);
      const there = existsSync(file);
      const { status, body } = await place({ reference: 'AFTER' });
      expect([status, body.reason, events.at(-1)?.fault]).to.deep.equal([
        500,
        'gateway-failed',
        'MovedFileError SQLITE_READONLY_DBMOVED',
      ]);
      expect(writes()).to.have.lengthOf(1);
      expect((await problemOf(() => store.ping())).message).to.match(/deleted, moved or replaced .* start .* again\.$/);
      expect(existsSync(file), 'no empty one is created').to.equal(there);
      await store.close();
    });

  it('goes on if the file comes back', async () => {
    const { store, place, file } = await open();
    renameSync(file, `${file}.moved`);
    expect((await place({ reference: 'LOST' })).status).to.equal(500);
    renameSync(`${file}.moved`, file);
    expect((await place({ reference: 'BACK' })).status).to.equal(200);
    await store.close();
  });
});
