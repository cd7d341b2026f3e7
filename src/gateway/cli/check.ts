import { statSync } from 'node:fs';
import { contextOf } from '../assemble.ts';
import { problemsOf } from '../check-options.ts';
import { isRefusal } from '../upstream/index.ts';
import { CommandError, openDatabase, optionsOf, type Settings } from './settings.ts';

/** Seconds that a clock may be off before tokens are refused. */
const skew = 60;

export interface Finding {
  /** The name of the check. */
  what: string;
  /** Undefined if it works. Otherwise a sentence with the remedy. */
  problem: string | undefined;
}

/** Tries everything that going live needs. It asks the service for its couriers, which costs nothing. */
export async function check(settings: Settings): Promise<Finding[]> {
  const findings: Finding[] = [];
  const note = (what: string, problem?: string) => findings.push({ what, problem });
  const store = await openDatabase(settings).catch((problem: CommandError) => problem);
  if (store instanceof CommandError) note('database', store.message);
  else if (othersRead(settings.database ?? ''))
    note(
      'database',
      `Others on this machine can read ${settings.database}: run "chmod 600 ${settings.database}*". It has names and addresses.`,
    );
  // Without a store, the other options are still checked.
  const options = optionsOf(settings, (store instanceof CommandError ? { ledger: {} } : store) as never);
  for (const problem of problemsOf(options)) note('options', problem);
  if (!(store instanceof CommandError)) {
    await store.ping().then(
      () => note('database'),
      () => note('database', 'The database cannot be written to: is the disk full, or the user without the right?'),
    );
  }
  for (const origin of settings.origins ?? []) {
    const local = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(origin);
    const plain = origin.startsWith('http:') && !local;
    note(`origin ${origin}`, plain ? `${origin} is not encrypted: serve the shop by https.` : undefined);
  }
  if (settings.upstream && settings.key && problemsOf(options).length === 0) await checkService(options, note);
  if (!(store instanceof CommandError)) await store.close();
  return findings;
}

/** Whether other users of the machine have rights to the database file. Windows has no such file modes. */
function othersRead(database: string): boolean {
  const isFile = process.platform !== 'win32' && !/^postgres(ql)?:/.test(database);
  return isFile && (statSync(database, { throwIfNoEntry: false })?.mode ?? 0) % 0o100 !== 0;
}

async function checkService(
  options: ReturnType<typeof optionsOf>,
  note: (what: string, problem?: string) => void,
): Promise<void> {
  let told: string | null = null;
  const watching: typeof globalThis.fetch = async (input, init) => {
    const answer = await globalThis.fetch(input, init);
    told = answer.headers.get('date');
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
  } catch (problem) {
    const reason = isRefusal(problem) ? problem.answer().reason : 'service-unreachable';
    if (reason === 'shipping-unavailable') {
      note('upstream');
      note('key', 'The service does not accept the key, or the account is blocked: look into its dashboard.');
    } else note('upstream', `The service at upstream did not answer as it should (${reason}): is its address right?`);
  }
  const off = told === null ? 0 : Math.abs(Date.now() - Date.parse(told)) / 1000;
  if (told !== null)
    note(
      'clock',
      off > skew
        ? `This machine's clock is ${Math.round(off)} s off: tokens will be refused. Set it by NTP.`
        : undefined,
    );
}
