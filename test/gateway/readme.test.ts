import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { problemsOf } from '../../src/gateway/check-options.ts';
import { Refusal, refusalReasons } from '../../src/gateway/http/refusal.ts';
import { docsPage, sectionOf } from '../support/docs.ts';

const readme = readFileSync(new URL('../../src/gateway/README.md', import.meta.url), 'utf8');

/** The cells of the rows of the tables below a heading, their own headings left out. */
const rowsBelow = (heading: string, page = readme): string[][] =>
  [...sectionOf(page, heading).matchAll(/^\| (?!-)(.*) \|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    .slice(1);

const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
const isThere = (path: string) => existsSync(new URL(`../${path}`, import.meta.url));

describe('the pages of the gateway', () => {
  it('names a test for each attack', () => {
    const attacks = rowsBelow('Who attacks what');
    expect(attacks.length).to.be.above(15);
    for (const [attack, , tests] of attacks) {
      expect(quoted(tests), attack).to.not.deep.equal([]);
      for (const name of quoted(tests)) {
        const path = name.endsWith('/…') ? name.slice(0, -2) : `${name}.test.ts`;
        expect([path, `gateway/${path}`].filter(isThere), name).to.have.lengthOf(1);
      }
    }
  });

  it('says what a page does about each refusal of the gateway, and its status', () => {
    const rows = rowsBelow('The wire', docsPage('gateway-wire'));
    for (const reason of refusalReasons) {
      const word = reason.startsWith('body-') ? 'body-…' : reason;
      const row = rows.find(([reasons]) => quoted(reasons).includes(word));
      expect(row?.join(), reason).to.include(String(new Refusal(reason).status));
    }
  });

  it('has each option, and no other', () => {
    const named = rowsBelow('Options', docsPage('gateway-options')).flatMap(([option]) => quoted(option));
    const problems = problemsOf(Object.fromEntries(named.map((name) => [name, undefined])));
    expect(problems.filter((problem) => problem.startsWith('There is no option'))).to.deep.equal([]);
    for (const name of ['fallback', 'trustedHops', 'cancels', 'sender', 'fetch']) expect(named, name).to.include(name);
  });
});
