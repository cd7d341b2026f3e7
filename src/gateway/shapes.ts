import * as z from 'zod/mini';
import type { Limits } from './http/index.ts';
import type { GatewayOptions, Timeouts } from './options.ts';
import type { FallbackRate, ShopRate } from './rates/index.ts';

const count = z.int('must be a whole number, 0 or more').check(z.gte(0, 'must be a whole number, 0 or more'));
const amount = z.number('must be a number, 0 or more').check(z.gte(0, 'must be a number, 0 or more'));
const word = z.string('must be a text').check(z.minLength(1, 'must be a text that is not empty'));
const code = z.int('must be a postal code as a number');
const postalCodes = z
  .tuple([code, code], 'must be the first and the last postal code, for example [10000, 19999]')
  .check(z.refine(([from, to]) => from <= to, 'must be the first and the last postal code, in this order'));
const oneOf = <const Word extends string>(words: readonly Word[]) => z.enum(words, `must be ${words.join(' or ')}`);

const rate: z.ZodMiniType<ShopRate> = z
  .strictObject({
    courier: z.optional(word),
    service: z.optional(word),
    postalCodes: z.optional(postalCodes),
    area: z.optional(word),
    subtotalFrom: z.optional(count),
    type: oneOf(['free', 'discount', 'surcharge']),
    unit: z.optional(oneOf(['flat', 'percent'])),
    amount: z.optional(amount),
  })
  .check(
    z.refine((rule) => rule.type === 'free' || rule.amount !== undefined, {
      error: 'is missing: give rupiah, or percent with unit: "percent"',
      path: ['amount'],
    }),
  ) as z.ZodMiniType<ShopRate>;

const fallbackRate = z.strictObject({
  courier: word,
  service: word,
  courierName: word,
  serviceName: word,
  price: count,
  perKilogram: z.optional(count),
  grams: z.optional(count),
  postalCodes: z.optional(postalCodes),
  days: z.optional(word),
}) as z.ZodMiniType<FallbackRate>;

const limits = z.strictObject({
  address: z.optional(count),
  session: z.optional(count),
  writes: z.optional(count),
  quotes: z.optional(count),
  unsignedQuotes: z.optional(count),
}) as z.ZodMiniType<Partial<Limits>>;

const timeouts = z.strictObject({
  body: z.optional(count),
  read: z.optional(count),
  send: z.optional(count),
  wait: z.optional(count),
  lease: z.optional(count),
  pause: z.optional(count),
  sends: z.optional(count.check(z.gte(1, 'must be a whole number, 1 or more'))),
}) as z.ZodMiniType<Partial<Timeouts>>;

const shapes = z.object({
  rates: z.optional(z.array(rate, 'must be a list of rules')),
  fallback: z.optional(z.array(fallbackRate, 'must be a list of rates')),
  limits: z.optional(limits),
  timeouts: z.optional(timeouts),
  cancels: z.optional(z.boolean('must be true or false')),
});

/** Sentences for what is wrong within the options that have parts: a rule that is misspelt would hold for everybody. */
export function problemsWithin(options: Partial<GatewayOptions>): string[] {
  const read = shapes.safeParse(options);
  const issues = read.success ? [] : read.error.issues;
  return issues.map((issue) => {
    const { path, message } = issue;
    if (issue.code !== 'unrecognized_keys') return `${path.join('.')} ${message}.`;
    return `${path.join('.')} has ${issue.keys.map((key) => `"${key}"`).join(', ')}, which is nothing it could have.`;
  });
}
