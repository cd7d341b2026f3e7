import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { serviceKey } from '../../contract/index.ts';
import { contextOf } from '../assemble.ts';
import { problemsOf } from '../check-options.ts';
import { isRefusal } from '../upstream/index.ts';
import { doubts, isPlain, startProblems, unknownServices } from './check-settings.ts';
import {
  CommandError,
  configFile,
  isPostgres,
  openDatabase,
  optionsOf,
  type Settings,
  secretsFile,
} from './settings.ts';

/** Seconds that a clock may be off before tokens are refused. */
const skew = 60;

/** Milliseconds for the answer of the server that receives news. */
const timeout = 10_000;

export interface Finding {
  /** The name of the check. */
  what: string;
  /** Undefined if it works. Otherwise a sentence with the remedy. */
  problem: string | undefined;
}

/**
 * Tries everything that going live needs. It asks the service for its couriers, which costs nothing.
 * @param folder the folder of config and secrets
 */
export async function check(settings: Settings, folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const note = (what: string, problem?: string) => findings.push({ what, problem: problem || undefined });
  const store = await openDatabase(settings).catch((problem: CommandError) => problem);
  if (store instanceof CommandError) note('database', store.message);
  else if (!isPostgres(settings.database) && othersRead(settings.database ?? ''))
    note(
      'database',
      `Others on this machine can read ${settings.database}: run "chmod 600 ${settings.database}*". It has names and addresses.`,
    );
  // Without a store, the other options are still checked.
  const options = optionsOf(settings, (store instanceof CommandError ? { ledger: {} } : store) as never);
  const wrong = [...startProblems(settings), ...problemsOf(options)];
  for (const problem of [...wrong, ...doubts(settings)]) note('options', problem);
  if (!startProblems(settings).length) for (const problem of await portProblems(settings)) note('ports', problem);
  if (!(store instanceof CommandError)) {
    await store.ping().then(
      () => note('database'),
      () => note('database', 'The database cannot be written to: is the disk full, or the user without the right?'),
    );
  }
  const open = [configFile, secretsFile].filter((file) => {
    const path = resolve(folder, file);
    return othersRead(path) && hasSecret(path, settings);
  });
  const files = open.join(' and ');
  note(
    'secrets',
    files && `Others on this machine can read the secrets in ${files}: run "chmod 600 ${open.join(' ')}".`,
  );
  for (const origin of wrong.length ? [] : options.origins)
    note(`origin ${origin}`, isPlain(origin) ? `${origin} is not encrypted: serve the shop by https.` : undefined);
  if (wrong.length === 0) await checkService(options, settings, note);
  if (typeof settings.notify?.url === 'string') note('notify', await newsProblem(settings.notify.url));
  if (!(store instanceof CommandError)) await store.close();
  return findings;
}

/** Whether other users of the machine have rights to a file. Windows has no such file modes. */
const othersRead = (file: string): boolean =>
  process.platform !== 'win32' && (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) % 0o100 !== 0;

/** Whether a secret is written in the file itself. A config may read its secrets from elsewhere. */
function hasSecret(file: string, { key, secrets, notify, webhooks, database = '' }: Settings): boolean {
  const password = URL.canParse(database) ? new URL(database).password : '';
  const words = [key, secrets?.current?.secret, secrets?.previous?.secret, notify?.secret, webhooks?.secret, password];
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

/** Listens once on both ports. A gateway that runs with these settings is no problem. */
async function portProblems({ host = '127.0.0.1', port = 8787, adminPort = 9464 }: Settings): Promise<string[]> {
  const codes = [await listenProblem(host, port), await listenProblem('127.0.0.1', adminPort)] as const;
  const isRunning = codes.includes('EADDRINUSE') && (await answersHealth(adminPort));
  return (['port', 'adminPort'] as const).flatMap((name, index) => {
    const [code, of] = [codes[index], { port, adminPort }[name]];
    if (code === undefined || (code === 'EADDRINUSE' && isRunning)) return [];
    if (code === 'EADDRINUSE') return [`Another program uses port ${of}: set ${name} to one that is free.`];
    if (code === 'EACCES') return [`This user may not use port ${of}: set ${name} to one above 1023.`];
    return [`host must be an address of this machine, and ${host} is none (${code}): use 127.0.0.1 behind a proxy.`];
  });
}

/** The code of the error. Undefined if the port is free. */
const listenProblem = (host: string, port: number): Promise<string | undefined> =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => done(code));
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(undefined)));
  });

async function answersHealth(adminPort: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeout);
    const answer = await fetch(`http://127.0.0.1:${adminPort}/health`, { signal, redirect: 'manual' });
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
      off > skew
        ? `This machine's clock is ${Math.round(off)} s off: tokens will be refused. Set it by NTP.`
        : undefined,
    );
}
