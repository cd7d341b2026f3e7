/**
 * `npm run mutation`: changes the code of contract, extras, quote, client and the elements' store in small ways. A test has to notice each
 * change. `npm run mutation -- --mutate 'src/quote/*.ts'` covers a part alone; the report is .data/mutation/report.html.
 * Do not narrow the tests with `--testFiles`: Stryker 9.6.1 then tests no static mutant and reports all of them as survivors.
 *
 * Nothing else is excluded. Static mutants stay in, because schemas are built when their modules load. Sentences stay in, because the
 * author of a page reads a remedy. Some survivors change no behaviour:
 *
 * - a fallback or a check that only the types need;
 * - the order of two rows with one key, which no answer has;
 * - the text that stands for no text, if nothing reads it;
 * - the first state, before anything is compared with it;
 * - a listener that stays on the signal of one call and ends with it.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'src/{contract,extras,quote,client}/**/*.ts',
    'src/elements/core/{state,update,views,prices,order,submission,store}.ts',
  ],
  testRunner: 'mocha',
  plugins: ['@stryker-mutator/mocha-runner'],
  testRunnerNodeArgs: ['--import', 'tsx'],
  // The nearest tests come first.
  mochaOptions: {
    spec: [
      ...['contract', 'quote'].map((folder) => `test/${folder}/**/*.test.ts`),
      'test/client/**/*.test.ts',
      'test/store/*.test.ts',
    ],
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  thresholds: { high: 95, low: 90, break: 90 },
  // Stryker would rewrite it with a compiler API that TypeScript 7 does not have.
  tsconfigFile: 'none',
  ignorePatterns: ['demo', 'dist', '.data', '.ci', '.github'],
  tempDirName: '.data/mutation/sandbox',
  incrementalFile: '.data/mutation/incremental.json',
  reporters: ['progress-append-only', 'clear-text', 'html'],
  clearTextReporter: { reportTests: false },
  htmlReporter: { fileName: '.data/mutation/report.html' },
  // Static mutants are slow.
  warnings: { slow: false },
};
