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

/** The numbers of its headings: `1`, `1.1`, `1.2` … */
const sections = [...contract.matchAll(/^##+ (\d+(?:\.\d+)?) /gm)].map(([, number = '']) => number);

/** The sections that a text names after the contract's name: `§1.8, §2`. */
function cited(text: string): string[] {
  const lists = text.matchAll(/contract\/README\.md`?((?:(?:,| and)?\s*§[\d.]*\d)+)/g);
  return [...lists].flatMap(([, list = '']) => list.match(/\d+(?:\.\d+)?/g) ?? []);
}

describe('citations of the contract', () => {
  const citations = texts.flatMap(({ file, text }) => cited(text).map((section) => ({ file, section })));

  it('are frequent', () => {
    expect(citations).to.have.length.above(60);
  });

  it('name a section of the contract', () => {
    expect(citations.filter(({ section }) => !sections.includes(section))).to.deep.equal([]);
  });

  it('name a section in the contract itself and in the conformance suite too', () => {
    const promises = texts.filter(
      ({ file }) => file === 'src/contract/README.md' || file.startsWith('test/conformance/'),
    );
    const named = promises.flatMap(({ text }) =>
      [...text.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, section = '']) => section),
    );
    expect(named).to.have.length.above(40);
    expect(named.filter((section) => !sections.includes(section))).to.deep.equal([]);
  });

  it('find one section for each number', () => {
    expect(new Set(sections).size).to.equal(sections.length);
  });

  it('find the contract in the repository', () => {
    const lost = texts.filter(({ text }) => /\b(?:contract|design|api)\.md\b/.test(text)).map(({ file }) => file);
    expect(lost).to.deep.equal([]);
  });
});
