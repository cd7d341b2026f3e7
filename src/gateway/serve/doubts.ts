import { type CourierService, calledVehicles, serviceKey } from '../../contract/index.ts';
import { previousOf } from '../../tokens/index.ts';
import { isPlain } from '../check-options.ts';
import { type Limits, usualLimits } from '../http/rate-limiter.ts';
import { type FallbackRate, isShown, type ShopRate } from '../quote/shop-rates.ts';
import type { Settings } from './settings.ts';

// A sentence names the setting and its remedy. It quotes no secret.

/** What a server starts with, and a merchant does not mean. */
interface Doubts {
  /** It cannot be meant: the shop is not ready. */
  wrong: string[];
  /** It may be meant. */
  odd: string[];
}

/** @param settings a gateway starts with them: each option has its type */
export function doubtsOf(settings: Settings): Doubts {
  const { rates: rules = [], fallback = [] } = settings;
  return {
    wrong: [
      ...(settings.port === 0
        ? ['port is 0, which is another port at each start: give one that your proxy can know.']
        : []),
      ...ofAddresses(settings),
      ...ofSecrets(settings),
      ...ofWebhooks(settings),
      ...ofZeroLimits(settings),
      ...ofPromises(settings),
      ...rules.flatMap((rule, index) => ofRule(rule, `rates.${index}`)),
      ...ofFallback(fallback),
    ],
    odd: [
      ...oddAddresses(settings),
      ...oddLimits(settings),
      ...oddPromises(settings),
      ...oddOrders(settings),
      ...oddAmounts(settings, rules, fallback),
      ...oddRules(rules),
      ...oddFallback(fallback, rules),
    ],
  };
}

function ofAddresses({ notify, origins = [], basePath = '' }: Settings): string[] {
  const problems: string[] = [];
  if (isPlain(notify?.url)) problems.push('notify.url is not encrypted: use https.');
  if (notify?.url.endsWith(`${basePath}/v1/webhooks`))
    problems.push('notify.url is where the service sends its webhooks: give the address of your own server.');
  for (const origin of origins)
    if (new URL(origin).hostname.endsWith('.example'))
      problems.push(`origins has ${origin}, an example's address: write the site of your shop.`);
  if (basePath.endsWith('/v1')) problems.push('basePath must be the path before /v1: pages would ask for /v1/v1.');
  return problems;
}

const long = 16;

/** The share of characters that follow the one before them in the alphabet, or repeat it. Random text has some 5 %. */
const inOrder = (text: string): number =>
  [...text].filter((one, index) => [0, 1].includes(one.charCodeAt(0) - text.charCodeAt(index - 1))).length /
  text.length;

/** Digits alone, words, a part that comes again, or a row of the alphabet: words are letters of one case without a digit. Random text is none of them. */
const isGuessable = (text: string): boolean =>
  text.length >= long &&
  (/^\d+$/.test(text) || !/\d|[a-z].*[A-Z]|[A-Z].*[a-z]/.test(text) || /(.{8}).*\1/.test(text) || inOrder(text) > 0.5);

/** A variable of a shell or a template that nobody has filled in. */
const isPlaceholder = (text: string): boolean => /^(\$\w+|\$\{.*\}|\{\{.*\}\}|<.*>)$/.test(text);

function ofSecrets({ key, secrets, notify, webhooks }: Settings): string[] {
  const problems: string[] = [];
  const { current, previous } = Object(secrets) as Partial<NonNullable<Settings['secrets']>>;
  const before = previousOf({ previous });
  for (const [name, text] of [
    ['secrets.current.secret', current?.secret],
    ...before.map((one) => ['secrets.previous.secret', one?.secret] as const),
    ['webhooks.secret', webhooks?.secret],
    ['notify.secret, after whsec_,', notify?.secret.replace(/^whsec_/, '')],
  ] as const)
    if (typeof text === 'string' && isPlaceholder(text))
      problems.push(`${name} is the name of a secret and not the secret: is it read from process.env?`);
    else if (typeof text === 'string' && isGuessable(text))
      problems.push(`${name} can be guessed: make one with "openssl rand -base64 33".`);
  for (const [name, one] of [['current', current], ...before.map((one) => ['previous', one] as const)] as const)
    if (/^\s|\s$/.test(one?.secret ?? ''))
      problems.push(
        `secrets.${name}.secret has white space at an end, such as that of a file: the shop may sign without it.`,
      );
  const unknown = [
    ...Object.keys(Object(secrets)).filter((name) => !['account', 'current', 'previous'].includes(name)),
    ...[current, ...before].flatMap((one) =>
      Object.keys(Object(one)).filter((name) => !['kid', 'secret', 'until'].includes(name)),
    ),
  ];
  for (const name of unknown) problems.push(`secrets has "${name}", which is not known there.`);
  if (current?.secret && before.some((one) => one?.secret === current.secret))
    problems.push('secrets.previous has the secret of secrets.current: give each a secret of its own.');
  const own = [key, current?.secret, notify?.secret, webhooks?.secret].filter(Boolean);
  if (new Set(own).size < own.length)
    problems.push('key, secrets, notify and webhooks share a secret: who knows one would know the others.');
  return problems;
}

/** Headers that a server, a client or a proxy sets with each request. */
const taken =
  /^(host|date|origin|cookie|accept(-.+)?|content-.+|user-agent|referer|connection|transfer-encoding|via|forwarded|x-forwarded-.+|x-real-ip)$/i;

function ofWebhooks({ webhooks }: Settings): string[] {
  const { secret, header } = Object(webhooks) as Partial<NonNullable<Settings['webhooks']>>;
  const problems: string[] = [];
  if (typeof secret === 'string' && !/^[!-~]+( +[!-~]+)*$/.test(secret))
    problems.push('webhooks.secret cannot be sent in a header: use letters, digits and signs of ASCII.');
  if (typeof header === 'string' && !/^[\w!#$%&'*+.^`|~-]+$/.test(header))
    problems.push('webhooks.header must be the name of a header, for example authorization.');
  else if (typeof header === 'string' && taken.test(header))
    problems.push(
      `webhooks.header is ${header}, which each request has already: use authorization, or a name of your own.`,
    );
  return problems;
}

/** `unsignedQuotes` may be 0: then all carts must be signed. With another limit of 0, every request is refused. */
const ofZeroLimits = ({ limits }: Settings): string[] =>
  Object.entries(Object(limits))
    .filter(([name, most]) => most === 0 && name !== 'unsignedQuotes')
    .map(([name]) => `limits.${name} is 0: nothing would be answered. Leave it out, or give 1 or more.`);

/** An area's id, or its beginning: a province, a city or a district. */
const areaId = /^IDNP\d+(IDNC\d+(IDND\d+(IDZ\d{0,5})?)?)?$/;

function ofRule({ type, unit, amount, postalCodes, area }: ShopRate, name: string): string[] {
  const problems: string[] = [];
  if (type === 'discount' && unit === 'percent' && Number(amount) > 100)
    problems.push(`${name}.amount is above 100 percent: leave unit out for rupiah.`);
  if (area !== undefined && !areaId.test(area))
    problems.push(`${name}.area must be the beginning of an area id, for example IDNP6: no destination has "${area}".`);
  return [...problems, ...ofCodes(postalCodes, name)];
}

function ofCodes(postalCodes: unknown, name: string): string[] {
  const isOdd = Array.isArray(postalCodes) && postalCodes.some((code) => code < 10_000 || code > 99_999);
  return isOdd ? [`${name}.postalCodes must have postal codes of five digits.`] : [];
}

/** Days as `2` or `2 - 4`. */
function isRange(days: string): boolean {
  const [, from, to = from] = /^(\d+)(?: ?- ?(\d+))?$/.exec(days) ?? [];
  return from !== undefined && Number(from) <= Number(to);
}

function ofFallback(rates: readonly FallbackRate[]): string[] {
  const names = rates.filter(({ postalCodes }) => !postalCodes).map(({ courier, service }) => `${courier}/${service}`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return [
    ...(twice ? [`fallback has ${twice} twice for all places: remove one.`] : []),
    ...rates.flatMap(({ days, price, postalCodes }, index) => [
      ...(price === 0 ? [`fallback.${index}.price is 0: the delivery would be free while the service is down.`] : []),
      ...(days !== undefined && !isRange(days)
        ? [`fallback.${index}.days must be a number of days, or two in their order with a dash: "2 - 4".`]
        : []),
      ...ofCodes(postalCodes, `fallback.${index}`),
    ]),
  ];
}

const codesOf = (couriers: unknown): string[] =>
  (typeof couriers === 'string' ? couriers.split(',') : []).map((code) => code.trim());

const isCalled = (courier: string): boolean => calledVehicles.includes(courier.toLowerCase());

/** A promise is asked for a district, without coordinates. */
function ofPromises({ promises }: Settings): string[] {
  const { couriers, origin } = Object(promises) as Partial<NonNullable<Settings['promises']>>;
  const codes = codesOf(couriers);
  const area = Object(origin).origin_area_id;
  return [
    ...(codes.length && codes.every(isCalled)
      ? [
          `promises.couriers has only couriers that are called to coordinates, and a district has none: add one that goes by postal code.`,
        ]
      : []),
    ...(area && !areaId.test(area)
      ? ['promises.origin.origin_area_id must be the id of an area, for example IDNP6IDNC148IDND836IDZ12410.']
      : []),
  ];
}

function oddPromises({ promises, areas }: Settings): string[] {
  if (!promises) return [];
  const called = codesOf(promises.couriers).filter(isCalled);
  return [
    ...(areas
      ? []
      : [
          'promises without areas: ship-promise cannot search for a district. Set areas: true, unless your page knows it.',
        ]),
    ...(called.length && called.length < codesOf(promises.couriers).length
      ? [
          `promises.couriers has ${called.join(', ')}, which is called to coordinates: a promise never has it. Leave it out.`,
        ]
      : []),
  ];
}

/** A shop has one or two proxies of its own. */
const mostHops = 3;

function oddAddresses({ origins = [], trustedHops = 0 }: Settings): string[] {
  const hosts = origins.map((origin) => new URL(origin).hostname);
  const isHere = (host: string) => /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(host);
  return [
    ...(hosts.length && hosts.every(isHere) ? ['origins has this machine alone: add the site of your shop.'] : []),
    ...(trustedHops === 0 && !hosts.every(isHere)
      ? [
          'trustedHops is 0, and the gateway itself speaks no https: behind your proxy all shoppers count as one address. Set trustedHops: 1.',
        ]
      : []),
    ...(trustedHops > mostHops
      ? [
          `trustedHops is ${trustedHops}: count your own proxies alone. With too many, all shoppers count as one address.`,
        ]
      : []),
  ];
}

/** A shopper needs more for one purchase. */
const leastRequests = 10;

function oddLimits({ limits }: Settings): string[] {
  const given: Partial<Limits> = Object(limits);
  const { quotes, sessionQuotes, promises, addressPromises, areas, addressAreas } = { ...usualLimits, ...given };
  const small = Object.entries(given).filter(([, most]) => Number(most) > 0 && Number(most) < leastRequests);
  const shares = [
    ['quotes', quotes, 'sessionQuotes', sessionQuotes],
    ['promises', promises, 'addressPromises', addressPromises],
    ['areas', areas, 'addressAreas', addressAreas],
  ] as const;
  return [
    ...small.map(
      ([name, most]) => `limits.${name} is ${most}: one shopper needs more than that. Leave it out, or give more.`,
    ),
    ...shares.flatMap(([all, most, one, ofOne]) =>
      most > 0 && most < ofOne ? [`limits.${all} is below limits.${one}: one visitor can use up the day of all.`] : [],
    ),
  ];
}

/** Characters, under which nobody finds an address. */
const leastAddress = 8;

function oddOrders({ orders = 'none', cancels, notify, sender }: Settings): string[] {
  if (orders === 'draft' && (sender?.origin_address ?? '').length < leastAddress)
    return ['sender.origin_address is short: no courier finds it. Write street, number and district.'];
  const unused =
    sender && orders !== 'draft' ? ["sender has an effect with orders: 'draft' alone: a grant names its own."] : [];
  if (orders !== 'none') return unused;
  return [
    ...unused,
    ...(cancels
      ? [
          'cancels without orders: no page can order here, so there is nothing to cancel. Set orders, or leave cancels out.',
        ]
      : []),
    ...(notify
      ? ['notify without orders: no page can order here, so it hears only of what your own server orders.']
      : []),
  ];
}

/** Rupiah and grams, under which a number is likely to be thousands of rupiah, or kilograms. */
const leastAmounts = { price: 1_000, flat: 100, subtotal: 1_000, collected: 10_000, grams: 50 };
/** Hours of open days, above which a number is likely to be minutes. */
const mostHours = 240;

function oddAmounts(
  { cashOnDeliveryLimits, calendar }: Settings,
  rules: readonly ShopRate[],
  fallback: readonly FallbackRate[],
): string[] {
  const small = (path: string, amount: unknown, least: number, unit: 'rupiah' | 'grams') =>
    typeof amount === 'number' && amount > 0 && amount < least
      ? [
          `${path} is ${amount} ${unit}: is that meant? ${unit === 'rupiah' ? '20000 is Rp20.000' : '1000 is a kilogram'}.`,
        ]
      : [];
  return [
    ...fallback.flatMap(({ price, perKilogram, grams }, index) => [
      ...small(`fallback.${index}.price`, price, leastAmounts.price, 'rupiah'),
      ...small(`fallback.${index}.perKilogram`, perKilogram, leastAmounts.flat, 'rupiah'),
      ...small(`fallback.${index}.grams`, grams, leastAmounts.grams, 'grams'),
    ]),
    ...rules.flatMap(({ type, unit, amount, subtotalFrom, subtotalTo, weightFrom, weightTo }, index) => [
      ...(unit === 'percent' && Number(amount) > 0 && Number(amount) < 1
        ? [`rates.${index}.amount is ${amount} percent: is that meant? 10 is 10 %.`]
        : []),
      ...(unit === 'percent' ? [] : small(`rates.${index}.amount`, amount, leastAmounts.flat, 'rupiah')),
      ...(type === 'surcharge' && unit === 'percent' && Number(amount) > 100
        ? [`rates.${index}.amount is ${amount} percent, more than the shipping fee itself: leave unit out for rupiah.`]
        : []),
      ...small(`rates.${index}.subtotalFrom`, subtotalFrom, leastAmounts.subtotal, 'rupiah'),
      ...small(`rates.${index}.subtotalTo`, subtotalTo, leastAmounts.subtotal, 'rupiah'),
      ...small(`rates.${index}.weightFrom`, weightFrom, leastAmounts.grams, 'grams'),
      ...small(`rates.${index}.weightTo`, weightTo, leastAmounts.grams, 'grams'),
    ]),
    ...(Number(calendar?.prepareHours) > mostHours
      ? [`calendar.prepareHours is ${calendar?.prepareHours} hours of open days: is that meant? 24 is one open day.`]
      : []),
    ...Object.entries(Object(cashOnDeliveryLimits)).flatMap(([courier, limits]) =>
      small(`cashOnDeliveryLimits.${courier}.most`, Object(limits).most, leastAmounts.collected, 'rupiah'),
    ),
  ];
}

const isByPlace = ({ postalCodes, area }: ShopRate): boolean => postalCodes !== undefined || area !== undefined;

function oddRules(rules: readonly ShopRate[]): string[] {
  const texts = rules.map((rule) => JSON.stringify(Object.entries(rule).sort()));
  return rules.flatMap((rule, index) => {
    const { type, unit, amount, courier = '' } = rule;
    const isPrice = ['free', 'discount', 'surcharge'].includes(type);
    const takesAll =
      type === 'free' || (type === 'discount' && Number(amount) >= (unit === 'percent' ? 100 : 1_000_000));
    const { type: _type, unit: _unit, amount: _amount, ...conditions } = rule;
    return [
      ...(takesAll && !Object.values(conditions).some(Boolean)
        ? [
            `rates.${index} makes every delivery free, the dearest, too: add a condition such as subtotalFrom or weightTo.`,
          ]
        : []),
      ...(isPrice && isByPlace(rule) && isCalled(courier)
        ? [`rates.${index} never applies: prices by place do not apply to ${courier}, which is called to coordinates.`]
        : []),
      ...(isPrice && texts.indexOf(texts[index] ?? '') < index
        ? [`rates.${index} is there twice, and prices add up: remove one.`]
        : []),
    ];
  });
}

const oddFallback = (fallback: readonly FallbackRate[], rules: readonly ShopRate[]): string[] =>
  fallback.flatMap(({ courier, service, postalCodes }, index) => [
    ...(isCalled(courier) && !postalCodes
      ? [`fallback.${index} promises ${courier} in all places: give the postalCodes of the cities where it drives.`]
      : []),
    ...(isShown({ courier_code: courier, courier_service_code: service }, rules, undefined)
      ? []
      : [`fallback.${index} is hidden by rates, and never shown: remove it, or the rule.`]),
  ]);

/** What no courier of the service can fulfil. */
export function ofServices(settings: Settings, services: readonly CourierService[]): string[] {
  const { promises, cashOnDeliveryLimits = {}, rates: rules = [], fallback = [] } = settings;
  const known = services.map((service) => serviceKey(service).toLowerCase());
  const couriers = new Set(known.map((service) => service.split('/')[0]));
  const named = [
    ...rules.map((rule, index) => ({ ...rule, path: `rates.${index}` })),
    ...fallback.map((rate, index) => ({ ...rate, path: `fallback.${index}` })),
  ];
  const listed = [
    ...named.map(({ path, courier }) => ({ path: `${path}.courier`, courier })),
    ...codesOf(promises?.couriers).map((courier) => ({ path: 'promises.couriers', courier })),
    ...Object.keys(Object(cashOnDeliveryLimits)).map((courier) => ({ path: 'cashOnDeliveryLimits', courier })),
  ];
  const isUnknown = (courier = '') => courier !== '' && !couriers.has(courier.toLowerCase());
  const unknown = [
    ...listed
      .filter(({ courier }) => isUnknown(courier))
      .map(({ path, courier }) => `${path}: the service has no courier "${courier}".`),
    ...named.flatMap(({ courier = '', service, path }) => {
      const ending = `/${service?.toLowerCase()}`;
      const isKnown = known.some(
        (key) => key.startsWith(courier && `${courier.toLowerCase()}/`) && key.endsWith(ending),
      );
      const isWrong = service !== undefined && !isUnknown(courier) && !isKnown;
      return isWrong ? [`${path}.service: there is no service "${service}" of that courier.`] : [];
    }),
  ];
  const isEmpty = !unknown.length && !services.some((service) => isShown(service, rules, undefined));
  const promised = codesOf(promises?.couriers).map((code) => code.toLowerCase());
  const isHidden =
    promised.length > 0 &&
    !isEmpty &&
    !unknown.length &&
    !services.some((one) => promised.includes(one.courier_code.toLowerCase()) && isShown(one, rules, undefined));
  return [
    ...unknown,
    ...(isHidden ? ['promises.couriers are hidden by rates: every promise would say that nobody delivers.'] : []),
    ...(isEmpty ? ['rates leave no service to any shopper: remove a rule of only or hidden.'] : []),
  ];
}
