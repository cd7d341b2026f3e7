import { expect } from 'chai';
import { rolldown } from 'rolldown';
import { type Consumer, install } from '../support/consumer.ts';

const drivers = ['libsql', 'pg'];

/** What a bundle of the gateway imports when it runs, with these packages left out of it. */
async function importsOf(consumer: Consumer, code: string, external: (string | RegExp)[]): Promise<string[]> {
  consumer.write('entry.js', code);
  const bundle = await rolldown({ cwd: consumer.folder, input: './entry.js', platform: 'neutral', external });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const chunks = output.filter((part) => part.type === 'chunk');
  const own = new Set(chunks.map(({ fileName }) => fileName));
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  return [...new Set(imported)].filter((name) => !own.has(name)).sort();
}

const gateway = "export { createShippingGateway } from 'ship-elements/gateway';";

describe('a bundle of the installed gateway', () => {
  let consumer: Consumer;
  before(() => {
    consumer = install({ hono: 'hono', jose: 'jose' });
  });

  // No driver is installed, so the bundler would stop at an import of one.
  for (const [what, code] of [
    ['the gateway alone', ''],
    ['the gateway over D1, as in a Worker', "export { createD1Store } from 'ship-elements/gateway/d1';"],
  ])
    it(`takes no driver and no module of Node for ${what}`, async () => {
      expect(await importsOf(consumer, `${gateway}${code}`, [])).to.deep.equal([]);
    });

  for (const [opener, entry, driver] of [
    ['openLibsqlStore', 'libsql', 'libsql'],
    ['openPostgresStore', 'postgres', 'pg'],
  ])
    it(`takes ${driver} alone for ${entry}`, async () => {
      const code = `${gateway} export { ${opener} } from 'ship-elements/gateway/${entry}';`;
      const imports = await importsOf(consumer, code, [...drivers, /^node:/]);
      expect(imports.filter((name) => !name.startsWith('node:'))).to.deep.equal([driver]);
    });
});

describe('a bundle of the installed package', () => {
  /** What a page loads at once, and what it loads later. */
  async function chunksOf(code: string): Promise<string[]> {
    const consumer = install({});
    consumer.write('entry.js', code);
    const bundle = await rolldown({ cwd: consumer.folder, input: './entry.js', platform: 'browser' });
    const { output } = await bundle.generate({ minify: true });
    await bundle.close();
    return output.flatMap((part) => (part.type === 'chunk' ? [part.code] : []));
  }

  it('brings no schema and no zod for one function that reads no answer', async () => {
    const [page] = await chunksOf("export { serviceKey, shopCalendar } from 'ship-elements';");
    expect(page).to.contain('shopCalendar').and.not.contain('_zod');
  });

  it('loads no zod with a promise alone, before the shopper opens its search', async () => {
    const [page, ...later] = await chunksOf("import 'ship-elements/promise';");
    expect(page).to.contain('ship-promise').and.not.contain('_zod');
    expect(later.join()).to.contain('_zod');
  });

  it('reads no address before the shopper opens the search of a promise', async () => {
    const [page, ...later] = await chunksOf("import 'ship-elements/choice'; import 'ship-elements/promise';");
    expect(page).to.contain('ship-promise').and.not.contain('kecamatan distrik');
    expect(later.join()).to.contain('kecamatan distrik');
  });
});
