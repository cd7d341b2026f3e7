import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { OrderRequest, RatesRequest } from '../../src/contract/index.ts';
import { orderRequest, ratesRequest } from '../support/fixtures.ts';
import { problems } from './problems.ts';

interface Case<Read> {
  given: string;
  /** Null if the text is refused. */
  read: Read | null;
  /** The public report that it comes from. */
  source?: string;
}

/** `test/shops/woocommerce-text.test.ts` reads them in PHP. */
const cases: { phones: Case<string>[]; postalCodes: Case<number>[] } = JSON.parse(
  readFileSync(new URL('../support/text-cases.json', import.meta.url), 'utf8'),
);

const title = ({ given, read, source }: Case<unknown>) =>
  `${JSON.stringify(given)} is ${read ?? 'refused'}${source ? ` (${source})` : ''}`;

describe('a phone number as people paste it', () => {
  for (const one of cases.phones)
    it(title(one), () => {
      const order = { ...orderRequest, destination_contact_phone: one.given };
      if (one.read !== null) expect(OrderRequest.parse(order).destination_contact_phone).to.equal(one.read);
      else
        expect(problems(OrderRequest, order)).to.deep.equal({
          destination_contact_phone: 'must be an Indonesian phone number such as 081234567890 or +6281234567890',
        });
    });
});

describe('a postal code as people paste it', () => {
  for (const one of cases.postalCodes)
    it(title(one), () => {
      const request = { ...ratesRequest, destination_postal_code: one.given };
      if (one.read !== null) expect(RatesRequest.parse(request).destination_postal_code).to.equal(one.read);
      else expect(problems(RatesRequest, request)).to.have.all.keys('destination_postal_code');
    });
});

describe('a number as programs and spreadsheets write it', () => {
  const read = (field: object) =>
    RatesRequest.parse({ ...ratesRequest, items: [{ ...ratesRequest.items[0], ...field }] }).items[0];

  it('may be a decimal without a fraction', () => {
    expect(read({ value: '12500.00', quantity: '2.0' })).to.include({ value: 12_500, quantity: 2 });
  });

  it('is a weight in grams that is rounded up, and noise of floating points does not count', () => {
    expect(read({ weight: 250.5 })?.weight).to.equal(251);
    expect(read({ weight: '250.5' })?.weight).to.equal(251);
    expect(read({ weight: 1.1 * 1000 })?.weight).to.equal(1_100);
  });

  it('is no weight if it may be thousands (woocommerce/woocommerce-ios#5197)', () => {
    for (const weight of ['1.500', '12.500', '1,500', '1,5 kg'])
      expect(problems(RatesRequest, { ...ratesRequest, items: [{ ...ratesRequest.items[0], weight }] })).to.deep.equal({
        'items.0.weight': 'must be whole grams, 1 or more',
      });
  });

  it('is no weight below a gram, which is kilograms by mistake', () => {
    for (const weight of [0.25, '0.25', '0.250'])
      expect(problems(RatesRequest, { ...ratesRequest, items: [{ ...ratesRequest.items[0], weight }] })).to.deep.equal({
        'items.0.weight': 'must be whole grams: 0.25 looks like kilograms, send 250',
      });
  });
});
