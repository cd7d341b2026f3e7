import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultReporter } from '@web/test-runner';
import { puppeteerLauncher } from '@web/test-runner-puppeteer';
import 'tsx';
import { webTestRunnerCounts } from './support/counts.mjs';

// Imported dynamically, because static imports load before tsx can read TypeScript.
const { chromiumArguments, findBrowser } = await import('./support/browsers.ts');
const { serveBundled, serveScripts, withScripts } = await import('./support/bundled.ts');
const { freePort } = await import('./support/free-port.ts');
const { WebKitLauncher } = await import('./support/webkit-launcher.ts');

const root = fileURLToPath(new URL('..', import.meta.url)).slice(0, -1);

const launchers = {
  chromium: ([executablePath]) => puppeteerLauncher({ launchOptions: { executablePath, args: chromiumArguments } }),
  firefox: ([executablePath]) => puppeteerLauncher({ launchOptions: { browser: 'firefox', executablePath } }),
  webkit: (paths) => new WebKitLauncher(paths),
};

const { TEST_ENGINE = 'chromium', TEST_FILES = 'all', TEST_NOW, MODEL_SEED, MODEL_SEEDS } = process.env;
const paths = TEST_ENGINE in launchers && findBrowser(TEST_ENGINE);
if (!paths) throw new Error(`There is no ${TEST_ENGINE} here.`);

const inElements = (...names) => names.map((name) => `test/elements/${name}.test.ts`);

/** `built`: the elements come from their script-tag files. */
const selections = {
  all: ['test/{elements/**/*,smoke}.test.ts'],
  sentences: inElements('true-sentences'),
  battery: inElements('battery/battery', 'battery/pages'),
  /** Where engines differ: form, focus, keyboard, layout, and a list over the page. The smoke test loads what needs no DOM. */
  differences: [
    ...inElements('form-field', 'focus', 'native-events', 'layout', 'area-search', 'courier-picker', 'order/button'),
    'test/smoke.test.ts',
  ],
  /** What a shopper reads of days and times. */
  dates: inElements('tracking', 'promise', 'ready-at', 'announcements', 'clock'),
  built: ['test/elements/**/*.test.ts'],
  /** Each element draws, is accessible, sends its events and takes the properties that were set before its file. Those of
   * `<ship-parcels>` load two files with a rate comparison each. */
  'built:smoke': inElements(
    'before-upgrade',
    'checkout',
    'courier-picker',
    'order/linked-button',
    'area-search',
    'parcels',
    'tracking',
  ),
};
const files = selections[TEST_FILES];
if (!files) throw new Error(`TEST_FILES is one of ${Object.keys(selections)}, not ${TEST_FILES}.`);
const isBuilt = TEST_FILES.startsWith('built');

/** Each test file, a script that a test loads into a frame, and the client that one loads into a worker. */
const served = [
  ...readdirSync(`${root}/test`, { recursive: true })
    .filter((path) => /^(elements\/.*|smoke)\.test\.ts$/.test(path) && !(isBuilt && path === 'smoke.test.ts'))
    .map((path) => `test/${path}`),
  'test/support/page-in-frame.ts',
  'src/elements/promise/promise-element.ts',
  'src/client/index.ts',
];

/** What test/elements/model.test.ts reads of the environment. */
const environment = {
  'process.env.MODEL_SEED': `${MODEL_SEED}`,
  'process.env.MODEL_SEEDS': `${MODEL_SEEDS}`,
};

/** Sets the clock of a page to TEST_NOW, from where it goes on. Chromium hangs with libfaketime. Its zone is TZ. */
const clock = `<script>{
  const ahead = Date.parse('${TEST_NOW}') - Date.now();
  globalThis.Date = class Date extends globalThis.Date {
    constructor(...given) {
      super(...(given.length ? given : [Date.now()]));
    }
    static now() {
      return super.now() + ahead;
    }
  };
}</script>`;

export default {
  rootDir: root,
  // Two runs that start together would both choose the runner's default port.
  port: await freePort(),
  files,
  browsers: [launchers[TEST_ENGINE](paths)],
  // One file at a time: WebKit has one session, and Firefox slows down pages in the background.
  concurrency: 1,
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 300_000,
  plugins: [
    ...(isBuilt ? [serveScripts()] : []),
    serveBundled(root, served, { define: environment, plugins: isBuilt ? [withScripts] : [] }),
  ],
  ...(TEST_NOW && {
    testRunnerHtml: (runner) => `<!doctype html><body>${clock}<script type="module" src="${runner}"></script></body>`,
  }),
  testFramework: { config: { timeout: 30_000 } },
  // The script-tag file and the tests each have their own Lit.
  filterBrowserLogs: ({ args }) => !/lit\.dev\/msg\/(dev-mode|multiple-versions)/.test(`${args[0]}`),
  reporters: [defaultReporter(), webTestRunnerCounts],
};
