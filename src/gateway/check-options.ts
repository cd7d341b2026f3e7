import * as z from 'zod/mini';
import { problemOf, type Secret } from '../tokens/index.ts';
import { type GatewayOptions, timeoutsOf } from './options.ts';

// A message is the end of a sentence that begins with the option's name, or a whole sentence with its full stop.

const whole = (words: string) => z.int(words).check(z.gte(0, words));
const count = whole('must be a whole number, 0 or more');
const origins = 'must list the sites whose pages may ask, for example ["https://shop.example"]';
const amount = z.number('must be a number, 0 or more').check(z.gte(0, 'must be a number, 0 or more'));
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

const rate = z
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
  );

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
});

const sends = 'must be a whole number from 1 to 20';

const limits = z.strictObject({
  address: z.optional(count),
  session: z.optional(count),
  writes: z.optional(count),
  quotes: z.optional(count),
  unsignedQuotes: z.optional(count),
});

const timeouts = z.strictObject({
  body: z.optional(count),
  read: z.optional(count),
  send: z.optional(count),
  wait: z.optional(count),
  lease: z.optional(count),
  pause: z.optional(count),
  // The pause doubles with each send: after twenty of them it is two weeks.
  sends: z.optional(count.check(z.gte(1, sends), z.lte(20, sends))),
});

const secretOf = (kid: string): Secret => ({ kid, secret: 'x'.repeat(32) });

const options = z.strictObject({
  account: checkedBy((account) => problemOf({ account: account as string, current: secretOf('any') })),
  upstream: that(isUpstream, 'must be the base URL of the shipping service, for example https://api.example.com'),
  key: that((key) => typeof key === 'string' && key.trim(), 'must be the merchant’s key at the shipping service'),
  store: that(
    (store) => Object(store).ledger,
    'must be what openLibsqlStore, openPostgresStore or createD1Store gave: orders are kept there',
  ),
  secrets: checkedBy((secrets) => {
    const { current, previous } = Object(secrets) as GatewayOptions['secrets'];
    return problemOf({ account: 'any', current, previous });
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
  sender: z.optional(z.looseObject({}, 'must be an object with the fields of a sender')),
  rates: z.optional(z.array(rate, 'must be a list of rules')),
  tolerance: z.optional(whole('must be whole rupiah, 0 or more')),
  fallback: z.optional(z.array(fallbackRate, 'must be a list of rates')),
  limits: z.optional(limits),
  notify: z.optional(
    z.strictObject({
      url: that(isUpstream, 'must be the URL of your server that hears of orders'),
      secret: that(
        (secret) => typeof secret === 'string' && /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret),
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
  cache: z.optional(whole('must be seconds, 0 or more')),
  trustedHops: z.optional(whole('must be the number of proxies of your own before the gateway, for example 1')),
  timeouts: z.optional(timeouts),
  fetch: callable,
  now: callable,
  observe: callable,
});

/** Gives missing required options the value undefined, so that their own checks report them. */
const missing = { account: undefined, upstream: undefined, key: undefined, store: undefined, secrets: undefined };

/** Returns one sentence for each problem, with its remedy. */
export function problemsOf(given: Partial<GatewayOptions>): string[] {
  const read = options.safeParse({ ...missing, ...given });
  const problems = (read.success ? [] : read.error.issues).map(sentenceOf);
  const { orders, sender, notify, webhooks } = given;
  const { lease, read: forPrice, send } = timeoutsOf(given);
  // With a shorter lease, another process would take over the order while this one still waits for an answer.
  if (lease <= forPrice + send)
    problems.push(`timeouts.lease must be more than read and send together: more than ${forPrice + send} here.`);
  if (webhooks && !notify) problems.push('notify must say where webhooks of the service are handed on to.');
  if (orders === 'draft' && !(sender?.origin_contact_name && sender.origin_contact_phone && sender.origin_address))
    problems.push(
      'sender must have origin_contact_name, origin_contact_phone and origin_address: drafts are sent by it.',
    );
  return problems;
}

/** Refuses unknown names: a misspelt option would have no effect, and a misspelt condition would apply a rule to all. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  const { path, message } = issue;
  const place = path.join('.');
  if (issue.code !== 'unrecognized_keys') return message.endsWith('.') ? message : `${place} ${message}.`;
  const keys = issue.keys.map((key) => `"${key}"`).join(', ');
  return place ? `${place} has ${keys}, which is not known there.` : `There is no option ${keys}: check the spelling.`;
}

function isUpstream(upstream: unknown): boolean {
  if (typeof upstream !== 'string' || !URL.canParse(upstream)) return false;
  const { protocol, search, hash, username } = new URL(upstream);
  return /^https?:$/.test(protocol) && !search && !hash && !username;
}

function isOrigin(origin: unknown): boolean {
  return (
    typeof origin === 'string' && URL.canParse(origin) && new URL(origin).origin === origin && /^https?:/.test(origin)
  );
}
