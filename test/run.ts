/**
 * `npm test`: lint, types, build, size, then every suite but `frameworks`, and the sum of them as the last line; `npm test -- all` has
 * that one too. Names of steps given as arguments run those alone: `npx tsx test/run.ts browser`, or `browser:firefox` for one engine of it, or
 * `browser:chromium:built` for the script-tag file in place of the sources.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browsers, type Engine, provideBrowsers } from './support/browsers.ts';
import { providePhp } from './support/php.ts';
import { providePostgres } from './support/postgres.ts';

/** How many processors a run makes use of: a step is given one, unless it says that it takes more. */
const processors = 2;

interface Step {
  command: string[];
  takes?: number;
  /** Reads what the build has written. */
  built?: true;
  /** Takes minutes, and a registry that answers: it runs where it is asked for. */
  apart?: true;
}

const root = new URL('..', import.meta.url).pathname;

const testsIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, 'test', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => join('test', folder, file)),
  );

const script = (name: string) => ['npm', 'run', '--silent', name];

/** A `.only` left behind would hide the rest of them. */
const mochaTests = (...folders: string[]) => [
  ...['npx', 'mocha', '--import=tsx', '--require=test/support/counts.mjs', '--timeout=60000', '--forbid-only'],
  ...testsIn(...folders),
];

const playwrightTests = (project: string) => [
  'npx',
  'playwright',
  'test',
  '-c',
  'test/playwright.config.ts',
  '--project',
  project,
];

const engines = Object.keys(browsers) as Engine[];

const browserTests = ['npx', 'wtr', '--config', 'test/web-test-runner.config.mjs'];

/** In the order in which they begin; one that needs more than is free just now lets the next one go before. */
const steps: Record<string, Step> = {
  build: { command: script('build') },
  lint: { command: script('lint') },
  types: { command: script('types') },
  size: { command: script('size'), built: true },
  e2e: { command: playwrightTests('e2e'), takes: 2, built: true },
  visual: { command: playwrightTests('visual'), takes: 2, built: true },
  ...Object.fromEntries(engines.map((engine) => [`browser:${engine}`, { command: browserTests }])),
  'browser:chromium:built': { command: browserTests },
  node: { command: mochaTests('sandbox') },
  gateway: { command: mochaTests('tokens', 'gateway') },
  // Most of it is waiting for processes to start, and for leases to end.
  kill: { command: [...mochaTests('kill'), '--parallel', '--jobs=3'] },
  // Calls that a test never answers keep their time-outs of 20 seconds; nobody waits for those.
  core: { command: [...mochaTests('contract', 'quote', 'client', 'state'), '--exit'] },
  faults: { command: mochaTests('faults') },
  package: { command: mochaTests('package'), built: true },
  conformance: { command: mochaTests('conformance') },
  frameworks: { command: playwrightTests('frameworks'), takes: 2, built: true, apart: true },
};

const asked = process.argv.slice(2);
const known = Object.keys(steps);
/** What an argument stands for, where it is not the name of a step. */
const groups: Record<string, string[]> = {
  all: known,
  browser: known.filter((name) => name.startsWith('browser:')),
};
const names = asked.length
  ? asked.flatMap((name) => groups[name] ?? name)
  : known.filter((name) => !steps[name]?.apart);
const unknown = names.filter((name) => !steps[name]);
if (unknown.length) {
  process.stderr.write(`No step ${unknown.join(', ')}: there are ${[...Object.keys(groups), ...known].join(', ')}.\n`);
  process.exit(2);
}

const wanted = engines.filter((engine) => names.some((name) => name.startsWith(`browser:${engine}`)));
const needsChromium = ['e2e', 'visual', 'frameworks'].some((name) => names.includes(name));
if (needsChromium && !wanted.includes('chromium')) wanted.push('chromium');
const leftOut = new Map(provideBrowsers(wanted).map((engine) => [`browser:${engine}`, browsers[engine]]));
const withoutPostgres = ['gateway', 'kill', 'frameworks'].some((name) => names.includes(name)) && !providePostgres();

const withoutPhp = names.includes('gateway') && !providePhp();

const folder = mkdtempSync(join(tmpdir(), 'ship-elements-'));
const counts = join(folder, 'counts');
writeFileSync(counts, '');

const broken: string[] = [];

/** Runs a step to its end. What it says is kept until then where another one may run beside it. */
async function run(name: string, { command: [command = '', ...parameters] }: Step, together: boolean): Promise<void> {
  const begun = performance.now();
  const [, TEST_ENGINE, TEST_TARGET] = name.split(':');
  const env: NodeJS.ProcessEnv = { ...process.env, TEST_COUNTS: counts, TEST_ENGINE, TEST_TARGET };
  if (!together) process.stdout.write(`\n── ${name}\n`);
  const child = spawn(command, parameters, {
    cwd: root,
    env,
    stdio: together ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  const status = await new Promise((end) => {
    child.once('error', end);
    child.once('close', end);
  });
  if (together) process.stdout.write(`\n── ${name}\n${Buffer.concat(said)}`);
  process.stdout.write(`── ${name}: ${Math.round((performance.now() - begun) / 1000)} s\n`);
  if (status !== 0) broken.push(name);
}

const waiting = names.filter((name) => {
  if (!leftOut.has(name)) return true;
  process.stdout.write(`\n── ${name}\nLeft out: there is no such browser here, and none could be installed.\n`);
  // Asked for by its own name, it is what the run is about.
  if (asked.includes(name)) broken.push(name);
  return false;
});
const together = waiting.length > 1;
const running = new Map<string, Promise<void>>();
let free = processors;
while (waiting.length || running.size) {
  const building = waiting.includes('build') || running.has('build');
  const next = waiting.find((name) => (steps[name]?.takes ?? 1) <= free && !(steps[name]?.built && building));
  const step = next && steps[next];
  if (!step) {
    await Promise.race(running.values());
    continue;
  }
  const takes = step.takes ?? 1;
  free -= takes;
  waiting.splice(waiting.indexOf(next), 1);
  const end = run(next, step, together).then(() => {
    free += takes;
    running.delete(next);
  });
  running.set(next, end);
}

const suites = readFileSync(counts, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));
rmSync(folder, { recursive: true });
const sum = (key: 'passed' | 'failed') => suites.reduce((total, suite) => total + suite[key], 0);
if (broken.length) process.stdout.write(`\nFailed: ${broken.join(', ')}\n`);
for (const { name, packages } of leftOut.values()) {
  const remedy = `install ${packages.join(', ')} (the Debian names) and run it again`;
  process.stdout.write(`\n!!! NOT TESTED IN ${name.toUpperCase()}, which is not here: ${remedy}.\n`);
}
if (withoutPostgres) {
  process.stdout.write('\n!!! NOT TESTED ON POSTGRES, which is not here: install postgresql and run it again.\n');
}
if (withoutPhp)
  process.stdout.write('\n!!! NOT TESTED WITH PHP, which is not here: install php-cli and run it again.\n');
// A step that broke without a failed test to show for it (lint, types, build, a crash) is a failure too.
process.stdout.write(`\n${sum('passed')} passed, ${Math.max(sum('failed'), broken.length)} failed\n`);
process.exit(broken.length ? 1 : 0);
