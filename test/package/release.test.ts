import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { checkRelease, type Release } from '../../src/package/release.ts';

const ready: Release = {
  manifest: { version: '1.2.0', repository: { url: 'git+https://git.example/shop/ship-elements.git' } },
  changelog: '# Changes\n\n## Unreleased\n\n## 1.2.0 · 2026-12-01\n\n- A change.\n\n## 1.1.0\n\n- An older one.\n',
  texts: { 'README.md': '<script src="ship-elements-1.2.0.js" defer></script>' },
  dirty: [],
  tag: 'v1.2.0',
};

const cases: [name: string, change: Partial<Release>, said: RegExp][] = [
  ['a tag of another version', { tag: 'v1.2.1' }, /The tag is v1\.2\.1/],
  ['a changelog without the version', { changelog: '## 1.1.0\n\n- An older one.\n' }, /no entries below "## 1\.2\.0"/],
  ['a version whose section is empty', { changelog: '## 1.2.0\n\n## 1.1.0\n\n- An older one.\n' }, /no entries/],
  [
    'a page that names another file',
    { texts: { 'a.md': 'ship-elements-1.1.0.tgz' } },
    /a\.md names ship-elements-1\.1\.0/,
  ],
  [
    'a page that names another script-tag file',
    { texts: { 'a.md': 'ship-elements-tracking-1.1.0.js' } },
    /a\.md names/,
  ],
  ['changed files', { dirty: ['src/index.ts'] }, /src\/index\.ts/],
  ['a version that is none', { manifest: { ...ready.manifest, version: '1.2' }, tag: 'v1.2' }, /the version 1\.2\./],
  ['a private package', { manifest: { ...ready.manifest, private: true } }, /private/],
];

const decisions: [name: string, change: Partial<Release>, said: RegExp][] = [
  ['the version of the changes', { changelog: `## Unreleased\n\n- More.\n${ready.changelog}` }, /"## 1\.2\.0 · YYYY/],
  ['the repository', { manifest: { version: '1.2.0' } }, /names no repository/],
];

describe('the check of a release', () => {
  it('has nothing to say of a version that may be published', () => {
    expect(checkRelease(ready)).to.deep.equal({ problems: [], decisions: [] });
  });

  for (const [name, change, said] of cases)
    it(`refuses ${name}`, () => {
      const found = checkRelease({ ...ready, ...change });
      expect(found.problems.join('\n')).to.match(said);
      expect(found.decisions).to.deep.equal([]);
    });

  for (const [name, change, said] of decisions)
    it(`leaves to a person ${name}`, () => {
      const found = checkRelease({ ...ready, ...change });
      expect(found.decisions.join('\n')).to.match(said);
      expect(found.problems).to.deep.equal([]);
    });
});

describe('the workflows', () => {
  const folder = new URL('../../.github/workflows/', import.meta.url);
  for (const name of readdirSync(folder))
    it(`run actions at a commit, which nobody can move: ${name}`, () => {
      const used = readFileSync(new URL(name, folder), 'utf8').match(/uses: .+/g) ?? [];
      expect(used).to.have.length.above(1);
      expect(
        used.filter((line) => !/^uses: (?:\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/.test(line)),
      ).to.deep.equal([]);
    });
});
