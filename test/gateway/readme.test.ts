import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { problemsOf } from '../../src/gateway/check-options.ts';
import { Refusal, type RefusalReason, refusalReasons } from '../../src/gateway/upstream/index.ts';

const readme = readFileSync(new URL('../../src/gateway/README.md', import.meta.url), 'utf8');

/** The cells of the table below a heading, a row each, its own heading left out. */
function tableBelow(heading: string): string[][] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const rows = section.split('\n## ')[0]?.split('\n') ?? [];
  return rows
    .filter((row) => row.startsWith('|'))
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1))
    .slice(2);
}

const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
const isThere = (path: string) => existsSync(new URL(`../${path}`, import.meta.url));

describe('the gateway’s README', () => {
  const attacks = tableBelow('Who attacks what');

  it('has a test for each attack', () => {
    expect(attacks.length).to.be.above(15);
    for (const [attack, , tests] of attacks) expect(quoted(tests), attack).to.not.deep.equal([]);
  });

  for (const name of new Set(attacks.flatMap(([, , tests]) => quoted(tests))))
    it(`names ${name}, which is there`, () => {
      const paths = name.endsWith('/…') ? [name.slice(0, -2)] : [`${name}.test.ts`];
      const found = paths.flatMap((path) => [path, `gateway/${path}`]).filter(isThere);
      expect(found).to.have.lengthOf(1);
    });

  it('says what a page does about each refusal of the gateway, and its status', () => {
    const [, wire = ''] = readme.split('\n## The wire\n');
    const rows =
      wire
        .split('\n## ')[0]
        ?.split('\n')
        .filter((row) => row.startsWith('| `')) ?? [];
    for (const reason of refusalReasons) {
      const words = reason.startsWith('body-') ? '`body-…`' : `\`${reason}\``;
      const [row] = rows.filter((line) => line.split('|')[1]?.includes(words));
      expect(row, reason).to.include(String(new Refusal(reason as RefusalReason).status));
    }
  });

  it('has each option, and no other', () => {
    const named = tableBelow('Options').flatMap(([option]) => quoted(option));
    const nobody = Object.fromEntries(named.map((name) => [name, undefined]));
    expect(problemsOf(nobody).filter((problem) => problem.startsWith('There is no option'))).to.deep.equal([]);
    for (const name of ['tolerance', 'fallback', 'trustedHops', 'cancels', 'sender', 'now', 'fetch'])
      expect(named, name).to.include(name);
  });
});
