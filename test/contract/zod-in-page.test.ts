import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { allOperations } from '../../src/contract/index.ts';
import { embed } from '../../vite.config.ts';
import { bundle } from '../support/build-script.ts';
import { orderRequest, rate, ratesRequest } from '../support/fixtures.ts';

interface Schema {
  safeParse(value: unknown): {
    success: boolean;
    data?: unknown;
    error?: { issues: { path: unknown; message: string }[] };
  };
}

/** Requests and answers as they should be. The generator makes worse ones of them. */
const good: Record<string, { request: unknown; response: unknown }> = {
  listCouriers: {
    request: {},
    response: {
      success: true,
      couriers: [
        {
          courier_code: 'jne',
          courier_service_code: 'reg',
          courier_name: 'JNE',
          available_collection_method: ['pickup'],
          available_for_cash_on_delivery: true,
        },
      ],
    },
  },
  quoteRates: {
    request: {
      ...ratesRequest,
      type: '',
      courier_insurance: 100_000,
      destination_cash_on_delivery: 150_000,
      destination_cash_on_delivery_type: '7_days',
      origin_latitude: -6.2,
      origin_longitude: 106.8,
      custom_rates: [{ courier_code: 'jne', type: 'discount', unit: 'flat', amount: 1000 }],
    },
    response: {
      success: true,
      code: 20001003,
      origin: {},
      pricing: [
        rate(),
        rate({
          courier_service_code: 'yes',
          arrivals: [
            {
              first: '2026-11-26',
              last: '2026-11-27',
              hand_over: '2026-11-25',
              cut_off: 'x',
              until: 'y',
              later: false,
            },
          ],
        }),
      ],
    },
  },
  createOrder: {
    request: { ...orderRequest, delivery_type: 'scheduled', delivery_date: '2026-11-26', delivery_time: '12:00' },
    response: {
      success: true,
      id: 'abc',
      reference_id: 'r',
      price: 15_000,
      status: 'confirmed',
      courier: { company: 'jne', waybill_id: 'W1', insurance: { amount: 1, fee: 2 } },
      destination: { cash_on_delivery: { id: 'x', amount: 5, fee: 1 } },
      items: [{}],
    },
  },
  createDraftOrder: { request: { ...orderRequest }, response: { success: true, id: 'abc', status: 'placed' } },
  cancelOrder: {
    request: { id: 'abc', cancellation_reason_code: 'others', cancellation_reason: '' },
    response: { success: true, id: 'abc', status: 'cancelled' },
  },
  searchAreas: {
    request: { input: 'coblong' },
    response: { success: true, areas: [{ id: 'IDNP1', name: 'Coblong, Bandung', postal_code: 40132 }] },
  },
};

const hostile: readonly unknown[] = [
  ...[
    undefined,
    null,
    '',
    ' ',
    '\u200b',
    'x',
    '12',
    '12.50',
    '1.500',
    '-3',
    '٤٠١١١',
    '40111',
    '08123456789',
    '2026-02-30',
  ],
  ...[0, -1, 1.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY, true, false],
  ...[[], [null], [1, 'x'], {}, { id: 1 }, JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}'), new Array(3)],
];

/** Fields that no schema has. */
const names = ['added', '__proto__', 'constructor', 'toString'];

/** The same numbers for the same seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A value with one part in some depth replaced, removed, added or repeated. */
function worsened(value: unknown, below: (limit: number) => number): unknown {
  const entries = Object.entries(Object(value));
  if (typeof value !== 'object' || !entries.length || !below(6)) return hostile[below(hostile.length)];
  const [key = '', part] = entries[below(entries.length)] ?? [];
  if (Array.isArray(value)) return below(3) ? value.with(Number(key), worsened(part, below)) : [...value, part];
  const { [key]: _removed, ...others } = value as Record<string, unknown>;
  const kind = below(8);
  if (!kind) return others;
  const name = names[below(names.length)] ?? '';
  return kind === 1 ? { ...others, [key]: part, [name]: part } : { ...others, [key]: worsened(part, below) };
}

/** What was read, or where it is wrong and what to send. */
const resultOf = (schema: Schema, value: unknown) => {
  const { success, data, error } = schema.safeParse(value);
  return success ? { data } : error?.issues.map(({ path, message }) => ({ path, message }));
};

describe('the reader of the script-tag files', () => {
  let inPage: typeof allOperations;

  before(async () => {
    const lib = { entry: 'src/contract/index.ts', formats: ['es' as const] };
    const code = await bundle({ ...embed, build: { ...embed.build, minify: false, lib } });
    inPage = (await import(`data:text/javascript,${encodeURIComponent(code)}`)).allOperations;
  });

  for (const [name, { request, response }] of Object.entries(good))
    for (const [part, value] of Object.entries({ request, response }))
      it(`reads 2,000 hostile values as zod does, and says the same of each: the ${part} of ${name}`, () => {
        const of = (table: typeof allOperations) =>
          (table as never as Record<string, Record<string, Schema>>)[name]?.[part];
        const [zod, plain] = [of(allOperations), of(inPage)];
        if (!zod || !plain) throw new Error(`There is no ${part} of ${name}.`);
        const below = numbersFrom(name.length * 7 + part.length);
        let read = 0;
        for (let count = 0; count < 2_000; count += 1) {
          let given = value;
          for (let times = below(3) || 1; times > 0 && count; times -= 1) given = worsened(given, below);
          const expected = resultOf(zod, given);
          read += Array.isArray(expected) ? 0 : 1;
          const found = resultOf(plain, given);
          if (!isDeepStrictEqual(found, expected)) expect(found, JSON.stringify(given)).to.deep.equal(expected);
        }
        expect(read).to.be.within(1, 1_999);
      });
});
