import { parseArgs } from 'node:util';
import { dayInJakarta } from '../contract/index.ts';
import { isScenario, scenarioNames, scenarios } from './scenarios.ts';
import type { Flags } from './serve.ts';

/** An invalid command line; the message is one sentence for the user. */
export class FlagError extends Error {}

const known = {
  port: { type: 'string', default: '4010' },
  db: { type: 'string' },
  key: { type: 'string' },
  now: { type: 'string' },
  scenario: { type: 'string', default: 'normal' },
  'rate-limit': { type: 'boolean', default: false },
  moves: { type: 'string' },
  webhooks: { type: 'string' },
  'webhook-secret': { type: 'string' },
  'webhook-header': { type: 'string' },
  'webhook-times': { type: 'boolean', default: false },
  cors: { type: 'string', multiple: true },
  help: { type: 'boolean', default: false },
} as const;

const meanings: Record<keyof typeof known, [value: string, meaning: string]> = {
  port: ['NUMBER', 'port on 127.0.0.1; 0 takes a free one and prints it (4010)'],
  db: ['FILE', 'keeps orders in a database file, created if missing; without it they are lost when the sandbox ends'],
  key: ['KEY', 'the key that the header authorization must have; without this flag no header is needed'],
  now: ['YYYY-MM-DD', 'stops the clock at noon of that day, in Jakarta'],
  scenario: ['NAME', 'the scenario of requests that name no other, one of those below (normal)'],
  'rate-limit': ['', "enforces the service's limits per second"],
  moves: ['SECONDS', 'moves each parcel on after so many seconds, until it arrives; without it none moves'],
  webhooks: ['URL', 'sends a webhook for each change of an order; needs --webhook-secret'],
  'webhook-secret': ['TEXT', 'the value of the header of each webhook'],
  'webhook-header': ['NAME', 'the header with the secret (authorization)'],
  'webhook-times': ['', 'gives each webhook the time of its state; without it they have none'],
  cors: ['ORIGIN', 'lets pages of that origin send requests, for development; may be given several times'],
  help: ['', 'prints this'],
};

/** Two columns, in 80 characters. */
const table = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([name]) => name.length));
  const line = new RegExp(`\\S.{0,${75 - width}}(?= |$)`, 'g');
  const below = '\n'.padEnd(width + 5);
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning.match(line)?.join(below)}`).join('\n');
};

/** The output of `--help`. A list, because the build takes line breaks out of templates. */
export const usage = [
  "npx ship-elements sandbox: the shipping service's document, executable,",
  'for development and tests',
  '',
  table(Object.entries(meanings).map(([flag, [value, meaning]]) => [`--${flag} ${value}`.trim(), meaning])),
  '',
  'Scenarios, also by the header sandbox-scenario of a request:',
  '',
  table(Object.entries(scenarios).map(([name, { shows }]) => [name, shows])),
  '',
].join('\n');

/** @throws {FlagError} */
export function readFlags(args: string[]): Flags {
  const { port, db, key, now, scenario, 'rate-limit': rateLimit, cors = [], help, ...parcels } = parse(args);
  const { moves, webhooks, 'webhook-secret': secret, 'webhook-header': header, 'webhook-times': times } = parcels;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new FlagError(`--port must be a number from 0 to 65535, not "${port}".`);
  if (db?.trim() === '') throw new FlagError('--db must be the path of a file: leave it out for a sandbox in memory.');
  if (key?.trim() === '') throw new FlagError('--key must not be empty: leave it out for a sandbox without a key.');
  if (!isScenario(scenario))
    throw new FlagError(`--scenario must be one of ${scenarioNames.join(', ')}, not "${scenario}".`);
  if (moves !== undefined && !/^[1-9]\d{0,5}$/.test(moves))
    throw new FlagError(`--moves must be whole seconds, 1 or more, not "${moves}".`);
  if (webhooks !== undefined && !/^https?:\/\/\S+$/.test(webhooks))
    throw new FlagError(`--webhooks must be the URL that gets them, not "${webhooks}".`);
  if ((webhooks === undefined) !== (secret === undefined))
    throw new FlagError('--webhooks and --webhook-secret go together: give both, or neither.');
  if (header !== undefined && (webhooks === undefined || !/^[\w-]+$/.test(header)))
    throw new FlagError(`--webhook-header must be the name of a header, beside --webhooks, not "${header}".`);
  if (times && webhooks === undefined)
    throw new FlagError('--webhook-times goes with --webhooks: give both, or neither.');
  for (const origin of cors) {
    if (!isOrigin(origin))
      throw new FlagError(`--cors must be an origin such as http://localhost:5173, not "${origin}".`);
  }
  return {
    port: Number(port),
    db,
    key,
    now: now === undefined ? undefined : noonInJakarta(now),
    scenario,
    rateLimit,
    moves: moves === undefined ? undefined : Number(moves),
    webhooks:
      webhooks === undefined
        ? undefined
        : { url: webhooks, secret: secret ?? '', ...(header !== undefined && { header }), ...(times && { times }) },
    cors,
    help,
  };
}

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: known, strict: true }).values;
  } catch (cause) {
    const [problem = ''] = (cause instanceof Error ? cause.message : String(cause)).split(/[.\n]/);
    const flags = Object.keys(known).map((flag) => `--${flag}`);
    throw new FlagError(`${problem}: there are ${flags.join(', ')}.`, { cause });
  }
}

function noonInJakarta(day: string): Date {
  const noon = new Date(`${day}T12:00:00+07:00`);
  if (!Number.isNaN(noon.getTime()) && dayInJakarta(noon) === day) return noon;
  throw new FlagError(`--now must be a day that exists, as YYYY-MM-DD, not "${day}".`);
}

/** The message of Node for a package that is not installed. */
const missing = /Cannot find package '((?:@[^/']+\/)?[^/']+)/;

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) process.stdout.write(usage);
  else {
    // Imported late: --help and a wrong flag work without the packages that serve.ts needs.
    const { serveSandbox } = await import('./serve.ts');
    await serveSandbox(flags);
  }
} catch (problem) {
  const text = problem instanceof Error ? problem.message : String(problem);
  const [, name] = missing.exec(text) ?? [];
  const { code, port } = Object(problem) as { code?: string; port?: number };
  const taken = `Port ${port} is taken: end what listens there, or name another one with --port (0 takes a free one).`;
  process.stderr.write(name ? install(name) : `${code === 'EADDRINUSE' ? taken : text}\n`);
  process.exitCode = problem instanceof FlagError ? 2 : 1;
}

/** How to install an optional peer dependency. */
function install(name: string): string {
  const needed = name === 'libsql' ? name : 'hono @hono/node-server';
  return `The sandbox needs the package ${name}, which is not installed here. Add it with:\n\n  npm install --save-dev ${needed}\n`;
}
