import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Message, publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { scriptName } from '../../src/package/script.ts';
import { stacks } from '../frameworks/stacks.ts';
import { packed } from '../support/consumer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The names of the packages and of their dependencies. */
function brought(names: string[], known = new Set<string>()): Set<string> {
  for (const name of names.filter((name) => !known.has(name))) {
    known.add(name);
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    brought(Object.keys(dependencies), known);
  }
  return known;
}

describe('the published package', () => {
  it('has every file that its manifest and its README name', () => {
    for (const path of [
      'dist/index.js',
      'dist/index.d.ts',
      'dist/sandbox/index.js',
      'dist/gateway/index.js',
      'dist/server.js',
      `dist/${scriptName}`,
      'dist/ship-elements.sri.json',
      'dist/script-tag.md',
      'README.md',
      'README.id.md',
      'CHANGELOG.md',
      'src/gateway/README.md',
      'LICENSE',
      ...Object.keys(stacks).map((name) => `demo/frameworks/${name}/README.md`),
    ]) {
      expect(packed.paths, path).to.include(path);
    }
  });

  it('has no source, no source map and no file that only this repository needs', () => {
    const unwanted =
      /^(dist\/demo\/|test\/|demo\/(?!docs\/|frameworks\/|hosts\/|recipes\/|shops\/))|^tsconfig|package-lock|node_modules|\.map$|^src\/.*\.ts$/;
    expect(packed.paths.filter((path) => unwanted.test(path))).to.deep.equal([]);
  });

  // 300 KB the six script-tag files, 95 KB the modules a shop bundles, 40 KB README's pictures in English, 80 KB the gateway and its page, 170 KB
  // docs, twenty pages of them in Indonesian, and recipes, 65 KB framework pages to copy, 35 KB the sandbox with its districts, 42 KB plugins
  // of shop systems, 50 KB contract and changes, 20 KB the example shops, 15 KB the hosts, 15 KB purchases, 15 KB OpenAPI and what checks a shop's gateway,
  // 10 KB what writes prices into a page, and its style sheet, 20 KB several parcels with their page, a whole shop of three vendors and the way on after a refusal,
  // 75 KB some hundred more answers to questions, in both languages, what a shop does in its first month, what is not built, and what each is in WooCommerce.
  it('is at most 1,230 KB to download', () => {
    expect(packed.bytes).to.be.below(1_230_000);
  });

  it('brings Lit, its task and zod, and no package of a gateway, a framework or a shop system', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const { dependencies, peerDependencies, peerDependenciesMeta } = manifest;
    expect(Object.keys(dependencies)).to.deep.equal(['@lit/task', 'lit', 'zod']);
    const others = [...brought(Object.keys(dependencies))].filter((name) => !/^(@lit\/|lit\b|zod$)/.test(name));
    expect(others).to.deep.equal(['@lit-labs/ssr-dom-shim', '@types/trusted-types']);
    for (const name of Object.keys(peerDependencies))
      expect(peerDependenciesMeta[name], name).to.deep.equal({ optional: true });
  });

  it('passes publint', async () => {
    const { buffer } = new Uint8Array(readFileSync(packed.file));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    // Medusa reads the `exports` of a plugin beside the plugin's code.
    const isMedusas = ({ code, args }: Message) =>
      code === 'NESTED_PACKAGE_JSON_FIELD_IGNORED' && args.filePath.endsWith('dist/shops/medusa/package.json');
    const others = messages.filter((message) => !isMedusas(message));
    expect(others.map((message) => formatMessage(message, pkg))).to.deep.equal([]);
  });
});
