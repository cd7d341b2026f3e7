import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { serviceKey } from '../../contract/index.ts';
import { holidaysProblem } from '../../quote/index.ts';
import { clockSkew, previousOf } from '../../tokens/index.ts';
import { isPlain, problemsOf } from '../check-options.ts';
import { contextOf } from '../create-gateway.ts';
import { isRefusal } from '../http/refusal.ts';
import type { FallbackRate, ShopRate } from '../quote/shop-rates.ts';
import type { GatewayStore } from '../store/store.ts';
import {
  CommandError,
  configFile,
  isPostgres,
  openDatabase,
  optionsOf,
  type Settings,
  secretsFile,
} from './settings.ts';

// A sentence names the setting and its remedy. It quotes no secret.

/** Milliseconds for the answer of the server that receives news. */
const timeout = 10_000;

interface Finding {
  /** The name of the check. */
  what: string;
  /** Undefined if it works. Otherwise a sentence with the remedy. */
  problem: string | undefined;
  /** What will need a change. The gateway works until then. */
  warning?: string;
}

/**
 * Tries everything that going live needs. It asks the service for its couriers, which costs nothing.
 * @param folder the folder of config and secrets
 * @param now milliseconds
 */
export async function check(settings: Settings, folder: string, now: number = Date.now()): Promise<Finding[]> {
  const findings: Finding[] = [];
  const note = (what: string, problem?: string) => findings.push({ what, problem: problem || undefined });
  const opened = await openDatabase(settings).catch((problem: CommandError) => problem);
  const store = opened instanceof CommandError ? undefined : opened;
  if (opened instanceof CommandError) note('database', opened.message);
  else if (!isPostgres(settings.database) && othersRead(settings.database ?? ''))
    note(
      'database',
      `Others on this machine can read ${settings.database}: run "chmod 600 ${settings.database}*". It has names and addresses.`,
    );
  // Without a store, the other options are still checked.
  const options = optionsOf(settings, store ?? ({ ledger: {} } as GatewayStore));
  const atStart = startProblems(settings);
  const wrong = [...atStart, ...problemsOf(options)];
  for (const problem of [...wrong, ...doubts(settings)]) note('options', problem);
  const { calendar } = settings;
  const warning =
    calendar && calendar.holidays !== false ? holidaysProblem(now, undefined, calendar.holidayTable) : undefined;
  if (warning) findings.push({ what: 'options', problem: undefined, warning });
  const portTaken = atStart.length ? undefined : await portProblem(settings);
  if (portTaken) note('port', portTaken);
  await store?.ping().then(
    () => note('database'),
    () => note('database', 'The database cannot be written to: is the disk full, or the user without the right?'),
  );
  const readable = [configFile, secretsFile].filter((file) => {
    const path = resolve(folder, file);
    return othersRead(path) && hasSecret(path, settings);
  });
  note(
    'secrets',
    readable.length
      ? `Others on this machine can read the secrets in ${readable.join(' and ')}: run "chmod 600 ${readable.join(' ')}".`
      : undefined,
  );
  if (!wrong.length) {
    for (const origin of options.origins)
      note(`origin ${origin}`, isPlain(origin) ? `${origin} is not encrypted: serve the shop by https.` : undefined);
    await checkService(options, settings, note);
  }
  if (typeof settings.notify?.url === 'string') note('notify', await newsProblem(settings.notify.url));
  await store?.close();
  return findings;
}

/** Whether other users of the machine have rights to a file. Windows has no such file modes. */
const othersRead = (file: string): boolean =>
  process.platform !== 'win32' && (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) % 0o100 !== 0;

/** Whether a secret is written in the file itself. A config may read its secrets from elsewhere. */
function hasSecret(file: string, { key, secrets, notify, webhooks, database = '' }: Settings): boolean {
  const password = URL.canParse(database) ? new URL(database).password : '';
  const before = previousOf(Object(secrets)).map((one) => one?.secret);
  const words = [key, secrets?.current?.secret, ...before, notify?.secret, webhooks?.secret, password];
  const text = readFileSync(file, 'utf8');
  return words.some((word) => word && text.includes(word));
}

/** A message would not follow it. */
const isRedirect = (status: number) => status >= 300 && status < 400;

/** Asks the server for news without a signature, which it must refuse. So nothing happens there. */
async function newsProblem(url: string): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json' };
  try {
    const signal = AbortSignal.timeout(timeout);
    const answer = await fetch(url, { method: 'POST', headers, body: '{}', redirect: 'manual', signal });
    await answer.body?.cancel();
    if (answer.ok)
      return `The server at ${url} takes a message without a signature: verify each one, or anybody can send it news.`;
    const cannotWork = [404, 405, 410].includes(answer.status) || answer.status >= 500 || isRedirect(answer.status);
    return cannotWork ? `The server at ${url} answers ${answer.status} to a message: is its path right?` : undefined;
  } catch {
    return `No server answers at ${url}: is the address right, and may this machine reach it?`;
  }
}

/** Listens once. A gateway that runs with these settings is no problem. */
async function portProblem({ host = '127.0.0.1', port = 8787 }: Settings): Promise<string | undefined> {
  const code = await new Promise<string | undefined>((done) => {
    const server = createServer();
    server.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => done(code));
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(undefined)));
  });
  if (code === undefined || (code === 'EADDRINUSE' && (await answersHealth(host, port)))) return undefined;
  if (code === 'EADDRINUSE') return `Another program uses port ${port}: set port to one that is free.`;
  if (code === 'EACCES') return `This user may not use port ${port}: set port to one above 1023.`;
  return `host must be an address of this machine, and ${host} is none (${code}): use 127.0.0.1 behind a proxy.`;
}

async function answersHealth(host: string, port: number): Promise<boolean> {
  const name = host.includes(':') ? `[${host}]` : host;
  try {
    const signal = AbortSignal.timeout(timeout);
    const answer = await fetch(`http://${name}:${port}/health`, { signal, redirect: 'manual' });
    return 'database' in Object(await answer.json());
  } catch {
    return false;
  }
}

async function checkService(
  options: ReturnType<typeof optionsOf>,
  settings: Settings,
  note: (what: string, problem?: string) => void,
): Promise<void> {
  let serviceDate: string | null = null;
  const watching: typeof globalThis.fetch = async (input, init) => {
    const answer = await globalThis.fetch(input, init);
    serviceDate = answer.headers.get('date');
    return answer;
  };
  // Without a cache, so that the service is asked now.
  const cache = { get: async () => undefined, set: async () => {} };
  const context = contextOf({ ...options, store: { ...options.store, cache }, fetch: watching });
  try {
    const couriers = await context.ratesService.couriers();
    note('upstream');
    note(
      'key',
      couriers.length ? undefined : 'The service lists no couriers for this key: ask it to activate the account.',
    );
    const unknown = couriers.length ? unknownServices(settings, couriers.map(serviceKey)) : [];
    for (const problem of unknown) note('options', problem);
  } catch (problem) {
    const reason = isRefusal(problem) ? problem.answer().reason : 'service-unreachable';
    if (reason === 'shipping-unavailable') {
      note('upstream');
      note('key', 'The service does not accept the key, or the account is blocked: look into its dashboard.');
    } else note('upstream', `The service at upstream did not answer as it should (${reason}): is its address right?`);
  }
  const off = serviceDate === null ? 0 : Math.abs(Date.now() - Date.parse(serviceDate)) / 1000;
  if (serviceDate !== null)
    note(
      'clock',
      off > clockSkew
        ? `This machine's clock is ${Math.round(off)} s off: tokens will be refused. Set it by NTP.`
        : undefined,
    );
}

/** Options of a gateway that a config file cannot set. Tests set the first two. */
const notSettings = ['timeouts', 'now', 'fetch', 'observe', 'store'] as const;

/** What no server can be started with. */
export function startProblems(settings: Settings): string[] {
  const { port = 8787, host = '127.0.0.1' } = settings;
  const problems = notSettings
    .filter((name) => Object.hasOwn(settings, name))
    .map((name) => `There is no setting "${name}": remove it.`);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    problems.push('port must be a whole number from 1 to 65535, without quotes.');
  if (typeof host !== 'string' || !/^[\w.:-]+$/.test(host))
    problems.push('host must be an address of this machine, for example 127.0.0.1, without a scheme and a port.');
  return problems;
}

/** What a server starts with, and a merchant does not mean. */
function doubts(settings: Settings): string[] {
  return [
    ...(settings.port === 0
      ? ['port is 0, which is another port at each start: give one that your proxy can know.']
      : []),
    ...ofAddresses(settings),
    ...ofSecrets(settings),
    ...ofLimits(settings),
    ...listOf<ShopRate>(settings.rates).flatMap((rule, index) => ofRule(rule, `rates.${index}`)),
    ...ofFallback(listOf<FallbackRate>(settings.fallback)),
  ];
}

/** Options of the wrong type are reported as such elsewhere. */
const listOf = <T>(value: unknown): T[] => (Array.isArray(value) ? value.filter(Object) : []);

function ofAddresses({ notify, origins, basePath }: Settings): string[] {
  const problems: string[] = [];
  if (isPlain(notify?.url)) problems.push('notify.url is not encrypted: use https.');
  for (const origin of listOf<string>(origins))
    if (URL.canParse(origin) && new URL(origin).hostname.endsWith('.example'))
      problems.push(`origins has ${origin} of the template: write the site of your shop.`);
  if (typeof basePath === 'string' && basePath.endsWith('/v1'))
    problems.push('basePath must be the path before /v1: pages would ask for /v1/v1.');
  return problems;
}

/** Different characters of a long text. Random text has more. */
const fewest = 8;
const long = 16;

function ofSecrets({ key, secrets, notify, webhooks }: Settings): string[] {
  const problems: string[] = [];
  const { current, previous } = Object(secrets) as Partial<NonNullable<Settings['secrets']>>;
  const before = previousOf({ previous });
  for (const [name, text] of [
    ['secrets.current.secret', current?.secret],
    ...before.map((one) => ['secrets.previous.secret', one?.secret] as const),
    ['webhooks.secret', webhooks?.secret],
  ] as const)
    if (typeof text === 'string' && text.length >= long && new Set(text).size < fewest)
      problems.push(`${name} can be guessed: make one with "openssl rand -base64 33".`);
  for (const [name, one] of [['current', current], ...before.map((one) => ['previous', one] as const)] as const)
    if (/^\s|\s$/.test(one?.secret ?? ''))
      problems.push(
        `secrets.${name}.secret has white space at an end, such as that of a file: the shop may sign without it.`,
      );
  if (current?.secret && before.some((one) => one?.secret === current.secret))
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

/** `unsignedQuotes` may be 0: then all carts must be signed. With another limit of 0, every request is refused. */
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
function unknownServices({ rates, fallback }: Settings, services: readonly string[]): string[] {
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
