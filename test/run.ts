/**
 * Runs the steps of `test/steps.ts`: those of `npm test`, of `npm run check` (`tsx test/run.ts check`), of `npm run check:all`, or the
 * steps that are named, for example `npx tsx test/run.ts build e2e`. The last line is `N passed, N failed`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { type Step, steps, tiers } from './steps.ts';
import { type Program, programs } from './support/programs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The day of the last green `npm run check:all`, and what git calls the content of each path then. `check:all` writes it. */
const greenFile = join(root, 'test/last-green.txt');

const asked = process.argv.slice(2);
const [word = 'test'] = asked;
const tier = asked.length < 2 && word in tiers ? (word as keyof typeof tiers) : undefined;
const named = tier ? tiers[tier] : asked;
const unknown = named.filter((name) => !steps[name]);
if (unknown.length) {
  const known = [...Object.keys(tiers), ...Object.keys(steps)];
  process.stderr.write(`There is no step ${unknown.join(', ')}. The steps are ${known.join(', ')}.\n`);
  process.exit(2);
}
const changed = tier === 'check' ? stepsWithChanges() : [];
/** In the order of the table. */
const names = Object.keys(steps).filter((name) => named.includes(name) || changed.includes(name));

const folder = mkdtempSync(join(tmpdir(), 'ship-elements-'));
const counts = join(folder, 'counts');
writeFileSync(counts, '');
const seconds = new Map<string, number>();
/** The end of what each failed step printed: a hook that fails, a crash and a lint are no failed test. */
const broken = new Map<string, string[]>();

/** Programs are installed beside the steps that need none. */
const wanted = [...new Set(names.flatMap((name) => steps[name]?.programs ?? []))];
const installation: Step = { command: ['npx', 'tsx', 'test/support/programs.ts', ...wanted] };
const isMissing = (program: Program) => !programs[program].isThere();
const todo: [string, Step][] = names.map((name) => [name, steps[name] as Step]);
if (wanted.some(isMissing)) todo.unshift(['install', installation]);
await runAll(todo);
report();
// Not `process.exit`: what a slow reader of a pipe has not taken yet would be lost, and with it the last line.
process.exitCode = broken.size ? 1 : 0;

/** Runs the steps side by side, each as soon as what it needs is there. */
async function runAll(waiting: [string, Step][]): Promise<void> {
  const sideBySide = waiting.length > 1;
  // One more than there are processors, because each step waits now and then. With two more, three browsers at a time took twice as long.
  const atOnce = availableParallelism() + 1;
  const running = new Map<string, Promise<void>>();
  let free = atOnce;
  const isDue = (name: string) => running.has(name) || waiting.some(([other]) => other === name);
  const places = ({ alone, waits }: Step) => (alone ? atOnce : waits ? 0 : 1);
  while (waiting.length || running.size) {
    const index = waiting.findIndex(
      ([, step]) => places(step) <= free && !(step.built && isDue('build')) && !(step.programs && isDue('install')),
    );
    const [next] = index < 0 ? [] : waiting.splice(index, 1);
    if (!next) {
      await Promise.race(running.values());
      continue;
    }
    const [name, step] = next;
    free -= places(step);
    const end = run(name, step, sideBySide).then(() => {
      free += places(step);
      running.delete(name);
    });
    running.set(name, end);
  }
}

/** Runs a step to its end. Steps that run side by side print their output when they end. */
async function run(name: string, { command, env, programs: needed = [] }: Step, sideBySide: boolean): Promise<void> {
  // Postgres and PHP are a part of their steps. A browser is the whole step, and so is the real WooCommerce.
  const whole = (name.startsWith('browser:') || name === 'woocommerce') && needed.find(isMissing);
  if (whole) {
    process.stdout.write(`\n── ${name}\nLeft out: ${whole} is missing and could not be installed.\n`);
    // It fails the run only if the user named its step.
    if (!tier) broken.set(name, [`${whole} is missing`]);
    return;
  }
  const begun = performance.now();
  if (!sideBySide) process.stdout.write(`\n── ${name}\n`);
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, {
    cwd: root,
    env: { ...process.env, TEST_COUNTS: counts, ...env },
    stdio: sideBySide ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const status = await new Promise((end) => {
    child.once('error', end);
    child.once('close', end);
  });
  if (sideBySide) process.stdout.write(`\n── ${name}\n${Buffer.concat(output)}`);
  seconds.set(name, Math.round((performance.now() - begun) / 1000));
  if (status !== 0) broken.set(name, endOf(Buffer.concat(output).toString()));
}

/** The failures at the end of an output, where mocha lists them; else its last lines. */
function endOf(output: string): string[] {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim());
  const failures = lines.findLastIndex((line) => /^\s*\d+ failing$/.test(line));
  return failures < 0 ? lines.slice(-30) : lines.slice(failures, failures + 60);
}

function git(...parameters: string[]): string {
  return spawnSync('git', parameters, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

/** The content of a path as it is committed, in one word. Also known in a clone without history. */
function contentOf(path: string): string {
  return git('rev-parse', '--verify', `HEAD:${path}`);
}

/** The steps with `paths` of which one has changed since the last green `npm run check:all`; all of them without such a run. */
function stepsWithChanges(): string[] {
  const green = existsSync(greenFile) ? readFileSync(greenFile, 'utf8').split('\n') : [];
  const isSame = (path: string) =>
    green.includes(`${contentOf(path)} ${path}`) && !git('status', '--porcelain', '--', path);
  return Object.keys(steps).filter((name) => !(steps[name]?.paths ?? []).every(isSame));
}

function report(): void {
  const suites: { passed: number; failed: string[]; repeated: string[] }[] = readFileSync(counts, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  rmSync(folder, { recursive: true });
  const passed = suites.reduce((total, suite) => total + suite.passed, 0);
  const failed = suites.flatMap((suite) => suite.failed);
  const repeated = suites.flatMap((suite) => suite.repeated);
  const print = (title: string, lines: string[]) => {
    if (lines.length) process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
  };

  const slowestFirst = [...seconds].sort(([, a], [, b]) => b - a);
  print(
    'Seconds:',
    slowestFirst.map(([name, time]) => `${String(time).padStart(4)} ${name}`),
  );
  if (tier && tier !== 'all') {
    const left = tiers.all.filter((name) => !names.includes(name));
    print(
      'Left to npm run check:all:',
      left.map((name) => `${name}: ${steps[name]?.tests}`),
    );
  }
  // Again at the end, where the last lines of a long log have them.
  print('Failed first, and passed when run again:', repeated);
  for (const [name, end] of broken) print(`The end of ${name}, which failed:`, end);
  if (broken.size) print(`Failed: ${[...broken.keys()].join(', ')}`, failed.length ? failed : ['no test: see above']);
  for (const program of wanted.filter(isMissing)) {
    const { untested, packages, remedy = `install ${packages.join(', ')} (the Debian names)` } = programs[program];
    process.stdout.write(`\n!!! NOT TESTED ${untested}, which is missing: ${remedy} and run it again.\n`);
  }
  if (tier === 'all' && !broken.size) noteGreen();
  // A step can fail without a failed test: lint, types, build or a crash.
  process.stdout.write(`\n${passed} passed, ${Math.max(failed.length, broken.size)} failed\n`);
}

/** Only of a commit: with changes on top, nobody else could run the same. */
function noteGreen(): void {
  if (git('status', '--porcelain')) return;
  const paths = [...new Set(Object.values(steps).flatMap(({ paths = [] }) => paths))].sort();
  const lines = [new Date().toISOString().slice(0, 10), ...paths.map((path) => `${contentOf(path)} ${path}`)];
  writeFileSync(greenFile, `${lines.join('\n')}\n`);
  process.stdout.write('\nCommit test/last-green.txt: npm run check leaves out what has not changed since.\n');
}
