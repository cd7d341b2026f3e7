/**
 * `npm run mutation` changes the code of contract, quote, client and the elements' state in small ways. Each change should
 * fail a test. `npm run mutation -- --mutate 'src/client/*.ts'` runs a part. The report is .data/mutation/report.html.
 * Do not use `--testFiles`: Stryker 9.6.1 then reports all static mutants as survivors.
 *
 * The random sequences of the elements' state are left out. They take ten seconds, and every mutant runs them.
 *
 * No mutant is excluded. Some changes alter nothing and survive:
 *
 * - a fallback that only the types need, as in `row.company || ''` of a row that has a company;
 * - a remedy or a code that is replaced before anyone reads it;
 * - a text that a pattern refuses either way;
 * - the order of two rows with one key, which no answer has;
 * - a check that only the types need, such as the code beside a reason that one error has;
 * - the first value of a state, before anything is compared with it;
 * - a missing store, because failures of the store are ignored anyway;
 * - a listener on the signal of one call, which ends with that call.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: ['src/{contract,quote,client}/**/*.ts', 'src/elements/state/*.ts'],
  testRunner: 'mocha',
  plugins: ['@stryker-mutator/mocha-runner'],
  testRunnerNodeArgs: ['--import', 'tsx'],
  // The nearest test comes first, because the first failure ends the run.
  mochaOptions: {
    spec: [
      ...['contract', 'quote'].map((folder) => `test/${folder}/**/*.test.ts`),
      'test/client/{!(interleavings*),errors/*}.test.ts',
      'test/state/!(sequences).test.ts',
      // Last, because a failure shrinks for a minute and then counts as a timeout.
      'test/client/interleavings*.test.ts',
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
  // No warning about the time of static mutants.
  warnings: { slow: false },
};
