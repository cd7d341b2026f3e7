import { answeredInTheWild } from './answered-in-the-wild.ts';
import { differences } from './differences.ts';
import { keys } from './keys.ts';
import type { Promised } from './promised.ts';
import { reads } from './reads.ts';
import { seenInTheWild } from './seen-in-the-wild.ts';
import type { Service } from './service.ts';
import { targets } from './targets.ts';
import { writes } from './writes.ts';

/** Why a promise is skipped for a service; undefined if it is not. */
function leftOut(promised: Promised, { live, keyless }: Service): string | undefined {
  const { costs, ours, ofShop, aboutKeys, beside, gateway } = promised;
  if (live && costs && process.env.SHIPPING_MAY_COST !== '1') return 'it may cost money or leave an order behind';
  if (live && ours) return 'it is a decision of ours';
  if (keyless && beside) return 'the gateway serves the five operations alone';
  if (keyless && gateway) return `the gateway ${gateway}`;
  if (keyless && ofShop) return 'the gateway takes it from no page';
  return keyless && aboutKeys ? 'the gateway holds the key itself' : undefined;
}

for (const service of await targets()) {
  describe(`conformance of ${service.name}`, () => {
    after(() => service.close());

    for (const promise of [...reads, ...writes, ...keys, ...seenInTheWild]) {
      const reason = leftOut(promise, service);
      // Our own targets omit promises that do not apply; a live service names them as skipped.
      if (reason && !service.live) continue;
      const known = differences.find((row) => row.promise === promise.name && row.service === service.name);
      const title = `${promise.name} (${promise.section})`;
      if (reason) it(`${title}: ${reason}`);
      else it(known ? `${title}; recorded difference: ${known.seen}` : title, () => promise.check(service));
    }
  });
}

describe('conformance of the client', () => {
  for (const { name, section, check } of answeredInTheWild) it(`${name} (${section})`, check);
});
