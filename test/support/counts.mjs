import { appendFileSync } from 'node:fs';

/** Adds one suite's result to the file that the test run sums up; does nothing when a suite runs by itself. */
export function count(passed, failed) {
  if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, `${JSON.stringify({ passed, failed })}\n`);
}
