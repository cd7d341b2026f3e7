import { expect } from 'chai';
import fc from 'fast-check';
import { type OperationName, operations } from '../../src/contract/index.ts';
import { rate } from '../support/fixtures.ts';

type Json = Record<string, unknown>;

const order = {
  success: true,
  destination: { address: 'Jalan Braga 99', postal_code: 40111, cash_on_delivery: { amount: 165_000, type: '7_days' } },
  courier: { company: 'jne', waybill_id: 'JNE7', insurance: { amount: 150_000, fee: 750 } },
  reference_id: 'shop-17',
  items: [{}],
  metadata: {},
  price: 20_700,
  id: 'o-1',
};
const courier = {
  ...{ courier_code: 'jne', courier_service_code: 'reg', tier: 'free', shipment_duration_range: '1 - 3' },
  ...{ available_collection_method: ['pickup'], available_for_cash_on_delivery: true },
};

const fullAnswers: Record<OperationName, Json> = {
  listCouriers: { success: true, couriers: [courier, { ...courier, courier_code: 'jnt' }] },
  quoteRates: { success: true, code: 20001003, origin: {}, pricing: [rate(), rate({ courier_code: 'jnt' }), rate()] },
  createOrder: order,
  createDraftOrder: { ...order, code: 20111002, order_id: 'o-1' },
  cancelOrder: { success: true, id: 'o-1', status: 'cancelled', cancellation_reason: 'Ordered twice' },
};

const namesIn = (value: unknown): string[] =>
  value && typeof value === 'object'
    ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(namesIn)]
    : [];
const fieldNames: ReadonlySet<string> = new Set(namesIn(fullAnswers));

const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  fc.constantFrom<unknown>(null, '', 0, -1, 0.5, '15000', '-1', '9'.repeat(400), true, [], {}, [null], [{}]),
);

const changes = fc.array(
  fc.record({
    /** The path of the change: indexes of keys, modulo their number. */
    at: fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }),
    key: fc.oneof(fc.constant(undefined), fc.constantFrom(...fieldNames, '__proto__'), fc.string()),
    value: fc.option(anyJson, { nil: undefined }),
  }),
  { maxLength: 3 },
);

/** The body with a few fields removed, added or changed in type. */
const almost = (body: object): fc.Arbitrary<unknown> =>
  changes.map((all) => {
    const changed = structuredClone(body);
    for (const { at, key, value } of all) change(changed, at, key, structuredClone(value));
    return JSON.parse(JSON.stringify(changed)) as unknown;
  });

function change(body: object, [first = 0, ...rest]: number[], added: string | undefined, value: unknown): void {
  const keys = Object.keys(body);
  const key = keys[first % keys.length];
  const part: unknown = key === undefined ? undefined : Reflect.get(body, key);
  const name = Array.isArray(body) ? key : (added ?? key);
  if (rest.length && typeof part === 'object' && part !== null) change(part, rest, added, value);
  else if (name !== undefined)
    Object.defineProperty(body, name, { value, configurable: true, enumerable: true, writable: true });
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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

describe('a generated answer', () => {
  for (const [name, full] of Object.entries(fullAnswers))
    it(`is read or reported, and not changed: ${name}`, () => {
      const { response } = operations[name as OperationName];
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

  for (const [name, list] of [
    ['listCouriers', 'couriers'],
    ['quoteRates', 'pricing'],
  ] as const)
    it(`reports each dropped row: ${name}`, () => {
      const { [list]: rows, ...rest } = fullAnswers[name];
      const [row] = rows as [Json];
      const property = fc.property(fc.array(fc.oneof(anyJson, almost(row)), { maxLength: 8 }), (all) => {
        const read = operations[name].response.parse({ ...rest, [list]: all });
        const { [list]: kept = [], dropped = [] } = read as unknown as Record<string, { index: number }[]>;
        const lost = new Set(dropped.map(({ index }) => index));
        const readable = all.filter((_, index) => !lost.has(index));
        expect(kept).to.have.lengthOf(readable.length);
        expect(lost.size).to.equal(dropped.length);
        for (const [index, each] of kept.entries()) {
          expectKept(readable[index], each);
          expectShaped(each, row, '');
        }
      });
      fc.assert(property, { seed: 4, numRuns: 300 });
    });
});
