import * as z from 'zod/mini';
import { cashOnDeliveryLimit, located, OrderRequest } from '../contract/index.ts';
import { calendarFault, indonesianHolidays } from '../quote/index.ts';
import { keysProblem, type Origin, originShape, type Secret } from '../tokens/index.ts';
import { usualLimits } from './http/rate-limiter.ts';
import { type GatewayOptions, type GatewaySettings, senderFields } from './options.ts';
import type { Promises } from './quote/promise.ts';
import type { FallbackRate, ShopRate } from './quote/shop-rates.ts';

/** Gives missing required options the value undefined, so that their own checks report them. */
const missing = { account: undefined, upstream: undefined, key: undefined, store: undefined, secrets: undefined };

/** Returns one sentence for each problem, with its remedy. */
export function problemsOf(options: Partial<GatewayOptions>): string[] {
  const given: Partial<GatewayOptions> = Object(options);
  const read = schema.safeParse({ ...missing, ...given });
  const problems = (read.success ? [] : read.error.issues).map(sentenceOf);
  const { orders, sender } = given;
  if (orders === 'draft' && !(sender?.origin_contact_name && sender.origin_contact_phone && sender.origin_address))
    problems.push(
      'sender must have origin_contact_name, origin_contact_phone and origin_address: drafts are sent by it.',
    );
  return problems;
}

/** Refuses unknown names: a misspelt option would have no effect, and a misspelt condition would apply a rule to all. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  const { path, message } = issue;
  const field = path.join('.');
  if (issue.code !== 'unrecognized_keys') return message.endsWith('.') ? message : `${field} ${message}.`;
  const keys = issue.keys.map((key) => `"${key}"`).join(', ');
  return field ? `${field} has ${keys}, which is not known there.` : `There is no option ${keys}: check the spelling.`;
}

// The types of the options are written by hand, in options.ts and beside their use: types that are inferred from a schema lose their
// comments in the package's declarations. `satisfies` compares the names of both.
// A message is the end of a sentence that begins with the option's name, or a whole sentence with its full stop.

const whole = (words: string) => z.int(words).check(z.gte(0, words));
const count = whole('must be a whole number, 0 or more');
const origins = 'must list the sites whose pages may ask, for example ["https://shop.example"]';
const mostAmount = 1_000_000_000;
const amountWords = 'must be a number from 0 to 1,000,000,000';
/** Sums of larger amounts would not be exact. */
const amount = z.number(amountWords).check(z.gte(0, amountWords), z.lte(mostAmount, amountWords));
const price = whole(`${amountWords}, whole rupiah`).check(z.lte(mostAmount, `${amountWords}, whole rupiah`));
const word = z.string('must be a text').check(z.minLength(1, 'must be a text that is not empty'));
const code = z.int('must be a postal code as a number');
const postalCodes = z
  .tuple([code, code], 'must be the first and the last postal code, for example [10000, 19999]')
  .check(z.refine(([from, to]) => from <= to, 'must be the first and the last postal code, in this order'));
const oneOf = <const Word extends string>(words: readonly Word[]) => z.enum(words, `must be ${words.join(' or ')}`);

/** Refuses a value if `problem` returns a message. */
const checkedBy = (problem: (value: unknown) => string | undefined) =>
  z.unknown().check((context) => {
    const message = problem(context.value);
    if (message) context.issues.push({ code: 'custom', message, input: context.value });
  });
const that = (holds: (value: unknown) => unknown, otherwise: string) =>
  checkedBy((value) => (holds(value) ? undefined : otherwise));
const callable = z.optional(that((value) => typeof value === 'function', 'must be a function'));

/** Whether a rule changes the price by an amount. */
const isPrice = ({ type }: { type: string }) => ['discount', 'surcharge'].includes(type);

const rate = z
  .strictObject({
    courier: z.optional(word),
    service: z.optional(word),
    postalCodes: z.optional(postalCodes),
    area: z.optional(word),
    subtotalFrom: z.optional(count),
    subtotalTo: z.optional(count),
    weightFrom: z.optional(count),
    weightTo: z.optional(count),
    type: oneOf(['free', 'discount', 'surcharge', 'hidden', 'only']),
    unit: z.optional(oneOf(['flat', 'percent'])),
    amount: z.optional(amount),
  } satisfies Record<keyof ShopRate, unknown>)
  .check(
    z.refine((rule) => !isPrice(rule) || rule.amount !== undefined, {
      error: 'is missing: give rupiah, or percent with unit: "percent"',
      path: ['amount'],
    }),
    z.refine((rule) => isPrice(rule) || rule.amount === undefined, {
      error: 'has no effect with this type: remove it, or write discount or surcharge',
      path: ['amount'],
    }),
    z.refine(({ type, courier, service }) => type !== 'only' || courier !== undefined || service !== undefined, {
      error: 'is missing: with only, name the courier or the service that is left',
      path: ['courier'],
    }),
    z.refine(({ type, ...conditions }) => type !== 'hidden' || Object.keys(conditions).length > 0, {
      error: 'would hide every service: name a courier, a service or a condition',
      path: ['type'],
    }),
    z.refine(({ subtotalFrom = 0, subtotalTo = subtotalFrom }) => subtotalFrom <= subtotalTo, {
      error: 'must not be below subtotalFrom',
      path: ['subtotalTo'],
    }),
    z.refine(({ weightFrom = 0, weightTo = weightFrom }) => weightFrom <= weightTo, {
      error: 'must not be below weightFrom',
      path: ['weightTo'],
    }),
  );

const fallbackRate = z.strictObject({
  courier: word,
  service: word,
  courierName: word,
  serviceName: word,
  price,
  perKilogram: z.optional(price),
  grams: z.optional(count),
  postalCodes: z.optional(postalCodes),
  days: z.optional(word),
} satisfies Record<keyof FallbackRate, unknown>);

const limits = z.strictObject(Object.fromEntries(Object.keys(usualLimits).map((name) => [name, z.optional(count)])));

const hours = whole('must be a whole number of hours, 1 to 168').check(
  z.gte(1, 'must be 1 or more: each visit would be a paid question'),
  z.lte(168, 'must be 168 or less: prices change'),
);
const promises = z.strictObject(
  {
    hours: z.optional(hours),
    origin: z
      .strictObject(originShape, 'must say where parcels start, for example { origin_postal_code: 12440 }')
      .check(
        z.refine(
          (origin: Origin) => located(origin, 'origin'),
          'must have origin_postal_code, origin_area_id or both coordinates',
        ),
      ),
    couriers: z.optional(
      that(
        (codes) => typeof codes === 'string' && /^[^\s,]+(\s*,\s*[^\s,]+)*$/.test(codes),
        'must be courier codes separated by commas, for example jne,sicepat',
      ),
    ),
  } satisfies Record<keyof Promises, unknown>,
  'must be an object with origin, and hours',
);

/** The service would refuse each draft of a sender that the contract refuses. */
const sender = z.partial(
  z.strictObject(
    Object.fromEntries(senderFields.map((name) => [name, OrderRequest.shape[name]])),
    'must be an object with the fields of a sender',
  ),
);

const secretOf = (kid: string): Secret => ({ kid, secret: 'x'.repeat(32) });

const schema = z.strictObject({
  account: checkedBy((account) => keysProblem({ account: account as string, current: secretOf('any') })),
  upstream: checkedBy((upstream) => {
    if (!isUpstream(upstream))
      return 'must be the base URL of the shipping service, for example https://api.biteship.com';
    if (isPlain(upstream)) return 'is not encrypted: the key and addresses could be read on their way. Use https';
    return hasVersion(upstream) ? 'must be the base URL of the shipping service without /v1' : undefined;
  }),
  key: checkedBy((key) => {
    if (typeof key !== 'string' || !key.trim()) return 'must be the merchant’s key at the shipping service';
    // No header can carry others, so each question would look as if the service were down.
    const isPlain = /^(bearer )?[\x21-\x7e]+$/i.test(key.trim()) && !/["'`]/.test(key);
    return isPlain
      ? undefined
      : 'has a character that no key has, such as a quote, a space or an invisible one: copy it again';
  }),
  store: that(
    (store) => Object(store).ledger,
    'must be what openLibsqlStore, openPostgresStore or createD1Store returned: orders are kept there',
  ),
  secrets: checkedBy((secrets) => {
    const { current, previous } = Object(secrets) as GatewayOptions['secrets'];
    return keysProblem({ account: 'any', current, previous });
  }),
  origins: z
    .array(
      checkedBy((origin) =>
        isOrigin(origin)
          ? undefined
          : `origins has "${String(origin)}": write scheme and host alone, as https://shop.example.`,
      ),
      origins,
    )
    .check(z.minLength(1, origins)),
  basePath: z.optional(
    that(
      (path) => typeof path === 'string' && /^(\/(?!\.+(\/|$))[\w.-]+)*$/.test(path),
      'must begin with a slash and end without one, for example /shipping',
    ),
  ),
  orders: z.optional(z.enum(['none', 'draft', 'order'], 'must be none, draft or order')),
  cancels: z.optional(z.boolean('must be true or false')),
  areas: z.optional(z.boolean('must be true or false')),
  tracking: z.optional(z.boolean('must be true or false')),
  sender: z.optional(sender),
  promises: z.optional(promises),
  rates: z.optional(z.array(rate, 'must be a list of rules')),
  cashOnDeliveryLimits: z.optional(
    z.record(
      z.string(),
      z
        .strictObject({ least: z.optional(price), most: z.optional(price) }, 'must have least, most or both, in rupiah')
        .check(
          z.refine(({ least = 0, most = cashOnDeliveryLimit }) => least <= most, {
            error: 'must not be above most',
            path: ['least'],
          }),
          z.refine(({ most = 0 }) => most <= cashOnDeliveryLimit, {
            error: `must be ${cashOnDeliveryLimit} or less: the service collects no more`,
            path: ['most'],
          }),
        ),
      'must be limits by courier code, for example { sicepat: { most: 3000000 } }',
    ),
  ),
  fallback: z.optional(z.array(fallbackRate, 'must be a list of rates')),
  calendar: z.optional(
    checkedBy((calendar) => {
      const fault = calendarFault(calendar, indonesianHolidays);
      return fault && `${fault}.`;
    }),
  ),
  limits: z.optional(limits),
  notify: z.optional(
    z.strictObject({
      url: that(isUpstream, 'must be the URL of your server that hears of orders'),
      secret: that(
        isNewsSecret,
        'must be whsec_ and 24 bytes or more in base64: make them with "openssl rand -base64 32"',
      ),
    }),
  ),
  webhooks: z.optional(
    z.strictObject({
      header: z.optional(word),
      secret: that(
        (secret) => typeof secret === 'string' && secret.length >= 16,
        'must be a text of 16 characters or more that nobody can guess',
      ),
    }),
  ),
  // For 90 days a link shows its parcel (`tokens/after-order.ts`), and an order may still be cancelled, claimed or returned.
  retention: z.optional(
    that(
      (days) => Number.isInteger(days) && Number(days) >= 90 && Number(days) <= 3_650,
      'must be a whole number of days, 90 to 3650: until then links to parcels are valid, and orders may be cancelled. Erase one order earlier with erase(reference)',
    ),
  ),
  trustedHops: z.optional(whole('must be the number of proxies of your own before the gateway, for example 1')),
  fetch: callable,
  observe: callable,
  // Only tests set these.
  timeouts: z.optional(z.unknown()),
  now: callable,
  clock: z.optional(z.unknown()),
} satisfies Record<keyof GatewaySettings, unknown>);

function isNewsSecret(secret: unknown): boolean {
  const [, base64 = ''] = /^whsec_(\S+)$/.exec(String(secret)) ?? [];
  try {
    const bytes = atob(base64);
    return bytes.length >= 24 && btoa(bytes) === base64;
  } catch {
    return false;
  }
}

function isUpstream(upstream: unknown): boolean {
  if (typeof upstream !== 'string' || !URL.canParse(upstream)) return false;
  const { protocol, search, hash, username } = new URL(upstream);
  return /^https?:$/.test(protocol) && !search && !hash && !username;
}

/** Whether others can read what is sent to an address: it is not encrypted, and leaves this machine. */
export function isPlain(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The gateway adds the path of each operation, which begins with the version. */
const hasVersion = (upstream: unknown) => /\/v1\/*$/.test(String(upstream));

function isOrigin(origin: unknown): boolean {
  return (
    typeof origin === 'string' &&
    !origin.includes('*') &&
    URL.canParse(origin) &&
    new URL(origin).origin === origin &&
    /^https?:/.test(origin)
  );
}
