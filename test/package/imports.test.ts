import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { expect } from 'chai';

const source = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '../../src');

/** The folders that each folder of `src` may import (src/README.md). */
const mayImport: Record<string, string[]> = {
  contract: [],
  quote: ['contract'],
  client: ['contract'],
  elements: ['contract', 'quote', 'client'],
  tokens: ['contract', 'quote'],
  gateway: ['contract', 'quote', 'client', 'tokens'],
  sandbox: ['contract', 'quote'],
  shops: ['contract', 'quote', 'tokens', 'gateway'],
};

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll('\\', '/'));

const imports = files.flatMap((file) => {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) => ({
    file,
    from: file.split('/')[0] ?? '',
    to: posix.normalize(posix.join(posix.dirname(file), path)),
  }));
});

const crossings = imports.filter(({ from, to }) => mayImport[from] && to.split('/')[0] !== from);

describe('the folders of src', () => {
  it('have imports', () => {
    expect(crossings.length).to.be.above(20);
  });

  it('import only the folders that design allows', () => {
    const wrong = crossings.filter(({ from, to }) => !mayImport[from]?.includes(to.split('/')[0] ?? ''));
    expect(wrong).to.deep.equal([]);
  });

  it('enter other folders by their index', () => {
    const wrong = crossings.filter(({ to }) => !/^[a-z]+\/index\.ts$/.test(to));
    expect(wrong).to.deep.equal([]);
  });

  it('keep modules of a server out of code for browsers', () => {
    const loaded = files.filter((file) => /^(contract|quote|client|elements)\//.test(file) || file === 'index.ts');
    const wrong = loaded.filter((file) =>
      /from '(hono|jose|pg|libsql|@hono|node:)/.test(readFileSync(join(source, file), 'utf8')),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('keep Lit and DOM elements inside elements/', () => {
    const outside = files.filter((file) => mayImport[file.split('/')[0] ?? ''] && !file.startsWith('elements/'));
    const wrong = outside.filter((file) => /from 'lit|from '@lit/.test(readFileSync(join(source, file), 'utf8')));
    expect(wrong.map((file) => relative(source, file))).to.deep.equal([]);
  });
});
