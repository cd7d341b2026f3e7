/** Whether there is a page. The suites of contract, quote and client run with one and without, in Node. */
export const inPage = typeof document !== 'undefined';

/** A group of tests of what only a page has, such as its workers and the files of its host; not there without one. */
export function describeInPage(what: string, tests: () => void): void {
  if (inPage) describe(what, tests);
}
