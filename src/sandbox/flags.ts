import { parseArgs } from 'node:util';
import { dayInJakarta } from '../contract/index.ts';
import { isScenario, type ScenarioName, scenarioNames } from './faults/index.ts';

export interface Flags {
  /** 0 for whichever is free. */
  port: number;
  /** Path of the database file. */
  db: string;
  key: string | undefined;
  /** The moment the clock stands at; it runs where undefined. */
  now: Date | undefined;
  /** What requests go through that do not name another. */
  scenario: ScenarioName;
  rateLimit: boolean;
}

/** A command line that cannot be followed, said in one sentence. */
export class FlagError extends Error {}

const known = {
  port: { type: 'string', default: '4010' },
  db: { type: 'string', default: '.data/sandbox.db' },
  key: { type: 'string' },
  now: { type: 'string' },
  scenario: { type: 'string', default: 'normal' },
  'rate-limit': { type: 'boolean', default: false },
} as const;

/** @throws {FlagError} */
export function readFlags(args: string[]): Flags {
  const { port, db, key, now, scenario, 'rate-limit': rateLimit } = parse(args);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new FlagError(`--port must be a number from 0 to 65535, not "${port}".`);
  if (db.trim() === '') throw new FlagError('--db must be the path of a file.');
  if (key?.trim() === '') throw new FlagError('--key must not be empty: leave it out for a sandbox without a key.');
  if (!isScenario(scenario))
    throw new FlagError(`--scenario must be one of ${scenarioNames.join(', ')}, not "${scenario}".`);
  return {
    port: Number(port),
    db,
    key,
    now: now === undefined ? undefined : noonInJakarta(now),
    scenario,
    rateLimit,
  };
}

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
