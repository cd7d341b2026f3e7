/** The steps of a test run, as data. `test/run.ts` runs them. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine } from './support/browsers.ts';
import type { Program } from './support/programs.ts';

export interface Step {
  command: string[];
  env?: NodeJS.ProcessEnv;
  /** It keeps every processor busy, so it runs alone. */
  alone?: true;
  /** It mostly waits, for processes to start and for leases to end, so it runs beside the others. */
  waits?: true;
  /** It reads what `build` writes. */
  built?: true;
  /** It waits until these are installed. */
  programs?: Program[];
  /** What it tests that no quicker step does. A run that leaves it out says so. */
  tests?: string;
  /** `npm run check` runs it only if one of these paths has changed since the last green `npm run check:all`. */
  paths?: string[];
}

const root = fileURLToPath(new URL('..', import.meta.url));

const testsIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, 'test', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => join('test', folder, file)),
  );

const without = (files: string[], ...names: string[]) =>
  files.filter((file) => !names.includes(basename(file, '.test.ts')));

const script = (name: string) => ['npm', 'run', '--silent', name];

/** `--forbid-only`, because a forgotten `.only` would hide the other tests. */
const mochaOptions = ['--import=tsx', '--require=test/support/counts.mjs', '--timeout=60000', '--forbid-only'];

const mocha = (files: string[], ...options: string[]) => ['npx', 'mocha', ...mochaOptions, ...options, ...files];

const playwright = (...projects: string[]) => [
  'npx',
  'playwright',
  'test',
  '-c',
  'test/playwright.config.ts',
  ...projects.flatMap((project) => ['--project', project]),
];

/** @param files see `test/web-test-runner.config.mjs` */
const browser = (engine: Engine, files: string): Pick<Step, 'command' | 'env' | 'programs'> => ({
  command: ['npx', 'wtr', '--config', 'test/web-test-runner.config.mjs'],
  env: { TEST_ENGINE: engine, TEST_FILES: files },
  programs: [engine],
});

const gatewayTests = testsIn('tokens', 'gateway', 'purchases');

/** `npm test` runs without those that start workerd, PHP, or a process for each flag of the command line. */
const quickGatewayTests = without(gatewayTests, 'workerd', 'php', 'cli');

const nodeTests = [
  ...quickGatewayTests,
  ...['exports', 'server-rendering'].map((name) => `test/package/${name}.test.ts`),
];

/** Each installs the package, and runs other people's compilers and test runners on it. */
const consumerTests = ['types', 'recipes', 'reproducible'];

/** What needs no browser, beside `nodeTests`. */
const allNodeTests = [
  ...testsIn('contract', 'quote', 'client', 'faults', 'conformance'),
  ...['serve', 'store'].map((name) => `test/sandbox/${name}.test.ts`),
  ...nodeTests,
];

const only = (files: string[], ...names: string[]) =>
  files.filter((file) => names.includes(basename(file, '.test.ts')));

/** What reads the clock, or says a date. */
const datedTests = [
  ...only(testsIn('client'), 'check-request', 'parcels', 'promises', 'read-answer', 'reads'),
  ...only(testsIn('contract'), 'requests', 'rules'),
  ...testsIn('conformance', 'tokens'),
  ...only(testsIn('sandbox'), 'couriers', 'orders', 'parcels', 'rates', 'states'),
  ...only(testsIn('gateway'), 'rates', 'promise', 'orders', 'order-outcomes', 'in-process', 'whole-shops'),
  ...only(testsIn('gateway'), 'tracking', 'tracking-attacks', 'parcel', 'news', 'erase', 'personal-data', 'restore'),
  ...only(testsIn('store'), 'arrival-text', 'cash-on-delivery', 'offer-renewal', 'submission'),
  ...only(testsIn('quote', 'package'), 'arrival', 'docs'),
];

const onNode = (version: string, files: string[]): Pick<Step, 'command' | 'env' | 'built'> => ({
  command: ['npx', 'tsx', 'test/support/on-node.ts', version, ...mochaOptions, '--exit', ...files],
  env: { TEST_DATABASES: 'libsql' },
  built: true,
});

/** The oldest supported version of Node 20, and the newest of 22 and 24 when they were last changed here. */
const [node20, node22, node24] = ['20.19.0', '22.23.3', '24.21.0'];

/**
 * Steps start in this order: those that take long come early. A step that cannot start yet lets later ones start first.
 * Suites with `--exit` have calls that are never answered: their timers would keep the process for up to a minute.
 */
export const steps: Record<string, Step> = {
  build: { command: script('build') },
  'browser:chromium': browser('chromium', 'all'),
  shop: { command: playwright('shop'), built: true, programs: ['chromium'] },
  'gateway:libsql': { command: mocha(quickGatewayTests, '--exit'), env: { TEST_DATABASES: 'libsql' }, built: true },
  core: { command: mocha(testsIn('contract', 'quote', 'client', 'store'), '--exit') },
  package: {
    command: mocha([...without(testsIn('package'), ...consumerTests), ...testsIn('recipes')], '--exit'),
    built: true,
  },
  simulation: { command: mocha(testsIn('simulation')) },
  consumers: {
    command: mocha(
      consumerTests.map((name) => `test/package/${name}.test.ts`),
      '--exit',
    ),
    built: true,
    tests: 'the types of the package in each framework, its examples in Vitest, and a second build',
    paths: [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'vite.config.ts',
      'src/elements/core/events.ts',
      'src/elements/index.ts',
      'src/index.ts',
      'src/react.ts',
      'src/package',
      'test/package',
      'test/templates',
    ],
  },
  gateway: {
    command: mocha([...gatewayTests, 'test/shops/base.test.ts'], '--exit'),
    built: true,
    programs: ['postgres', 'php'],
    tests: 'the gateway on Postgres and D1, in workerd, with PHP, and its command line',
  },
  'browser:firefox': { ...browser('firefox', 'all'), tests: 'the elements in Firefox' },
  'browser:webkit': { ...browser('webkit', 'all'), tests: 'the elements in WebKit' },
  'browser:firefox:differences': {
    ...browser('firefox', 'differences'),
    tests: 'form, focus, keyboard and layout in Firefox',
  },
  'browser:webkit:differences': {
    ...browser('webkit', 'differences'),
    tests: 'form, focus, keyboard and layout in WebKit',
  },
  'browser:built': { ...browser('chromium', 'built'), tests: 'each test of the elements against the script-tag file' },
  'browser:built:smoke': {
    ...browser('chromium', 'built:smoke'),
    tests: 'each element from its script-tag file',
  },
  kill: {
    command: mocha(testsIn('kill'), '--parallel', '--jobs=2'),
    waits: true,
    built: true,
    programs: ['postgres'],
    tests: 'gateways that are killed',
  },
  'node:20': { ...onNode(node20, allNodeTests), tests: `everything but browsers on Node ${node20}` },
  'node:22': { ...onNode(node22, allNodeTests), tests: `everything but browsers on Node ${node22}` },
  'node:24': { ...onNode(node24, allNodeTests), tests: `everything but browsers on Node ${node24}` },
  'node:20:gateway': { ...onNode(node20, nodeTests), tests: `the gateway and the package on Node ${node20}` },
  'node:24:gateway': { ...onNode(node24, nodeTests), tests: `the gateway and the package on Node ${node24}` },
  // On ten days, in four zones.
  dates: {
    command: ['npx', 'tsx', 'test/support/on-dates.ts', ...mochaOptions, '--exit', ...datedTests],
    env: { TEST_DATABASES: 'libsql' },
    programs: ['chromium', 'faketime'],
    tests: 'what knows dates, on other days and in other zones',
  },
  conformance: { command: mocha(testsIn('conformance')) },
  sandbox: { command: mocha(testsIn('sandbox', 'faults'), '--exit'), built: true },
  types: { command: script('types') },
  size: { command: script('size'), built: true },
  lint: { command: script('lint') },
  pages: {
    command: playwright('e2e'),
    alone: true,
    built: true,
    programs: ['chromium', 'firefox', 'webkit'],
    tests: 'the pages of test/e2e',
  },
  // In one run, so that the workers of one project go on while those of the other end.
  looks: {
    command: playwright('looks', 'visual'),
    alone: true,
    built: true,
    programs: ['chromium', 'firefox', 'webkit'],
    tests: 'every state with axe and its picture, on each screen and in each way to read',
    paths: ['src/elements', 'src/quote', 'src/contract', 'demo', 'test/e2e', 'test/visual', 'test/support'],
  },
  site: {
    command: playwright('site'),
    alone: true,
    built: true,
    programs: ['chromium'],
    tests: 'the documents as they are published, each page in light and in dark',
    paths: ['demo', 'src/README.md', 'src/contract/README.md', 'test/e2e/built-site.test.ts', 'vite.config.ts'],
  },
  frameworks: {
    command: playwright('frameworks'),
    alone: true,
    built: true,
    programs: ['chromium', 'postgres', 'php'],
    tests: 'the framework pages',
    paths: ['demo/frameworks', 'test/frameworks', 'src/react.ts', 'src/package'],
  },
  // Each file installs a shop system and starts it once. They mostly wait, so all run at a time.
  shops: {
    command: mocha(without(testsIn('shops'), 'base', 'real-woocommerce'), '--exit', '--parallel', '--jobs=3'),
    alone: true,
    built: true,
    programs: ['chromium', 'postgres', 'php'],
    tests: 'Vendure, Medusa and WooCommerce',
    paths: ['demo/shops', 'src/shops', 'src/tokens', 'test/shops'],
  },
  // Where `WOOCOMMERCE_SITE` is the folder of a WordPress that is there for tests: see the plugin's README.
  woocommerce: {
    command: mocha(['test/shops/real-woocommerce.test.ts'], '--exit'),
    alone: true,
    built: true,
    programs: ['chromium', 'woocommerce'],
    tests: 'the merchant’s day in the real WooCommerce',
    paths: ['src/shops/woocommerce', 'test/shops'],
  },
  hosts: {
    command: mocha(testsIn('hosts'), '--exit', '--parallel', '--jobs=2'),
    alone: true,
    built: true,
    programs: ['postgres', 'docker'],
    tests: 'the hosts',
    paths: ['demo/hosts', 'src/gateway/serve', 'src/gateway/store', 'test/hosts'],
  },
};

const anywhere = [
  'build',
  'lint',
  'types',
  'size',
  'sandbox',
  'package',
  'browser:chromium',
  'core',
  'simulation',
  'conformance',
];
const gate = [...anywhere, 'gateway', 'kill', 'pages'];

/** The version that runs all of this is not run again. */
const otherNodes = ['20', '24']
  .filter((major) => process.versions.node.split('.')[0] !== major)
  .map((major) => `node:${major}:gateway`);

/** The steps of `npm test`, `npm run check` and `npm run check:all`. */
export const tiers = {
  test: [...anywhere, 'gateway:libsql', 'shop'],
  check: [...gate, 'browser:firefox:differences', 'browser:webkit:differences', 'browser:built:smoke', ...otherNodes],
  all: [
    ...gate,
    'browser:firefox',
    'browser:webkit',
    'browser:built',
    'node:20',
    'node:22',
    'node:24',
    'dates',
    'consumers',
    'looks',
    'site',
    'frameworks',
    'shops',
    'woocommerce',
    'hosts',
  ],
};
