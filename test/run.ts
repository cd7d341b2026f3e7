/**
 * Runs test steps: `npm test` runs the quick tier, `npm run check` runs everything.
 * Name steps to run them alone, for example `npx tsx test/run.ts build e2e`.
 * The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { browsers, type Engine, provideBrowsers } from './support/browsers.ts';
import { hasDocker } from './support/docker.ts';
import { providePhp } from './support/php.ts';
import { providePostgres } from './support/postgres.ts';

/** How many processors the run may use. */
const processors = 2;

interface Step {
  command: string[];
  env?: NodeJS.ProcessEnv;
  /** How many processors the step uses: one by default. */
  takes?: number;
  /** The step reads what the build writes. */
  built?: true;
}

const root = new URL('..', import.meta.url).pathname;

const testsIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, 'test', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => join('test', folder, file)),
  );

const script = (name: string) => ['npm', 'run', '--silent', name];

/** `--forbid-only`, because a forgotten `.only` would hide the other tests. */
const mocha = (files: string[], ...options: string[]) => [
  ...['npx', 'mocha', '--import=tsx', '--require=test/support/counts.mjs', '--timeout=60000', '--forbid-only'],
  ...options,
  ...files,
];

const playwright = (project: string) => [
  ...['npx', 'playwright', 'test', '-c', 'test/playwright.config.ts'],
  ...['--project', project],
];

const browserTests = (engine: Engine, target = 'source'): Step => ({
  command: ['npx', 'wtr', '--config', 'test/web-test-runner.config.mjs'],
  env: { TEST_ENGINE: engine, TEST_TARGET: target },
});

/** workerd and PHP are slow to start, so `npm test` runs without them. */
const quickGatewayTests = testsIn('tokens', 'gateway').filter(
  (file) => !['workerd.test.ts', 'php.test.ts'].includes(basename(file)),
);

/** The oldest supported version of Node 20, and the newest of 22 and 24 when they were last changed here. */
const nodeVersions = { 'node:20': '20.19.0', 'node:22': '22.23.3', 'node:24': '24.21.0' };

/**
 * The Node suites, the gateway, and the built package with its command. The tests of the command lines are left
 * out, because they start a process for each flag.
 */
const onNode = (version: string): Step => ({
  command: [
    ...['npx', 'tsx', 'test/support/on-node.ts', version],
    ...['--import=tsx', '--require=test/support/counts.mjs', '--timeout=60000', '--forbid-only', '--exit'],
    ...testsIn('contract', 'quote', 'client', 'faults', 'conformance'),
    ...quickGatewayTests.filter((file) => basename(file) !== 'cli.test.ts'),
    ...['over-socket', 'store'].map((name) => `test/sandbox/${name}.test.ts`),
    ...['exports', 'server-rendering'].map((name) => `test/package/${name}.test.ts`),
  ],
  env: { TEST_DATABASES: 'libsql' },
  built: true,
});

/**
 * Steps start in this order. A step that needs more free processors lets later steps start first.
 * Suites with `--exit` have calls that are never answered: their timers would keep the process for up to a minute.
 */
const steps: Record<string, Step> = {
  build: { command: script('build') },
  lint: { command: script('lint') },
  types: { command: script('types') },
  size: { command: script('size'), built: true },
  shop: { command: playwright('shop'), takes: 2, built: true },
  e2e: { command: playwright('e2e'), takes: 2, built: true },
  visual: { command: playwright('visual'), takes: 2, built: true },
  'browser:chromium': browserTests('chromium'),
  'browser:firefox': browserTests('firefox'),
  'browser:webkit': browserTests('webkit'),
  'browser:chromium:built': browserTests('chromium', 'built'),
  sandbox: { command: mocha(testsIn('sandbox')) },
  'gateway:libsql': { command: mocha(quickGatewayTests, '--exit'), env: { TEST_DATABASES: 'libsql' } },
  gateway: { command: mocha(testsIn('tokens', 'gateway'), '--exit') },
  // These tests mostly wait for processes to start and for leases to end, so both files run at a time.
  kill: { command: mocha(testsIn('kill'), '--parallel', '--jobs=2') },
  core: { command: mocha(testsIn('contract', 'quote', 'client', 'store'), '--exit') },
  faults: { command: mocha(testsIn('faults')) },
  conformance: { command: mocha(testsIn('conformance')) },
  package: { command: mocha(testsIn('package', 'recipes'), '--exit'), built: true },
  ...Object.fromEntries(Object.entries(nodeVersions).map(([name, version]) => [name, onNode(version)])),
  frameworks: { command: playwright('frameworks'), takes: 2, built: true },
  // Each file installs a shop system and starts it once. They mostly wait, so all run at a time.
  shops: { command: mocha(testsIn('shops'), '--exit', '--parallel', '--jobs=3'), takes: 2, built: true },
  hosts: { command: mocha(testsIn('hosts'), '--exit', '--parallel', '--jobs=2'), takes: 2, built: true },
};

/** The steps of `npm test`: at most six minutes on two processors. */
const quick = [
  ...['build', 'lint', 'types', 'size', 'shop', 'browser:chromium'],
  ...['core', 'sandbox', 'gateway:libsql', 'faults', 'conformance', 'package'],
];

/** The steps that a full step contains, so `npm run check` runs only the full one. */
const partial = ['shop', 'gateway:libsql'];

const everything = Object.keys(steps).filter((name) => !partial.includes(name));

const leftToCheck = `
npm test left these to npm run check:
  Firefox and WebKit, and the elements' tests against the script-tag file
  the gateway on Postgres and D1, in workerd and with PHP, and gateways that are killed
  Node 20.19, 22 and 24
  the other pages of test/e2e, the pictures, the framework pages, the shop systems and the hosts
`;

const groups: Record<string, string[]> = {
  check: everything,
  browser: everything.filter((name) => name.startsWith('browser:')),
};
const asked = process.argv.slice(2);
const names = asked.length ? asked.flatMap((name) => groups[name] ?? name) : quick;
const unknown = names.filter((name) => !steps[name]);
if (unknown.length) {
  const known = [...Object.keys(groups), ...Object.keys(steps)];
  process.stderr.write(`There is no step ${unknown.join(', ')}. The steps are ${known.join(', ')}.\n`);
  process.exit(2);
}

const runs = (...wanted: string[]) => wanted.some((name) => names.includes(name));

const engines = (Object.keys(browsers) as Engine[]).filter(
  (engine) =>
    names.some((name) => name.startsWith(`browser:${engine}`)) ||
    (engine === 'chromium' && runs('shop', 'e2e', 'visual', 'frameworks', 'shops')),
);
const missingEngines = provideBrowsers(engines);
const withoutPostgres = runs('gateway', 'kill', 'frameworks', 'shops', 'hosts') && !providePostgres();
const withoutDocker = runs('hosts') && !hasDocker();
const withoutPhp = runs('gateway', 'frameworks', 'shops') && !providePhp();

const folder = mkdtempSync(join(tmpdir(), 'ship-elements-'));
const counts = join(folder, 'counts');
writeFileSync(counts, '');

const broken: string[] = [];

/** Runs a step to its end. Steps that run side by side print their output when they end. */
async function run(name: string, { command, env }: Step, sideBySide: boolean): Promise<void> {
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
  process.stdout.write(`── ${name}: ${Math.round((performance.now() - begun) / 1000)} s\n`);
  if (status !== 0) broken.push(name);
}

const waiting = names.filter((name) => {
  if (!missingEngines.some((engine) => name.startsWith(`browser:${engine}`))) return true;
  process.stdout.write(`\n── ${name}\nLeft out: this browser is missing and could not be installed.\n`);
  // A missing browser fails the run only if the user named its step.
  if (asked.includes(name)) broken.push(name);
  return false;
});
const sideBySide = waiting.length > 1;
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
  const end = run(next, step, sideBySide).then(() => {
    free += takes;
    running.delete(next);
  });
  running.set(next, end);
}

const suites: { passed: number; failed: string[]; repeated: string[] }[] = readFileSync(counts, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));
rmSync(folder, { recursive: true });
const passed = suites.reduce((total, suite) => total + suite.passed, 0);
const failed = suites.flatMap((suite) => suite.failed);
const repeated = suites.flatMap((suite) => suite.repeated);
const listed = (names: string[]) => names.map((name) => `  ${name}\n`).join('');

if (!asked.length) process.stdout.write(leftToCheck);
// Again at the end, where the last lines of a long log have them.
if (repeated.length) process.stdout.write(`\nFailed first, and passed when run again:\n${listed(repeated)}`);
if (broken.length) process.stdout.write(`\nFailed: ${broken.join(', ')}\n${listed(failed)}`);
const notTested = (what: string, packages: string) =>
  process.stdout.write(`\n!!! NOT TESTED ${what}, which is missing: install ${packages} and run it again.\n`);
for (const engine of missingEngines) {
  const { name, packages } = browsers[engine];
  notTested(`IN ${name.toUpperCase()}`, `${packages.join(', ')} (the Debian names)`);
}
if (withoutPostgres) notTested('ON POSTGRES', 'postgresql');
if (withoutDocker) notTested('IN DOCKER', 'docker.io');
if (withoutPhp) notTested('WITH PHP', 'php-cli, php-sqlite3 and php-codesniffer');
// A step can fail without a failed test: lint, types, build or a crash.
process.stdout.write(`\n${passed} passed, ${Math.max(failed.length, broken.length)} failed\n`);
process.exit(broken.length ? 1 : 0);
