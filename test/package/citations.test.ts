import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const texts = ['src', 'test', 'demo', '.github', '.ci']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .concat('README.md', 'CHANGELOG.md', 'vite.config.ts')
  .filter((file) => /\.(ts|mjs|js|css|html|md|yml)$/.test(file) && !file.includes('node_modules'))
  .map((file) => file.replaceAll('\\', '/'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const contract = readFileSync(join(root, 'src/contract/README.md'), 'utf8');

/** `1`, `1.1`, `1.2` …: the numbers of its headings. */
const sections = [...contract.matchAll(/^##+ (\d+(?:\.\d+)?) /gm)].map(([, number = '']) => number);

/** The sections that a text names behind the contract's name, one or several: `§1.8, §2`. */
function cited(text: string): string[] {
  const lists = text.matchAll(/contract\/README\.md`?((?:(?:,| and)?\s*§[\d.]*\d)+)/g);
  return [...lists].flatMap(([, list = '']) => list.match(/\d+(?:\.\d+)?/g) ?? []);
}

describe('what the code cites', () => {
  const citations = texts.flatMap(({ file, text }) => cited(text).map((section) => ({ file, section })));

  it('is cited often', () => {
    assert.ok(citations.length > 60, `${citations.length} citations`);
  });

  it('is a section of the contract', () => {
    assert.deepEqual(
      citations.filter(({ section }) => !sections.includes(section)),
      [],
    );
  });

  it('is a section of the contract inside of it, too, and in what the conformance suite promises', () => {
    const promises = texts.filter(
      ({ file }) => file === 'src/contract/README.md' || file.startsWith('test/conformance/'),
    );
    const named = promises.flatMap(({ text }) =>
      [...text.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, section = '']) => section),
    );
    assert.ok(named.length > 40);
    assert.deepEqual(
      named.filter((section) => !sections.includes(section)),
      [],
    );
  });

  it('has one number a section', () => {
    assert.equal(new Set(sections).size, sections.length);
  });

  it('is in the repository', () => {
    // The elements' own citations follow with their redesign.
    const outside = texts.filter(({ file }) => !file.startsWith('src/elements/'));
    const lost = outside.filter(({ text }) => /\b(?:contract|design|api)\.md\b/.test(text)).map(({ file }) => file);
    assert.deepEqual(lost, []);
  });
});
