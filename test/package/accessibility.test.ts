import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { conformanceOf } from '../../demo/site/conformance.ts';
import { docsPage, sectionOf } from '../support/docs.ts';

/** The criteria of WCAG 2.2, level A and AA, without those of a whole page and the obsolete 4.1.1. */
const criteria =
  `1.1.1 1.2.1–1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13
  2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.3 2.4.4 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8
  3.1.2 3.2.1 3.2.2 3.2.4 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3`.split(/\s+/);

const text = sectionOf(docsPage('accessibility'), 'Which test holds which criterion');
const rows = text.match(/^\| (?!---|Criterion|Element \|).+ \|$/gm) ?? [];
const named = [...text.matchAll(/\*([^*]+)\* \(`([^`]+)`\)/g)].map(([, title = '', file = '']) => ({ title, file }));

/** The titles of the tests of a file. A value in a title is written as "…". */
function titlesOf(file: string): string[] {
  const code = readFileSync(new URL(`../${file}.test.ts`, import.meta.url), 'utf8');
  const titles = code.matchAll(/\b(?:it|test)\(\s*(?:'([^'\n]+)'|`([^`\n]+)`)/g);
  return [...titles].map(
    ([, plain = '', template = '']) => plain || template.replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '…'),
  );
}

describe('the criteria of accessibility', () => {
  it('are those of WCAG 2.2, each with a test, a person, or why it does not occur', () => {
    const first = rows.map((row) => row.match(/^\| ([\d.–]+) /)?.[1]).filter(Boolean);
    expect(first).to.deep.equal(criteria);
    expect(rows.filter((row) => !/\(`[^`]+`\)|\*\*A person\.\*\*|does not occur/.test(row))).to.deep.equal([]);
  });

  it('name tests that there are', () => {
    expect(named).to.have.length.above(40);
    expect(named.filter(({ title, file }) => !titlesOf(file).includes(title))).to.deep.equal([]);
    // Two tests hold many criteria. Their rows have the file alone.
    const files = [...text.matchAll(/\(`([^`]+)`\)/g)].map(([, file]) => file);
    expect(named.map(({ file }) => file)).to.include.members(files);
  });

  it('are reported in the form of EN 301 549, which has those of WCAG 2.1', () => {
    const report = conformanceOf(docsPage('accessibility'));
    const clauses = [...report.matchAll(/^\| 9\.(\S+) .+ \| (.+) \|$/gm)].map(([, clause, verdict]) => [
      clause,
      verdict,
    ]);
    const later = ['2.4.11', '2.5.7', '2.5.8', '3.3.7', '3.3.8'];
    const wanted = criteria.filter((number) => !later.includes(number)).map((number) => number.replace('–', '–9.'));
    expect(clauses.map(([clause]) => clause)).to.deep.equal(wanted);
    expect(clauses.filter(([, verdict]) => verdict === 'Partially supports')).to.deep.include([
      '1.4.12',
      'Partially supports',
    ]);
    expect(clauses)
      .to.deep.include(['1.4.2', 'Not applicable'])
      .and.deep.include(['2.3.1', 'To be judged by a person']);
  });
});
