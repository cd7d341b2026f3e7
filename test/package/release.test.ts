import { expect } from 'chai';
import { type Release, releaseProblems } from '../../src/package/release.ts';

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
  ['entries that belong to no version', { changelog: `## Unreleased\n\n- More.\n${ready.changelog}` }, /Unreleased/],
  [
    'a page that names another file',
    { texts: { 'a.md': 'ship-elements-1.1.0.tgz' } },
    /a\.md names ship-elements-1\.1\.0/,
  ],
  ['changed files', { dirty: ['src/index.ts'] }, /src\/index\.ts/],
  ['a version that is none', { manifest: { ...ready.manifest, version: '1.2' }, tag: 'v1.2' }, /the version 1\.2\./],
  ['no repository', { manifest: { version: '1.2.0' } }, /names no repository/],
  ['a private package', { manifest: { ...ready.manifest, private: true } }, /private/],
];

describe('the check of a release', () => {
  it('has nothing to say of a version that may be published', () => {
    expect(releaseProblems(ready)).to.deep.equal([]);
  });

  for (const [name, change, said] of cases)
    it(`refuses ${name}`, () => {
      expect(releaseProblems({ ...ready, ...change }).join('\n')).to.match(said);
    });
});
