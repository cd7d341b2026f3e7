import { count } from './counts.mjs';

let [passed, failed] = [0, 0];

/** Hooks around every test of a Mocha run: what is not passed after its end has failed. */
export const mochaHooks = {
  afterEach() {
    if (this.currentTest.state === 'passed') passed += 1;
    else failed += 1;
  },
  afterAll() {
    count(passed, failed);
  },
};
