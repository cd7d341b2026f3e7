/**
 * `npm test`: lint, types, build, size, then every suite, and the sum of them as the last line. Names of steps given as
 * arguments run those alone: `npx tsx test/run.ts browser`, or `browser:firefox` for one engine of it, or
 * `browser:chromium:built` for the script-tag file in place of the sources.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browsers, type Engine, provideBrowsers } from './support/browsers.ts';

const root = new URL('..', import.meta.url).pathname;

const testsIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, 'test', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => join('test', folder, file)),
  );

const nodeTests = (...folders: string[]) => [
  ...['node', '--import', 'tsx', '--test', '--test-concurrency=2'],
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
  ...['--test-reporter=./test/support/node-counts.mjs', '--test-reporter-destination=stderr'],
  ...testsIn(...folders),
];

/** The suites that run in pages as well; a `.only` left behind would hide the rest of them. */
const mochaTests = (...folders: string[]) => [
  ...['npx', 'mocha', '--import=tsx', '--require=test/support/mocha-counts.mjs', '--timeout=10000', '--forbid-only'],
  ...testsIn(...folders),
];

const engines = Object.keys(browsers) as Engine[];

const browserTests = () => ['npx', 'wtr', '--config', 'test/web-test-runner.config.mjs'];

const steps: Record<string, () => string[]> = {
  lint: () => ['npm', 'run', '--silent', 'lint'],
  types: () => ['npm', 'run', '--silent', 'types'],
  build: () => ['npm', 'run', '--silent', 'build'],
  size: () => ['npm', 'run', '--silent', 'size'],
  core: () => mochaTests('contract', 'quote', 'client'),
  node: () => nodeTests('sandbox', 'gateway'),
  faults: () => nodeTests('faults'),
  conformance: () => nodeTests('conformance'),
  package: () => nodeTests('package'),
  ...Object.fromEntries(engines.map((engine) => [`browser:${engine}`, browserTests])),
  'browser:chromium:built': browserTests,
  e2e: () => nodeTests('e2e'),
  visual: () => nodeTests('visual'),
};

const asked = process.argv.slice(2);
const known = Object.keys(steps);
const names = asked.length
  ? asked.flatMap((name) => (name === 'browser' ? known.filter((step) => step.startsWith('browser:')) : name))
  : known;
const unknown = names.filter((name) => !steps[name]);
if (unknown.length) {
  process.stderr.write(`No step ${unknown.join(', ')}: there are browser, ${known.join(', ')}.\n`);
  process.exit(2);
}

const wanted = engines.filter((engine) => names.some((name) => name.startsWith(`browser:${engine}`)));
if ((names.includes('e2e') || names.includes('visual')) && !wanted.includes('chromium')) wanted.push('chromium');
const leftOut = new Map(provideBrowsers(wanted).map((engine) => [`browser:${engine}`, browsers[engine]]));

const folder = mkdtempSync(join(tmpdir(), 'ship-elements-'));
const counts = join(folder, 'counts');
writeFileSync(counts, '');
const env: NodeJS.ProcessEnv = { ...process.env, TEST_COUNTS: counts };

const broken: string[] = [];
for (const name of names) {
  process.stdout.write(`\n── ${name}\n`);
  if (leftOut.has(name)) {
    process.stdout.write('Left out: there is no such browser here, and none could be installed.\n');
    // Asked for by its own name, it is what the run is about.
    if (asked.includes(name)) broken.push(name);
    continue;
  }
  const [command = '', ...parameters] = steps[name]?.() ?? [];
  const [, TEST_ENGINE, TEST_TARGET] = name.split(':');
  const named = { ...env, TEST_ENGINE, TEST_TARGET };
  const { status } = spawnSync(command, parameters, { cwd: root, env: named, stdio: 'inherit' });
  if (status !== 0) broken.push(name);
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
// A step that broke without a failed test to show for it (lint, types, build, a crash) is a failure too.
process.stdout.write(`\n${sum('passed')} passed, ${Math.max(sum('failed'), broken.length)} failed\n`);
process.exit(broken.length ? 1 : 0);
