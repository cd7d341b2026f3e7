import { count } from './counts.mjs';

/** A reporter for node:test that counts tests, not the groups around them. */
export default async function* nodeCounts(events) {
  let [passed, failed] = [0, 0];
  for await (const { type, data } of events) {
    if (data?.details?.type === 'suite') continue;
    if (type === 'test:pass') passed += 1;
    if (type === 'test:fail') failed += 1;
  }
  count(passed, failed);
  yield '';
}
