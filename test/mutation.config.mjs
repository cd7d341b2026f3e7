/**
 * `npm run mutation`: changes the code of contract, quote, client and the elements' state in a thousand small ways, each of
 * which a test has to notice. `npm run mutation -- --mutate 'src/quote/*.ts'` asks of a part alone; the report is .data/mutation/report.html.
 * Do not narrow the tests with `--testFiles`: Stryker 9.6.1 then tests no static mutant and calls all of them survivors.
 *
 * The random sequences of the elements' state stay out: they take ten seconds, every mutant of it is reached by them, and
 * what they alone would notice has no test that says what is wrong.
 *
 * Nothing is excluded. Static mutants stay in, because the schemas are built as their modules load: they are a fifth of
 * all and most of the time. Sentences stay in, because a remedy is what a page's author reads. A mutant after which
 * the files do not load any more is an error and counts for nobody. A change that changes nothing is left to survive:
 *
 * - a fallback for the types alone, as in `row.company || ''` of a row that was found to have one;
 * - what nobody can see: the remedy of a field that is read leniently, the code of an issue that is reported anew, the
 *   dots in a path of one step;
 * - another text for no text, where neither matches the pattern that is asked;
 * - the order of two rows with one key, which no answer has, or of a moment with itself;
 * - a check for the types alone: the code beside a reason that one error has, a field that was required before, a number
 *   beside `undefined`, which finds nothing and is never later;
 * - what a state begins with, before anything is compared with it; that nothing is asked any more, where the error of that
 *   question says so;
 * - a store that is not there, where the failure of using it is passed over anyway;
 * - a listener that stays on the signal of one call, which goes with it.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: ['src/{contract,quote,client}/**/*.ts', 'src/elements/state/*.ts'],
  testRunner: 'mocha',
  plugins: ['@stryker-mutator/mocha-runner'],
  testRunnerNodeArgs: ['--import', 'tsx'],
  // In this order, so that what notices a change first is the test that stands nearest to it.
  mochaOptions: {
    spec: [
      ...['contract', 'quote'].map((folder) => `test/${folder}/**/*.test.ts`),
      'test/client/{!(interleavings*),errors/*}.test.ts',
      'test/state/!(sequences).test.ts',
      // Last: one that fails looks for its shortest story for a minute and more, and then counts as timed out.
      'test/client/interleavings*.test.ts',
    ],
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  thresholds: { high: 95, low: 90, break: 90 },
  // Stryker would rewrite it by the compiler's API, which TypeScript 7 does not have, and there is nothing to rewrite.
  tsconfigFile: 'none',
  ignorePatterns: ['demo', 'dist', '.data', '.ci', '.github'],
  tempDirName: '.data/mutation/sandbox',
  incrementalFile: '.data/mutation/incremental.json',
  reporters: ['progress-append-only', 'clear-text', 'html'],
  clearTextReporter: { reportTests: false },
  htmlReporter: { fileName: '.data/mutation/report.html' },
  // About the time that static mutants take.
  warnings: { slow: false },
};
