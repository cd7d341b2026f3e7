import { appendFileSync } from 'node:fs';

/** Adds one suite's result to the file that the test run sums up; does nothing when a suite runs by itself. */
export function count(passed, failed) {
  if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, `${JSON.stringify({ passed, failed })}\n`);
}

let [passed, failed] = [0, 0];

/** For `mocha --require`: hooks around every test. What is not passed after its end has failed. */
export const mochaHooks = {
  afterEach() {
    if (this.currentTest.state === 'passed') passed += 1;
    else failed += 1;
  },
  afterAll() {
    count(passed, failed);
    // Run in parallel, one process has several files, and this is called behind each.
    [passed, failed] = [0, 0];
  },
};

/** For Playwright Test, as a reporter. A test that was not reached has not passed. */
export default class PlaywrightCounts {
  onBegin(_config, suite) {
    this.suite = suite;
  }

  onEnd() {
    const outcomes = this.suite.allTests().map((test) => (test.results.length ? test.outcome() : 'unexpected'));
    count(
      outcomes.filter((outcome) => outcome === 'expected').length,
      outcomes.filter((outcome) => outcome === 'unexpected' || outcome === 'flaky').length,
    );
  }

  printsToStdio() {
    return false;
  }
}

const results = (suite) => [...suite.tests, ...suite.suites.flatMap(results)];

/** For @web/test-runner, as a reporter. A file that broke outside its tests counts as one failure. */
export const webTestRunnerCounts = {
  onTestRunFinished({ sessions }) {
    for (const { passed, testResults } of sessions) {
      const tests = testResults ? results(testResults) : [];
      const failed = tests.filter((test) => !test.passed && !test.skipped).length;
      count(tests.filter((test) => test.passed).length, passed ? failed : Math.max(failed, 1));
    }
  },
};
