import { expect } from 'chai';
import fc from 'fast-check';
import { type OperationName, operations } from '../../src/contract/index.ts';
import { almost, anyJson, fieldNames, fullAnswers } from './any-json.ts';

type Json = Record<string, unknown>;

/** The list of rows in an answer to a read. */
const lists: Partial<Record<OperationName, string>> = { listCouriers: 'couriers', quoteRates: 'pricing' };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

describe('a generated answer', () => {
  for (const name of Object.keys(operations) as OperationName[]) {
    const full = fullAnswers[name] as Json;
    const { response } = operations[name];

    it(`is read or reported, and not changed: ${name}`, () => {
      const property = fc.property(fc.oneof(anyJson, almost(full)), (body) => {
        const before = JSON.stringify(body);
        const { success, data, error } = response.safeParse(body);
        expect(JSON.stringify(body)).to.equal(before);
        if (success) expectKept(body, data);
        if (success) expectShaped(data, full, '');
        else expect(error.issues).to.have.lengthOf.at.least(1);
      });
      fc.assert(property, { seed: 3, numRuns: 400 });
    });
  }

  for (const [name, list] of Object.entries(lists))
    it(`reports each dropped row: ${name}`, () => {
      const { [list]: rows, ...rest } = fullAnswers[name as OperationName] as Json;
      const row = fc.oneof(anyJson, almost((rows as Json[])[0] as Json));
      const property = fc.property(fc.array(row, { maxLength: 8 }), (all) => {
        const read = operations[name as OperationName].response.parse({ ...rest, [list]: all });
        const { [list]: kept, dropped } = read as unknown as Record<string, { index: number }[]>;
        const lost = new Set(dropped?.map(({ index }) => index));
        expect(kept?.length).to.equal(all.length - lost.size);
        expect(dropped).to.have.lengthOf(lost.size);
        for (const index of lost) expect(index).to.be.within(0, all.length - 1);
        const readable = all.filter((_, index) => !lost.has(index));
        for (const [index, each] of (kept ?? []).entries()) {
          expectKept(readable[index], each);
          expectShaped(each, (rows as Json[])[0], '');
        }
      });
      fc.assert(property, { seed: 4, numRuns: 300 });
    });
});

/** Unknown fields are kept, except `__proto__`. */
function expectKept(body: unknown, read: unknown): void {
  if (!isObject(body) || !isObject(read)) return;
  for (const [key, value] of Object.entries(body))
    if (fieldNames.has(key)) expectKept(value, read[key]);
    else if (key === '__proto__') expect(Object.getPrototypeOf(read)).to.equal(Object.prototype);
    else expect(read[key], key).to.deep.equal(value);
}

/** Each field has its declared type, or is absent. */
function expectShaped(read: unknown, full: unknown, path: string): void {
  if (read === null || read === undefined) return;
  expect(Array.isArray(read), path).to.equal(Array.isArray(full));
  expect(typeof read, path).to.equal(typeof full);
  if (typeof read === 'number') expect(Number.isFinite(read), path).to.equal(true);
  if (isObject(full)) for (const key in full) expectShaped((read as Json)[key], full[key], `${path}.${key}`);
}
