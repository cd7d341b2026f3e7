import { describe } from 'node:test';
import type { Fault } from './fault.ts';
import { faults } from './table.ts';

/** Declares the tests of every fault. Those of faults that hang run all at once: each takes its whole deadline. */
export function eachFault(declare: (fault: Fault) => void): void {
  for (const fault of faults) if (!fault.hangs) declare(fault);
  describe('where nobody would ever answer:', { concurrency: true }, () => {
    for (const fault of faults) if (fault.hangs) declare(fault);
  });
}
