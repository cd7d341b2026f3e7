import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { puppeteerLauncher } from '@web/test-runner-puppeteer';
import 'tsx';
import { webTestRunnerCounts } from './support/counts.mjs';

// Imported dynamically, because static imports load before tsx can read TypeScript.
const { chromiumArguments, findBrowser } = await import('./support/browsers.ts');
const { freePort } = await import('./support/free-port.ts');
const { WebKitLauncher } = await import('./support/webkit-launcher.ts');

const root = fileURLToPath(new URL('..', import.meta.url));

const launchers = {
  chromium: ([executablePath]) => puppeteerLauncher({ launchOptions: { executablePath, args: chromiumArguments } }),
  firefox: ([executablePath]) => puppeteerLauncher({ launchOptions: { browser: 'firefox', executablePath } }),
  webkit: (paths) => new WebKitLauncher(paths),
};

const { TEST_ENGINE = 'chromium', TEST_TARGET = 'source' } = process.env;
const paths = TEST_ENGINE in launchers && findBrowser(TEST_ENGINE);
if (!paths) throw new Error(`There is no ${TEST_ENGINE} here.`);

/** The sources, with the smoke test of all modules, or the script-tag file. */
const targets = {
  source: () => ({ files: ['test/{elements/**/*,smoke}.test.ts'], plugins: [] }),
  async built() {
    const { serveBuilt } = await import('./support/serve-built.ts');
    return { files: ['test/elements/**/*.test.ts'], plugins: [serveBuilt()] };
  },
};

const target = await targets[TEST_TARGET]?.();
if (!target) throw new Error(`TEST_TARGET is one of ${Object.keys(targets)}, not ${TEST_TARGET}.`);

export default {
  rootDir: root,
  // Two runs that start together would both choose the runner's default port.
  port: await freePort(),
  files: target.files,
  browsers: [launchers[TEST_ENGINE](paths)],
  // One file at a time: WebKit has one session, and Firefox slows down pages in the background.
  concurrency: 1,
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 60_000,
  nodeResolve: true,
  plugins: [...target.plugins, esbuildPlugin({ ts: true, tsconfig: `${root}tsconfig.json`, target: 'es2022' })],
  testFramework: { config: { timeout: 8_000 } },
  // The script-tag file and the tests each have their own Lit.
  filterBrowserLogs: ({ args }) => !/lit\.dev\/msg\/(dev-mode|multiple-versions)/.test(`${args[0]}`),
  reporters: [defaultReporter(), webTestRunnerCounts],
};
