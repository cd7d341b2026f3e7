import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { count } from './support/counts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const executablePath = process.env.CHROME_PATH ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);

const results = (suite) => [...suite.tests, ...suite.suites.flatMap(results)];

/** A file that broke outside its tests counts as one failure. */
const countReporter = {
  onTestRunFinished({ sessions }) {
    for (const { passed, testResults } of sessions) {
      const tests = testResults ? results(testResults) : [];
      const failed = tests.filter((test) => !test.passed && !test.skipped).length;
      count(tests.filter((test) => test.passed).length, passed ? failed : Math.max(failed, 1));
    }
  },
};

export default {
  rootDir: root,
  files: ['test/{contract,quote,client,elements}/**/*.test.ts'],
  nodeResolve: true,
  plugins: [esbuildPlugin({ ts: true, tsconfig: `${root}tsconfig.json`, target: 'es2022' })],
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: { executablePath, args: ['--no-sandbox', '--disable-background-networking', '--disable-sync'] },
    }),
  ],
  testFramework: { config: { timeout: 10_000 } },
  filterBrowserLogs: ({ args }) => !`${args[0]}`.includes('lit.dev/msg/dev-mode'),
  reporters: [defaultReporter(), countReporter],
};
