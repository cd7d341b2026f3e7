import type { FallbackRate, ShopRate } from '../rates/index.ts';
import type { Settings } from './settings.ts';

// A sentence names the setting and its remedy. It quotes no secret.

/** Options of a gateway that a config file cannot set. Tests set the first two. */
const notSettings = ['timeouts', 'now', 'fetch', 'observe', 'store'] as const;

/** What no server can be started with. */
export function startProblems(settings: Settings): string[] {
  const { port = 8787, adminPort = 9464, host = '127.0.0.1' } = settings;
  const problems = notSettings
    .filter((name) => Object.hasOwn(settings, name))
    .map((name) => `There is no setting "${name}": remove it.`);
  for (const [name, value] of Object.entries({ port, adminPort }))
    if (!Number.isInteger(value) || value < 0 || value > 65_535)
      problems.push(`${name} must be a whole number from 1 to 65535, without quotes.`);
  if (port === adminPort && port !== 0)
    problems.push('adminPort must be another one than port: no page may read /metrics.');
  if (typeof host !== 'string' || !/^[\w.:-]+$/.test(host))
    problems.push('host must be an address of this machine, for example 127.0.0.1, without a scheme and a port.');
  return problems;
}

/** What a server starts with, and a merchant does not mean. */
export function doubts(settings: Settings): string[] {
  return [
    ...ofPorts(settings),
    ...ofAddresses(settings),
    ...ofSecrets(settings),
    ...ofLimits(settings),
    ...listOf<ShopRate>(settings.rates).flatMap((rule, index) => ofRule(rule, `rates.${index}`)),
    ...ofFallback(listOf<FallbackRate>(settings.fallback)),
  ];
}

/** Options of the wrong type are reported as such elsewhere. */
const listOf = <T>(value: unknown): T[] => (Array.isArray(value) ? value.filter(Object) : []);

const ofPorts = ({ port, adminPort }: Settings): string[] =>
  Object.entries({ port, adminPort })
    .filter(([, value]) => value === 0)
    .map(([name]) => `${name} is 0, which is another port at each start: give one that your proxy can know.`);

function ofAddresses({ upstream, notify, origins, basePath }: Settings): string[] {
  const problems: string[] = [];
  if (isPlain(upstream)) problems.push('upstream is not encrypted: the key would be readable on its way. Use https.');
  if (isPlain(notify?.url)) problems.push('notify.url is not encrypted: use https.');
  for (const origin of listOf<string>(origins))
    if (URL.canParse(origin) && new URL(origin).hostname.endsWith('.example'))
      problems.push(`origins has ${origin} of the template: write the site of your shop.`);
  if (typeof basePath === 'string' && basePath.endsWith('/v1'))
    problems.push('basePath must be the path before /v1: pages would ask for /v1/v1.');
  return problems;
}

const local = /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/;
/** Whether others can read what is sent to an address. */
export const isPlain = (url: unknown): boolean => typeof url === 'string' && /^http:/.test(url) && !local.test(url);

/** Different characters of a long text. Random text has more. */
const fewest = 8;
const long = 16;

function ofSecrets({ key, secrets, notify, webhooks }: Settings): string[] {
  const problems: string[] = [];
  const { current, previous } = Object(secrets) as Partial<NonNullable<Settings['secrets']>>;
  for (const [name, text] of [
    ['secrets.current.secret', current?.secret],
    ['secrets.previous.secret', previous?.secret],
    ['webhooks.secret', webhooks?.secret],
  ] as const)
    if (typeof text === 'string' && text.length >= long && new Set(text).size < fewest)
      problems.push(`${name} can be guessed: make one with "openssl rand -base64 33".`);
  for (const [name, one] of Object.entries({ current, previous }))
    if (/^\s|\s$/.test(one?.secret ?? ''))
      problems.push(
        `secrets.${name}.secret has white space at an end, such as that of a file: the shop may sign without it.`,
      );
  if (previous?.secret && previous.secret === current?.secret)
    problems.push('secrets.previous has the secret of secrets.current: give each a secret of its own.');
  const own = [key, current?.secret, notify?.secret, webhooks?.secret].filter(Boolean);
  if (new Set(own).size < own.length)
    problems.push('key, secrets, notify and webhooks share a secret: who knows one would know the others.');
  if (typeof webhooks?.secret === 'string' && !/^[!-~]+( +[!-~]+)*$/.test(webhooks.secret))
    problems.push('webhooks.secret cannot be sent in a header: use letters, digits and signs of ASCII.');
  if (typeof webhooks?.header === 'string' && !/^[\w!#$%&'*+.^`|~-]+$/.test(webhooks.header))
    problems.push('webhooks.header must be the name of a header, for example authorization.');
  return problems;
}

/** Without a limit for carts that are not signed, all carts must be signed. Any other 0 answers nobody. */
const ofLimits = ({ limits }: Settings): string[] =>
  Object.entries(Object(limits))
    .filter(([name, most]) => most === 0 && name !== 'unsignedQuotes')
    .map(([name]) => `limits.${name} is 0: nothing would be answered. Leave it out, or give 1 or more.`);

function ofRule({ type, unit, amount, postalCodes, area }: ShopRate, name: string): string[] {
  const problems: string[] = [];
  if (type === 'discount' && unit === 'percent' && Number(amount) > 100)
    problems.push(`${name}.amount is above 100 percent: leave unit out for rupiah.`);
  if (area !== undefined && !/^IDNP\d/.test(area))
    problems.push(`${name}.area must be the beginning of an area id, for example IDNP6: no destination has "${area}".`);
  return [...problems, ...ofCodes(postalCodes, name)];
}

function ofCodes(postalCodes: unknown, name: string): string[] {
  const isOdd = Array.isArray(postalCodes) && postalCodes.some((code) => code < 10_000 || code > 99_999);
  return isOdd ? [`${name}.postalCodes must have postal codes of five digits.`] : [];
}

function ofFallback(rates: FallbackRate[]): string[] {
  const names = rates.filter(({ postalCodes }) => !postalCodes).map(({ courier, service }) => `${courier}/${service}`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return [
    ...(twice ? [`fallback has ${twice} twice for all places: remove one.`] : []),
    ...rates.flatMap(({ days, price, postalCodes }, index) => [
      ...(price === 0 ? [`fallback.${index}.price is 0: the delivery would be free while the service is down.`] : []),
      ...(typeof days === 'string' && !/^\d+( ?- ?\d+)?$/.test(days)
        ? [`fallback.${index}.days must be a number of days, or two with a dash: "2 - 4".`]
        : []),
      ...ofCodes(postalCodes, `fallback.${index}`),
    ]),
  ];
}

/** Services that no rule can find. @param services `jne/reg`, as the service lists them */
export function unknownServices({ rates, fallback }: Settings, services: readonly string[]): string[] {
  const known = services.map((service) => service.toLowerCase());
  const couriers = known.map((service) => service.split('/')[0]);
  const named = [
    ...listOf<ShopRate>(rates).map((rule, index) => ({ ...rule, name: `rates.${index}` })),
    ...listOf<FallbackRate>(fallback).map((rule, index) => ({ ...rule, name: `fallback.${index}` })),
  ];
  return named.flatMap(({ courier, service, name }) => {
    const [of, which] = [courier, service].map((code) => code?.toLowerCase());
    if (of !== undefined && !couriers.includes(of))
      return [`${name}.courier: the service has no courier "${courier}".`];
    const isKnown = known.some((key) => (of === undefined || key.startsWith(`${of}/`)) && key.endsWith(`/${which}`));
    return which === undefined || isKnown ? [] : [`${name}.service: there is no service "${service}" of that courier.`];
  });
}
