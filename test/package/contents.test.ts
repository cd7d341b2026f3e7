import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { scriptName } from '../../src/package/script.ts';
import { stacks } from '../frameworks/stacks.ts';
import { type Consumer, install } from '../support/consumer.ts';
import { docsPage, exampleOf } from '../support/docs.ts';
import { type Packed, pack } from '../support/packed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folders of a package and of its dependencies, by name. Peers are the shop's own choice. */
function brought(names: string[], known = new Set<string>()): Set<string> {
  for (const name of names.filter((name) => !known.has(name))) {
    known.add(name);
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    brought(Object.keys(dependencies), known);
  }
  return known;
}

describe('the published package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-packed-'));
  let packed: Packed;

  before(() => {
    packed = pack(folder);
  });
  after(() => rmSync(folder, { recursive: true }));

  it('has every file that its manifest and its README name', () => {
    for (const path of [
      ...['dist/index.js', 'dist/index.d.ts', 'dist/sandbox/index.js', 'dist/gateway/index.js', 'dist/server.js'],
      ...[`dist/${scriptName}`, 'dist/ship-elements.sri.json', 'dist/script-tag.md'],
      ...['README.md', 'README.id.md', 'CHANGELOG.md', 'src/gateway/README.md', 'LICENSE'],
      ...Object.keys(stacks).map((name) => `demo/frameworks/${name}/README.md`),
    ]) {
      expect(packed.paths, path).to.include(path);
    }
  });

  it('has no source, no source map and no file that only this repository needs', () => {
    const unwanted =
      /^(dist\/demo\/|test\/|demo\/(?!docs\/|frameworks\/|recipes\/|shops\/))|^tsconfig|package-lock|node_modules|\.map$|^src\/.*\.ts$/;
    expect(packed.paths.filter((path) => unwanted.test(path))).to.deep.equal([]);
  });

  // 100 KB README's four pictures, 75 KB the modules a shop bundles, 65 KB the gateway and its page, 60 KB the script-tag file, 50 KB docs and
  // recipes, 25 KB the sandbox, 20 KB contract and changes, 15 KB framework pages to copy, 15 KB plugins of shop systems, 15 KB their example shops.
  it('is at most 470 KB to download', () => {
    expect(packed.bytes).to.be.below(470_000);
  });

  it('depends on Lit, its task and zod, and nothing else', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).to.deep.equal(['@lit/task', 'lit', 'zod']);
    const others = [...brought(Object.keys(dependencies))].filter((name) => !/^(@lit\/|lit\b|zod$)/.test(name));
    expect(others).to.deep.equal(['@lit-labs/ssr-dom-shim', '@types/trusted-types']);
  });

  it('passes publint and Are the Types Wrong', () => {
    for (const command of [
      ['publint', 'run', packed.file, '--strict'],
      // For `import` only: neither `require`, nor a TypeScript that does not read `exports`.
      ['attw', packed.file, '--profile', 'esm-only', '--format', 'ascii'],
    ]) {
      const { status, stdout, stderr } = spawnSync('npx', command, { cwd: root, encoding: 'utf8' });
      expect(status, `${stdout}${stderr}`).to.equal(0);
    }
  });

  it('has types that a strict consumer can use as the docs show', () => {
    const consumer = install(packed, { '@types/react': '@types/react', csstype: 'csstype' });
    const example = exampleOf(docsPage('errors'), 'ts', 'In TypeScript');
    const jsx = exampleOf(docsPage('frameworks'), 'tsx', 'Types');
    const more = `import { serviceKey, type Arrival, type Badge, type Extras, type Rate, type ShipmentPart } from 'ship-elements';
      export type Named = [Arrival, Badge, Extras, ShipmentPart];
      export const key = (rate: Rate): string => serviceKey(rate);
      import { operations } from 'ship-elements';
      // @ts-expect-error: only the contract exports its values
      export const path = operations.quoteRates.path;`;
    consumer.write('example.ts', example);
    consumer.write('more.ts', more);
    consumer.write('page.tsx', jsx);
    const strict = { target: 'es2022', module: 'preserve', strict: true, skipLibCheck: true, noEmit: true, types: [] };
    consumer.write('tsconfig.json', JSON.stringify({ compilerOptions: { ...strict, jsx: 'react-jsx' } }));
    const said = check(consumer);
    consumer.remove();
    expect(said).to.equal('');
  });

  it('has types for a page with the script tag alone', () => {
    const consumer = install(packed);
    consumer.write('page.ts', "document.querySelector('ship-checkout')!.orderMode = 'order';");
    const types = ['ship-elements/ship-elements.js'];
    const strict = { target: 'es2022', module: 'preserve', strict: true, noEmit: true, types };
    consumer.write('tsconfig.json', JSON.stringify({ compilerOptions: strict }));
    const said = check(consumer);
    consumer.remove();
    expect(said).to.equal('');
  });
});

/** TypeScript's output for a consumer's project. */
const check = ({ folder }: Consumer) =>
  spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' }).stdout;
