import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { describe, it } from 'node:test';

const source = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '../../src');

/** What each folder of the house may know (src/README.md). */
const mayImport: Record<string, string[]> = {
  contract: [],
  quote: ['contract'],
  client: ['contract'],
  elements: ['contract', 'quote', 'client'],
  gateway: ['contract', 'quote', 'client'],
  sandbox: ['contract', 'quote'],
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

describe('the house', () => {
  it('has imports to look at', () => {
    assert.ok(crossings.length > 20);
  });

  it('lets a folder import only what stands below it', () => {
    const wrong = crossings.filter(({ from, to }) => !mayImport[from]?.includes(to.split('/')[0] ?? ''));
    assert.deepEqual(wrong, []);
  });

  it('enters every folder by its index', () => {
    const wrong = crossings.filter(({ to }) => !/^[a-z]+\/index\.ts$/.test(to));
    assert.deepEqual(wrong, []);
  });

  it('keeps Lit and the DOM’s elements out of all but the elements', () => {
    const outside = files.filter((file) => mayImport[file.split('/')[0] ?? ''] && !file.startsWith('elements/'));
    const wrong = outside.filter((file) => /from 'lit|from '@lit/.test(readFileSync(join(source, file), 'utf8')));
    assert.deepEqual(
      wrong.map((file) => relative(source, file)),
      [],
    );
  });
});
