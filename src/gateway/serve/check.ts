import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { holidaysProblem } from '../../quote/index.ts';
import { clockSkew, previousOf } from '../../tokens/index.ts';
import { isPlain, problemsOf } from '../check-options.ts';
import { contextOf } from '../create-gateway.ts';
import { isRefusal } from '../http/refusal.ts';
import type { GatewayOptions } from '../options.ts';
import type { GatewayStore } from '../store/interfaces.ts';
import { doubtsOf, ofServices } from './doubts.ts';
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
 * @param own what a gateway in the shop's own server was given: no port and no file are the gateway's then
 */
export async function check(
  settings: Settings,
  folder: string,
  now: number = Date.now(),
  own?: Pick<GatewayOptions, 'store' | 'fetch'>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const note = (what: string, problem?: string) => findings.push({ what, problem: problem || undefined });
  const opened = own?.store ?? (await openDatabase(settings).catch((problem: CommandError) => problem));
  const store = opened instanceof CommandError ? undefined : opened;
  if (opened instanceof CommandError) note('database', opened.message);
  else if (!own && !isPostgres(settings.database) && othersRead(settings.database ?? ''))
    note(
      'database',
      `Others on this machine can read ${settings.database}: run "chmod 600 ${settings.database}*". It has names and addresses.`,
    );
  // Without a store, the other options are still checked.
  const options = optionsOf(settings, store ?? ({ ledger: {} } as GatewayStore));
  const atStart = startProblems(settings);
  const wrong = [...atStart, ...problemsOf(options)];
  // What is missing or of another type is corrected first.
  const doubts = wrong.length ? { wrong: [], odd: [] } : doubtsOf(settings);
  for (const problem of [...wrong, ...doubts.wrong]) note('options', problem);
  const { calendar } = settings;
  const odd = [
    ...doubts.odd,
    // A gateway in the shop's own server may order in process.
    !own &&
      (settings.orders ?? 'none') === 'none' &&
      "orders is 'none': nothing can be ordered here. Set orders: 'order' if your server orders what is paid.",
    calendar && calendar.holidays !== false && holidaysProblem(now, undefined, calendar.holidayTable),
  ];
  for (const warning of odd) if (warning) findings.push({ what: 'options', problem: undefined, warning });
  const portTaken = own || atStart.length ? undefined : await portProblem(settings);
  if (portTaken) note('port', portTaken);
  await store?.ping().then(
    () => note('database'),
    () => note('database', 'The database cannot be written to: is the disk full, or the user without the right?'),
  );
  const readable = [configFile, secretsFile].filter((file) => {
    const path = resolve(folder, file);
    return !own && othersRead(path) && hasSecret(path, settings);
  });
  if (!own)
    note(
      'secrets',
      readable.length
        ? `Others on this machine can read the secrets in ${readable.join(' and ')}: run "chmod 600 ${readable.join(' ')}".`
        : undefined,
    );
  if (!wrong.length) {
    for (const origin of options.origins)
      note(`origin ${origin}`, isPlain(origin) ? `${origin} is not encrypted: serve the shop by https.` : undefined);
    await checkService(options, settings, note, own?.fetch);
    if (settings.notify) note('notify', await newsProblem(settings.notify.url));
  }
  // The shop's own may be in use: its module may ship what is paid.
  if (!own) await store?.close();
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
  ask = globalThis.fetch,
): Promise<void> {
  let serviceDate: string | null = null;
  const watching: typeof globalThis.fetch = async (input, init) => {
    const answer = await ask(input, init);
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
    for (const problem of couriers.length ? ofServices(settings, couriers) : []) note('options', problem);
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
