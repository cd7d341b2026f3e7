import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { areaQuestion } from '../../src/contract/index.ts';

interface Case {
  text: string;
  /** Texts that are asked, one after the other. */
  asks: string[];
  sure?: false;
  source?: string;
}

/** PHP reads the same list (`shops/woocommerce-text.test.ts`). */
const cases: Case[] = JSON.parse(readFileSync(new URL('area-text.json', import.meta.url), 'utf8'));

describe('the text of an area', () => {
  for (const { text, asks, sure = true, source } of cases)
    it(`asks ${asks.join(', then ') || 'nothing'} for ${JSON.stringify(text)}${source ? ` (${source})` : ''}`, () => {
      const { texts, isSure } = areaQuestion(text);
      expect(texts).to.deep.equal(asks);
      if (asks.length) expect(isSure).to.equal(sure);
    });

  it('is the same at the gateway, whatever a page has left of it', () => {
    for (const { asks } of cases) for (const text of asks) expect(areaQuestion(text).texts[0], text).to.equal(text);
  });

  it('has no number but a postal code, and at most 60 characters, whatever is typed', () => {
    const pieces = [...cases.flatMap(({ text }) => text.split(/(\W)/)), '0812', '40132', '7', '+62', ' ', ', ', '\n'];
    const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 4 })));
    fc.assert(
      fc.property(texts, (parts) => {
        for (const text of areaQuestion(parts.join('')).texts) {
          expect(text).to.match(/^(\P{N}*|[1-9]\d{4})$/u);
          expect(text.length).to.be.within(3, 60);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('of half a megabyte is read in no time, and asks nothing', () => {
    expect(areaQuestion('Coblong 0812 '.repeat(40_000))).to.deep.include({ texts: [], isAddress: true });
  });
});
