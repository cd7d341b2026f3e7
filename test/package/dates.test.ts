import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const folder = fileURLToPath(new URL('..', import.meta.url));

const expectations = /^ *(?:await )?expect\([\s\S]*?;$/gm;
const now = /Date\.now\(\)|new Date\(\)/;
/** The day of the machine's clock, and fields of a date in the machine's zone. */
const today =
  /dayInJakarta\(new Date\((?:\)|Date\.now)|(?:Date\.now\(\)|new Date\(\)).*\.toISOString\(\)\.slice\(0, 10\)|\.[gs]et(?:Minutes|Hours|Date|Day|Month|FullYear)\(|\.toLocale(?:Date|Time)String\(/g;

/** Uses that are right on each day and in each zone. */
const allowed = [
  // An arrival that is counted from now: the day may change in the middle of the test.
  'elements/tracking.test.ts: expect(fromNow).to.be.oneOf([days(2, 3), days(2, 3, Date.now())]);',
  // Days ahead of which no expectation names one.
  'elements/promise.test.ts: Date.now() + count * 86_400_000).toISOString().slice(0, 10)',
];

describe('the tests', () => {
  it('expect nothing of today’s date: a test gives the moment to what it tests, or says where it is right on each day', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.test.ts') && file !== 'package/dates.test.ts');
    const found = files.flatMap((file) => {
      const text = readFileSync(`${folder}/${file}`, 'utf8');
      const compared = [...text.matchAll(expectations)].map(([statement]) => statement).filter((one) => now.test(one));
      const days = [...text.matchAll(today)].map(([use]) => use);
      return [...compared, ...days].map((use) => `${file}: ${use.trim()}`);
    });
    // The list is kept short: an entry that is no longer needed goes.
    expect(found.sort()).to.deep.equal(allowed.sort());
  });
});
