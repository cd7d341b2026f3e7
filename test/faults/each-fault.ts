import type { Fault } from './fault.ts';
import { faults } from './table.ts';

interface Group {
  title: string;
  tests: Record<string, () => Promise<void>>;
}

/**
 * Declares the tests of every fault. Those of one fault are begun all at once, and those of all the faults that hang, too: each
 * of these takes its whole deadline.
 */
export function eachFault(groupOf: (fault: Fault) => Group): void {
  for (const fault of faults) if (!fault.hangs) atOnce([groupOf(fault)]);
  describe('where nobody would ever answer:', () => atOnce(faults.filter(({ hangs }) => hangs).map(groupOf)));
}

/** Begins the tests of all these groups before the first of them; each test then waits for its own end. */
export function atOnce(groups: readonly Group[]): void {
  const ends = new Map<() => Promise<void>, Promise<void>>();
  const begin = () => {
    if (ends.size) return;
    for (const begun of groups.flatMap(({ tests }) => Object.values(tests))) {
      const end = begun();
      // One that fails before its test is reached is no rejection without a handler.
      end.catch(() => {});
      ends.set(begun, end);
    }
  };
  for (const { title, tests } of groups)
    describe(title, () => {
      before(begin);
      for (const [name, test] of Object.entries(tests)) it(name, () => ends.get(test));
    });
}
