import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const source = fileURLToPath(new URL('../../src', import.meta.url));

/** The folders that each folder of `src` may import (src/README.md). */
const mayImport: Record<string, string[]> = {
  contract: [],
  extras: ['contract'],
  quote: ['contract', 'extras'],
  client: ['contract'],
  elements: ['contract', 'extras', 'quote', 'client'],
  tokens: ['contract', 'extras', 'quote'],
  gateway: ['contract', 'extras', 'quote', 'client', 'tokens'],
  purchases: ['contract', 'extras', 'client', 'gateway', 'tokens'],
  sandbox: ['contract', 'extras', 'quote'],
  testing: ['contract', 'client', 'sandbox'],
  shops: ['contract', 'extras', 'quote', 'tokens', 'gateway', 'purchases'],
};

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll('\\', '/'));

const textOf = (file: string) => readFileSync(join(source, file), 'utf8');

const imports = files.flatMap((file) =>
  [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) => ({
    file,
    from: file.split('/')[0] ?? '',
    to: posix.join(posix.dirname(file), path),
  })),
);

const crossings = imports.filter(({ from, to }) => mayImport[from] && to.split('/')[0] !== from);

describe('the folders of src', () => {
  it('import only the folders that the design allows', () => {
    const wrong = crossings.filter(({ from, to }) => !mayImport[from]?.includes(to.split('/')[0] ?? ''));
    expect(crossings.length).to.be.above(20);
    expect(wrong).to.deep.equal([]);
  });

  it('enter other folders by their index, and a database of the gateway by its own entry', () => {
    const entry = /^[a-z]+\/index\.ts$|^gateway\/store\/(libsql|postgres|d1)\.ts$/;
    expect(crossings.filter(({ to }) => !entry.test(to))).to.deep.equal([]);
  });

  it('have no circle of imports among their files, types included', () => {
    const importedBy = new Map(files.map((file) => [file, imports.filter((one) => one.file === file)]));
    const seen = new Set<string>();
    const circles: string[] = [];
    const follow = (file: string, path: string[]) => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (seen.has(file)) return;
      seen.add(file);
      for (const { to } of importedBy.get(file) ?? []) follow(to, [...path, file]);
    };
    for (const file of files) follow(file, []);
    expect(circles).to.deep.equal([]);
  });

  it('have an index, and no folder inside them has one', () => {
    const inside = files.filter((file) => /^[a-z]+\/.+\/index\.ts$/.test(file) && !file.startsWith('shops/'));
    expect(inside).to.deep.equal([]);
  });

  it('let what all elements are made of, and their words, know no element', () => {
    const shared = imports.filter(({ file, to }) => /^elements\/(core|words)\//.test(file) && /^elements\//.test(to));
    expect(shared.length).to.be.above(20);
    expect(shared.filter(({ to }) => !/^elements\/(core|words)\//.test(to))).to.deep.equal([]);
  });

  const loading = (packages: RegExp, folders: string[]) =>
    files.filter((file) => folders.includes(file.split('/')[0] ?? '') && packages.test(textOf(file)));

  it('keep modules of a server out of code for browsers', () => {
    const loaded = ['contract', 'extras', 'quote', 'client', 'elements', 'index.ts'];
    expect(loading(/from '(hono|jose|pg|libsql|@hono|node:)/, loaded)).to.deep.equal([]);
  });

  it('keep Lit inside elements/', () => {
    const others = Object.keys(mayImport).filter((folder) => folder !== 'elements');
    expect(loading(/from '@?lit/, others)).to.deep.equal([]);
  });
});
