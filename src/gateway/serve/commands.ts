import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createShippingGateway, type Gateway } from '../create-gateway.ts';
import { GatewayError } from '../in-process.ts';
import type { Entry } from '../ledger/transitions.ts';
import type { NewsMessage } from '../news/news.ts';
import { GatewayOptionsError } from '../options.ts';
import { EraseError } from '../orders/erase.ts';
import { type Found, ResolveOrderError } from '../orders/resolve-order.ts';
import type { GatewayStore } from '../store/interfaces.ts';
import { activate } from './activate.ts';
import { reportText } from './activate-report.ts';
import { check } from './check.ts';
import type { LoadQuoteHtml } from './quote-html.ts';
import { rotate } from './rotate.ts';
import { closed, listening, serveGateway } from './serve.ts';
import {
  CommandError,
  configFile,
  openDatabase,
  optionsOf,
  optionsOfModule,
  readSettings,
  type Settings,
  secretsFile,
} from './settings.ts';
import { usage } from './usage.ts';

const reportFile = 'ship-activate-report.md';

const say = (text: string) => void process.stdout.write(text);

/**
 * Aborted if somebody interrupts the command or can read it no more: no test order stays behind in a terminal that is closed. A second
 * signal ends the process at once.
 */
export function interruptedBy(signals: NodeJS.EventEmitter, output: NodeJS.EventEmitter): AbortSignal {
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) signals.once(name, () => interrupted.abort());
  output.on('error', () => interrupted.abort());
  return interrupted.signal;
}

/** @param module exports the gateway of the shop's own server, where there is no config file */
type Command = (words: string[], module: string | undefined, load: LoadQuoteHtml) => Promise<number>;

const anyway = '--anyway';
const isNoFlag = (word: string) => word !== anyway;

const commands: Record<string, Command> = {
  async init() {
    say(await init(process.cwd(), new Date()));
    return 0;
  },
  async check(words, module) {
    if (words.length) throw new CommandError(`"check" takes one module alone.\n${usage}`);
    const folder = process.cwd();
    const findings = module ? await checkModule(folder, module) : await check(await readSettings(folder), folder);
    for (const { what, problem, warning } of findings)
      say(problem ? `✘ ${what}: ${problem}\n` : warning ? `⚠ ${what}: ${warning}\n` : `✔ ${what}\n`);
    const wrong = findings.filter(({ problem }) => problem).length;
    say(wrong ? `${wrong === 1 ? '1 problem' : `${wrong} problems`}.\n` : 'Ready.\n');
    return wrong ? 1 : 0;
  },
  async activate() {
    const settings = await readSettings(process.cwd());
    const { version } = createRequire(import.meta.url)('ship-elements/package.json') as { version: string };
    const report = await activate(settings, {
      fetch,
      say,
      signal: interruptedBy(process, process.stdout),
      now: Date.now,
      wait: setTimeout,
      async listen(answer) {
        const server = await listening(settings, answer).catch((problem) => {
          throw problem instanceof CommandError
            ? new CommandError(
                `Port ${settings.port} is in use: stop the gateway, activate answers the webhooks itself.`,
              )
            : problem;
        });
        return () => closed(server);
      },
    });
    await writeFile(reportFile, reportText(report, version));
    say(`Wrote ${reportFile}. It has no personal data: please send it as an issue to the authors of ship-elements.\n`);
    return report.isDone ? 0 : 1;
  },
  async orders(words, module) {
    const asked = ordersCommand(words);
    if (!asked && words[0] === 'resolve')
      throw new CommandError(
        `"resolve" takes a reference, and one of --placed ID, --cancelled ID and --not-placed.\n${usage}`,
      );
    if (!asked) throw new CommandError(`There is no "${['orders', ...words].join(' ')}".\n${usage}`);
    return print(asked, module);
  },
  news: (_words, module) => print(({ account = '' }, store) => listNews(store, account), module),
  erase: (words, module) =>
    withGateway('erase', words.filter(isNoFlag), module, async (gateway, reference) => {
      const { erased, again, until, remains } = await gateway.erase(reference, {
        anyway: words.includes(anyway),
      });
      const when = new Date(erased).toISOString();
      const most = until === undefined ? '' : ', but for what its open delivery needs';
      const what = again ? `${reference} was erased already, at ${when}${most}.` : `${reference} is erased${most}.`;
      return [what, ...remains.map((sentence) => `- ${sentence}`), ''].join('\n');
    }),
  cancel: (words, module) =>
    withGateway('cancel', words.filter(isNoFlag), module, (gateway, reference) =>
      cancelOrder(gateway, reference, words.includes(anyway)),
    ),
  export: (words, module) =>
    withGateway(
      'export',
      words,
      module,
      async (gateway, reference) => `${JSON.stringify(await gateway.export(reference), null, 2)}\n`,
    ),
  async rotate(words) {
    if (words.some((word) => word !== '--leaked')) throw new CommandError(`"rotate" takes --leaked alone.\n${usage}`);
    say(await rotate(process.cwd(), new Date(), words.length > 0));
    return 0;
  },
  async serve(_words, _module, load) {
    // Read before anything is said: whoever reads it may end npm at once.
    const { ppid } = process;
    const running = await serveGateway(await readSettings(process.cwd()), say, load);
    say(`${JSON.stringify({ time: new Date().toISOString(), listening: running.address })}\n`);
    await new Promise<void>((asked) => {
      process.once('SIGTERM', asked);
      process.once('SIGINT', asked);
      // npx and npm do not pass every signal on. The gateway must not go on with old settings after them.
      if (process.env.npm_command) setInterval(() => process.ppid !== ppid && asked(), 500).unref();
    });
    await running.stop();
    return 0;
  },
};

/** Checks the gateway of the shop's own server. */
async function checkModule(folder: string, module: string) {
  // What a config file cannot set is the shop's own.
  const { store, fetch, observe: _observe, ...settings } = await optionsOfModule(folder, module);
  return check(settings, folder, Date.now(), { store, fetch });
}

/** @param unknown also what is not in the ledger. What was mistyped may be the reference of a later order */
async function cancelOrder(gateway: Gateway, reference: string, unknown: boolean): Promise<string> {
  const known = await gateway.find(reference);
  if (!known && !unknown)
    throw new CommandError(
      `There is no order ${reference} in the ledger: is the reference right? One that is paid and waits for the service may not be there yet: ${anyway} calls it off.`,
    );
  try {
    const { id } = await gateway.cancel({ reference });
    if (id) return `${reference} is cancelled: the shipping service had it as ${id}.\n`;
  } catch (problem) {
    if (!(problem instanceof GatewayError)) throw problem;
    throw new Error(`${reference} is not cancelled. ${problem.message}`, { cause: problem });
  }
  const what = known ? reference : `There is no order ${reference} in the ledger. It`;
  return `${what} is called off: nothing is ordered with this reference any more.\n`;
}

/** Runs a command about one order, which is named by its reference. */
async function withGateway(
  command: string,
  [reference, ...more]: string[],
  module: string | undefined,
  work: (gateway: Gateway, reference: string) => Promise<string>,
): Promise<number> {
  if (!reference || more.length || reference.startsWith('--'))
    throw new CommandError(`"${command}" takes the reference of one order.\n${usage}`);
  return print((settings, store) => work(createShippingGateway(optionsOf(settings, store)), reference), module);
}

/** Prints what a command finds in the database of the settings here, or of a module. */
async function print(work: Work, module: string | undefined): Promise<number> {
  const folder = process.cwd();
  const own = module ? await optionsOfModule(folder, module) : undefined;
  const settings = own ?? (await readSettings(folder));
  const store = own?.store ?? (await openDatabase(settings));
  try {
    say(await work(settings, store));
  } finally {
    // The module may use its own.
    if (!own) await store.close();
  }
  return 0;
}

/** Commands that take words, and those that take a module before them. */
const withWords = ['check', 'orders', 'cancel', 'erase', 'export', 'rotate'];
const withModule = ['check', 'orders', 'cancel', 'erase', 'export', 'news'];

const isModule = (word = '') => /\.[cm]?[jt]s$/.test(word);

/**
 * Runs one command line.
 * @returns the exit code
 */
export async function run([command = 'serve', ...words]: string[], load: LoadQuoteHtml): Promise<number> {
  const work = Object.hasOwn(commands, command) ? commands[command] : undefined;
  try {
    if (!work) throw new CommandError(`There is no "${command}".\n${usage}`);
    const module = withModule.includes(command) && isModule(words[0]) ? words.shift() : undefined;
    if (words.length && !withWords.includes(command))
      throw new CommandError(`"${command}" takes no ${words[0]}: its settings are in ${configFile}.`);
    return await work(words, module, load);
  } catch (problem) {
    const known = [CommandError, GatewayOptionsError, ResolveOrderError, EraseError].some(
      (kind) => problem instanceof kind,
    );
    const text = problem instanceof Error ? problem.message : String(problem);
    process.stderr.write(`${text.trimEnd()}\n`);
    return known ? 2 : 1;
  }
}

/** Formats rows as columns. A column is as wide as its longest cell. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  const lines = all.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

const most = 200;
const columns = ['state', 'kind', 'reference', 'order', 'sends', 'changed'] as const;

/** Runs a command over the database, and returns its output. */
type Work = (settings: Settings, store: GatewayStore) => Promise<string>;

const options = {
  'needs-attention': { type: 'boolean' },
  draft: { type: 'boolean' },
  placed: { type: 'string' },
  cancelled: { type: 'string' },
  'not-placed': { type: 'boolean' },
} as const;

/** Returns the command below `orders`. Undefined if there is no such command. */
export function ordersCommand(words: string[]): Work | undefined {
  const { positionals, values } = readWords(words) ?? { positionals: ['?'], values: {} };
  const [command, reference, ...more] = positionals;
  const { 'needs-attention': needsAttention = false, draft, ...outcome } = values;
  const found = foundIn(outcome);
  if (command === undefined && !draft && Object.keys(outcome).length === 0)
    return ({ account = '' }, store) => listOrders(store, account, needsAttention);
  if (command !== 'resolve' || !reference || more.length || needsAttention || !found) return undefined;
  const kind = draft ? 'draft_order' : 'order';
  return async (settings, store) => {
    const state = await createShippingGateway(optionsOf(settings, store)).resolveOrder({ reference, kind }, found);
    return `${reference} is ${state} now.\n`;
  };
}

function readWords(words: string[]) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch {
    return undefined;
  }
}

interface Outcome {
  placed?: string;
  cancelled?: string;
  'not-placed'?: boolean;
}

/** Returns what the merchant has found. Undefined unless exactly one of the three flags is given. */
function foundIn(outcome: Outcome): Found | undefined {
  if (Object.keys(outcome).length !== 1) return undefined;
  const { placed, cancelled } = outcome;
  if (placed !== undefined) return { found: 'placed', order: placed };
  return cancelled === undefined ? { found: 'nothing' } : { found: 'cancelled', order: cancelled };
}

/** Lists the newest orders of an account, or those that need attention. The list has no personal data. */
async function listOrders(store: GatewayStore, account: string, needsAttention: boolean): Promise<string> {
  const entries = await store.ledger.list(account, needsAttention ? ['needs-attention'] : undefined, most);
  if (!entries.length)
    return needsAttention
      ? 'Nothing needs attention.\n'
      : `The account "${account}" has no orders here. Is "account" right?\n`;
  const more = entries.length === most ? `… the newest ${most} of more.\n` : '';
  return table(columns, entries.map(row)) + more;
}

const row = ({ state, kind, reference, order, attempts, changed }: Entry): string[] => [
  state,
  kind,
  reference,
  order ?? '—',
  String(attempts),
  new Date(changed).toISOString(),
];

/** Lists messages that are not delivered yet, the next attempt first. */
export async function listNews(store: GatewayStore, account: string): Promise<string> {
  const waiting = await store.news.due(account, Number.MAX_SAFE_INTEGER, most);
  if (!waiting.length) return 'Everything was delivered.\n';
  const rows = waiting.flatMap(({ key, lines, tries, due }) =>
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const { type, timestamp }: NewsMessage = JSON.parse(line);
        return [key.reference, type, timestamp, String(tries), due ? new Date(due).toISOString() : 'now'];
      }),
  );
  return table(['reference', 'type', 'happened', 'failed', 'next attempt'], rows);
}

const config = (
  port: number,
) => `// The gateway between your pages and the shipping service. Options: node_modules/ship-elements/demo/docs/gateway-options.md.
// The merchant's key and the secret that your server shares with the gateway are in ${secretsFile}: keep that file out
// of your repository.

export default {
  // A name for tokens, orders and counts. Your server uses the same one.
  account: 'my-shop',

  // The shipping service's base URL, without /v1. For a first try without an account, run "npx ship-elements sandbox --port 4010" beside
  // this, write http://127.0.0.1:4010 here, and any text as the key.
  upstream: 'https://api.biteship.com',

  // The sites whose pages may ask: scheme and host alone.
  origins: ['https://shop.example'],

  // The part of a request's path before /v1, as your proxy forwards it.
  basePath: '/shipping',

  // Where orders are kept: a file on this machine, or postgres://user:password@host/database for several machines.
  database: 'ship-gateway.db',

  // What pages, and a server in another language, may order: nothing ('none'), drafts of carts that your server has signed ('draft'), or what
  // your server has granted ('order').
  orders: 'none',

  // For <ship-area-search>. The service charges you for each search.
  // areas: true,

  // For <ship-tracking>: asks the service where a parcel is, which is free. With its webhooks it is told of each change, too.
  // tracking: true,

  // Your own proxies before this gateway, each of which adds to x-forwarded-for.
  trustedHops: 1,

  // The port for your proxy. Each gateway on a machine needs one of its own.
  port: ${port},
};
`;

/**
 * Writes a commented config and fresh secrets, and overwrites nothing.
 * @param now the secret is named after its month
 * @throws {CommandError}
 */
export async function init(folder: string, now: Date): Promise<string> {
  for (const file of [configFile, secretsFile])
    if (existsSync(resolve(folder, file))) throw new CommandError(`${file} is here already: nothing was written.`);
  const secrets = {
    key: '',
    secrets: { current: { kid: now.toISOString().slice(0, 7), secret: randomBytes(33).toString('base64') } },
  };
  await writeFile(resolve(folder, configFile), config(await freePortFrom(8787)), { flag: 'wx' });
  // Only this user can read it.
  await writeFile(resolve(folder, secretsFile), `${JSON.stringify(secrets, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  return [
    `Wrote ${configFile} and ${secretsFile}.`,
    `Put the merchant's key into ${secretsFile}, your sites and the service's address into ${configFile},`,
    'then run "npx ship-elements gateway check", and "npx ship-elements gateway" to serve.',
    '',
  ].join('\n');
}

/** The first free port from there on. Another shop on this machine may use the default one. */
async function freePortFrom(first: number): Promise<number> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(first, '127.0.0.1');
    await listening;
    return (server.address() as AddressInfo).port;
  } catch {
    return freePortFrom(first + 1);
  } finally {
    server.close();
  }
}
