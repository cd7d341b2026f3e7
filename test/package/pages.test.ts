import { readdirSync, readFileSync } from 'node:fs';
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

/** The files that a text links to, relative to its own folder. */
const links = (file: string) =>
  [...read(file).matchAll(/\]\((?!https?:)([^)\s#]+)/g)].map(([, path = '']) => join(dirname(file), path));

describe('the pages of demo/frameworks', () => {
  it('each have a purchase test', () => {
    expect(Object.keys(stacks).sort()).to.deep.equal(names.sort());
  });

  it('are linked from the docs and from their own list', () => {
    expect(links('demo/docs/frameworks.md')).to.include.members(pages);
    expect(links('demo/frameworks/README.md')).to.include.members(pages);
  });

  for (const name of names) {
    it(`explain for ${name} how to install it, and that a changed cart needs a new object`, () => {
      const text = read(`demo/frameworks/${name}/README.md`);
      expect(text).to.include('npm install ship-elements');
      expect(text.split('\n## Good to know\n')[1]).to.match(/\*\*Set a new object, do not change the old one/);
      expect(text).to.include('\n## Look at it\n');
    });
  }
});
