import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

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
    expect(citations).to.have.length.above(60);
  });

  it('is a section of the contract', () => {
    expect(citations.filter(({ section }) => !sections.includes(section))).to.deep.equal([]);
  });

  it('is a section of the contract inside of it, too, and in what the conformance suite promises', () => {
    const promises = texts.filter(
      ({ file }) => file === 'src/contract/README.md' || file.startsWith('test/conformance/'),
    );
    const named = promises.flatMap(({ text }) =>
      [...text.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, section = '']) => section),
    );
    expect(named).to.have.length.above(40);
    expect(named.filter((section) => !sections.includes(section))).to.deep.equal([]);
  });

  it('has one number a section', () => {
    expect(new Set(sections).size).to.equal(sections.length);
  });

  it('is in the repository', () => {
    const lost = texts.filter(({ text }) => /\b(?:contract|design|api)\.md\b/.test(text)).map(({ file }) => file);
    expect(lost).to.deep.equal([]);
  });
});
