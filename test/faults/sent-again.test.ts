import { expect } from 'chai';
import { failure } from '../client/service.ts';
import { assertTruth, type Write, writes } from './calls.ts';
import { eachFault } from './each-fault.ts';
import type { Fault } from './fault.ts';
import { openService } from './service.ts';
import { strays } from './strays.ts';

const once = (fault: Fault) => (fault.done ? 'it had worked' : 'it had not');

async function findsOut(fault: Fault, write: Write) {
  const service = await openService(fault);
  const thrown = await failure(write.send(service));
  expect(thrown.outcome).to.equal(fault.writes === 'unknown' ? 'unknown' : undefined);
  expect(await write.times(service)).to.equal(fault.done ? 1 : 0);

  service.lift();
  const { sent } = service.seen;
  await assertTruth(service, write, fault.done ? 'worked' : 'did not', await write.send(service));
  expect(service.seen.sent, 'requests sent').to.equal(sent + 1);
  expect(await write.times(service)).to.equal(1);

  // Answered is answered: what the service says to the next one is no word of that.
  const third = await write.send(service).catch((thrown) => thrown);
  expect(third).to.include(write.over(service));
  expect(await write.times(service)).to.equal(1);
  await service.close();
  expect(strays).to.deep.equal([]);
}

eachFault((fault) => ({
  title: `sent again after ${fault.name},`,
  tests: Object.fromEntries(
    writes.map((write) => [
      `${write.operation} finds out that ${once(fault)}, and takes place once`,
      () => findsOut(fault, write),
    ]),
  ),
}));
