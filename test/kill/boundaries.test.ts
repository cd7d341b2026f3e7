import { expect } from 'chai';
import { grantFor, openServers, type Running, until } from './servers.ts';

/** The writes and calls of an order. A process dies before or after each of them. */
const ofOrders = [
  'before claimed',
  'after claimed',
  'before sending',
  'after sending',
  'before the service',
  'after the service',
  'before placed',
  'after placed',
  'after the page is told',
];

const ofCancellations = [
  'before cancelling',
  'after cancelling',
  'before the service',
  'after the service',
  'before cancelled',
  'after cancelled',
];

describe('a gateway that is killed', () => {
  const servers = openServers();
  before(() => servers.open()).timeout(180_000);

  /** Sends a request to a gateway that dies of it. Resolves with the next gateway. */
  async function killedBy(dieAt: string, path: string, body: object): Promise<Running> {
    const dying = await servers.start({ dieAt });
    expect(await dying.post(path, body), 'it died before it answered').to.equal(undefined);
    await dying.ended;
    return servers.start();
  }
  const answered = (gateway: Running, path: string, body: object) =>
    until(async () => {
      const answer = await gateway.post(path, body);
      return answer?.status === 200 ? answer.body : undefined;
    }, `${path} is answered`);
  const becomes = (reference: string, state: string) =>
    until(async () => (await servers.entry(reference))?.state === state || undefined, `${reference} is ${state}`);

  for (const [index, dieAt] of ofOrders.entries())
    it(`${dieAt}: the next process makes the order once, and answers a repeated request`, async () => {
      const reference = `order-${index}`;
      const body = { grant: await grantFor(reference) };
      const next = await killedBy(dieAt, '/v1/orders', body);
      // Without another request: the next process continues what was written down.
      if (dieAt !== 'before claimed') await becomes(reference, 'placed');
      const { id } = await answered(next, '/v1/orders', body);
      expect((await servers.placed()).get(reference)?.map((order) => order.id)).to.deep.equal([id]);
      expect(await servers.entry(reference)).to.include({ state: 'placed', body: null, order: id });
      await next.kill('SIGTERM');
    }).timeout(180_000);

  for (const [index, dieAt] of ofCancellations.entries())
    it(`${dieAt}: the next process cancels the order once`, async () => {
      const reference = `cancelled-${index}`;
      const first = await servers.start();
      const { id, cancel } = await answered(first, '/v1/orders', { grant: await grantFor(reference) });
      await first.kill('SIGTERM');
      const path = `/v1/orders/${id}/cancel`;
      const next = await killedBy(dieAt, path, { cancel });
      await becomes(reference, dieAt === 'before cancelling' ? 'placed' : 'cancelled');
      expect(await answered(next, path, { cancel })).to.include({ status: 'cancelled' });
      expect((await servers.placed()).get(reference)).to.deep.equal([{ id, status: 'cancelled' }]);
      await next.kill('SIGTERM');
    }).timeout(180_000);
});
