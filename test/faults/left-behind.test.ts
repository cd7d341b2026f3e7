import { expect } from 'chai';
import { failure } from '../client/service.ts';
import { calls } from './calls.ts';
import { openService } from './service.ts';
import { faults } from './table.ts';

/** Timers that keep the process from ending. */
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

const named = (name: string) => faults.find((fault) => fault.name === name) ?? expect.fail(`no fault ${name}`);

// In sequence, because timers are counted for the whole process.
describe('a call that has ended has no timer left', () => {
  const endings: Record<string, () => ReturnType<typeof openService>> = {
    'an answer': async () => {
      const service = await openService(named('status 503'), { timeout: 60_000 });
      service.lift();
      return service;
    },
  };
  for (const name of ['status 503', 'a dropped line', 'a body cut off', 'refused by 40001010', 'a page with 200'])
    endings[name] = () => openService(named(name), { timeout: 60_000 });
  for (const name of ['latency', 'a body that stops']) endings[name] = () => openService(named(name), { timeout: 400 });

  for (const [ending, open] of Object.entries(endings))
    it(`after ${ending}`, async () => {
      const service = await open();
      // Now, because the test's own timer runs.
      const before = timers();
      await Promise.all(
        calls.map((call) => (ending === 'an answer' ? call.send(service) : failure(call.send(service)))),
      );
      await service.close();
      expect(timers()).to.equal(before);
    });
});
