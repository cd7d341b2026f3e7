import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * Adds the result of a suite to the file that test/run.ts sums up. Does nothing outside of test/run.ts.
 * @param failed the names of the tests that failed, and why
 * @param repeated the same of the tests that passed when they were run again
 */
export function count(passed, failed, repeated = []) {
  const line = JSON.stringify({ passed, failed, repeated });
  if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, `${line}\n`);
}

/** A name and the first lines of the reason: a fault that happens once in a hundred runs is found by them alone. */
const failure = (name, error) => [name, ...reasonLines(error)].join('\n    ');

function reasonLines(error) {
  const lines = stripVTControlCharacters(String(error?.message ?? error ?? '')).split('\n');
  return lines
    .filter((line) => line.trim())
    .slice(0, 12)
    .map((line) => line.slice(0, 400));
}

let passed = 0;
let failed = [];
let repeated = [];

/** Fails the running test. Mocha ignores a rejection that no code handles; browsers and Node report it. */
const fail = (reason) => {
  throw reason;
};

/** For `mocha --require`. */
export const mochaHooks = {
  beforeAll() {
    process.on('unhandledRejection', fail);
  },
  beforeEach() {
    // Its emulator loses an answer between two threads once in thousands of calls, on a busy machine.
    if (/D1|workerd/.test(this.currentTest.fullTitle())) this.currentTest.retries(1);
  },
  afterEach() {
    const { state, err } = this.currentTest;
    const name = this.currentTest.fullTitle();
    if (state === 'passed') passed += 1;
    else if (state === 'failed') failed.push(failure(name, err));
    else repeated.push(failure(name, err));
  },
  afterAll() {
    process.off('unhandledRejection', fail);
    count(passed, failed, repeated);
    // With --parallel a process runs several files, and mocha calls this after each.
    passed = 0;
    failed = [];
    repeated = [];
  },
};

/** A reporter for Playwright Test. A test that did not run counts as failed. One that failed first and passed then is named. */
export default class PlaywrightCounts {
  onBegin(_config, suite) {
    this.suite = suite;
  }

  /** What breaks outside of tests, for example the end of a worker: Playwright fails the run for it, and no test. */
  onError(error) {
    this.outside = [...(this.outside ?? []), failure('Outside of a test', error)];
  }

  onEnd() {
    const tests = this.suite.allTests();
    const passed = tests.filter((test) => test.results.length && ['expected', 'flaky'].includes(test.outcome()));
    const failed = tests.filter((test) => !passed.includes(test));
    const repeated = passed.filter((test) => test.outcome() === 'flaky');
    const why = (test) => failure(test.titlePath().join(' '), test.results[0]?.error);
    count(passed.length, [...failed.map(why), ...(this.outside ?? [])], repeated.map(why));
  }

  printsToStdio() {
    return false;
  }
}

const results = (suite) => [...suite.tests, ...suite.suites.flatMap(results)];

/** A reporter for @web/test-runner. A file that breaks outside its tests counts as one failure. */
export const webTestRunnerCounts = {
  onTestRunFinished({ sessions }) {
    for (const { passed, testFile, testResults } of sessions) {
      const tests = testResults ? results(testResults) : [];
      const failed = tests
        .filter((test) => !test.passed && !test.skipped)
        .map(({ name, error }) => failure(`${testFile} ${name}`, error));
      count(tests.filter((test) => test.passed).length, passed || failed.length ? failed : [testFile]);
    }
  },
};
