import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../..', import.meta.url));
const promises = join(root, 'test/client/types');

describe('the types of the package, in a strict consumer’s project', () => {
  let folder = '';

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'ship-elements-consumer-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/ship-elements'), 'dir');
    for (const file of readdirSync(promises)) {
      const promised = readFileSync(join(promises, file), 'utf8');
      const installed = promised.replace(/'(?:\.\.\/)+src\/(\w+)\/index\.ts'/g, "'ship-elements/$1'");
      expect(installed).to.not.match(/\/src\//);
      writeFileSync(join(folder, file), installed);
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('describe the fields', () => {
    const published = readFileSync(join(root, 'dist/contract/index.d.ts'), 'utf8');
    expect(published).to.match(/What the service charges, in rupiah[^*]*\*\/\s+price:/);
    expect(published).to.match(/Grams for one unit\.[^*]*\*\/\s+weight:/);
    expect(published).to.match(/The amount to insure in rupiah, not a flag\. \*\/\s*courier_insurance:/);
    expect(published).to.match(/interface RatesRequest extends Outputs<typeof Locators, typeof ExtraFields,/);
    expect(published).to.match(/Operation<RatesRequest, RatesResponse>/);
  });

  for (const module of ['preserve', 'nodenext'])
    it(`match those of the source with module: ${module}`, () => {
      const compilerOptions = {
        target: 'es2022',
        module,
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        types: [],
        allowImportingTsExtensions: true,
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
      const { stdout, status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
      expect(stdout).to.equal('');
      expect(status).to.equal(0);
    });
});
