import { reads } from './reads.ts';
import { seenInTheWild } from './seen-in-the-wild.ts';
import { targets } from './targets.ts';
import { writes } from './writes.ts';

for (const service of await targets()) {
  describe(`conformance of ${service.name}`, () => {
    after(() => service.close());

    for (const { name, section, free, ours, notOfGateway, check } of [...reads, ...writes, ...seenInTheWild]) {
      const title = `${name} (${section})`;
      if (service.isGateway && notOfGateway) continue;
      if (service.live && ours) it(`${title}: it is a decision of ours`);
      else if (service.live && !free && process.env.SHIPPING_MAY_COST !== '1')
        it(`${title}: it may cost money or leave an order behind`);
      else it(title, () => check(service));
    }
  });
}
