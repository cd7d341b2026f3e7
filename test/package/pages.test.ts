import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { stacks } from '../frameworks/stacks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const names = readdirSync(join(root, 'demo/frameworks'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const pages = names.map((name) => `demo/frameworks/${name}/README.md`);

/** Where a text's links lead in this repository, from where it stands. */
const links = (file: string) =>
  [...read(file).matchAll(/\]\((?!https?:)([^)\s#]+)/g)].map(([, path = '']) => join(dirname(file), path));

describe('the pages of demo/frameworks', () => {
  it('are bought in, each of them', () => {
    expect(Object.keys(stacks).sort()).to.deep.equal(names.sort());
  });

  it('are named by README, and by their own', () => {
    expect(links('README.md')).to.include.members(pages);
    expect(links('demo/frameworks/README.md')).to.include.members(pages);
  });

  for (const name of names) {
    it(`say of ${name} how to install it and what is particular: a new object where the cart has changed`, () => {
      const text = read(`demo/frameworks/${name}/README.md`);
      expect(text).to.include('npm install ship-elements');
      expect(text.split('\n## What is particular\n')[1]).to.match(/\*\*Set a new object, do not change the old one/);
      expect(text).to.include('\n## Look at it\n');
    });
  }
});

describe('what a README links to', () => {
  for (const file of ['README.md', 'src/README.md', 'src/gateway/README.md', 'demo/frameworks/README.md', ...pages]) {
    it(`is there: ${file}`, () => {
      expect(links(file).filter((path) => !existsSync(join(root, path)))).to.deep.equal([]);
    });
  }
});
