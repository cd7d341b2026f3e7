import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { openPurchases } from './shop.ts';

const program = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

const run = (...words: string[]) =>
  new Promise<string>((resolve) => {
    const command = ['--import', import.meta.resolve('tsx'), program, 'purchases', ...words];
    execFile(process.execPath, command, (_problem, said, refused) => resolve(said || refused));
  });

describe('npx ship-elements purchases', () => {
  it('prints what needs a person, with the remedy, and creates no file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ship-purchases-'));
    const file = join(folder, 'shipping.db');
    expect(await run(file)).to.equal(`There is no file ${file}.\n`);
    const store = await openLibsqlStore(file);
    const { purchases, accept, call } = openPurchases({}, { store });
    const accepted = await accept();
    await call(accepted);
    await purchases.cancel(accepted.reference);
    const printed = await run(file);
    expect(printed).to.include(`Rp ${accepted.pay?.rupiah} are owed to the shopper of ${accepted.reference}`);
    expect(printed)
      .to.include('\n  give them back at your provider')
      .and.not.match(/Ratna|Braga/);
    expect(await run(file, '--account', 'another')).to.equal('Nothing needs a person.\n');
    await store.close();
    rmSync(folder, { recursive: true });
  }).timeout(30_000);
});
