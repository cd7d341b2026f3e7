import { expect } from 'chai';
import type { RunningProgram } from '../support/running-program.ts';
import { databases, type Gateways, grantFor, openGateways, post, until } from './gateways.ts';

/** A process dies at ten moments, before or after a write or a call. The simulation kills at every one. */
const ofOrders = ['before', 'after'].flatMap((when) => [`${when} claimed`, `${when} the service`, `${when} placed`]);
const ofCancellations = ['before cancelling', 'before the service', 'after the service', 'after cancelled'];

/** Repeats the request until it is answered. */
const answered = (gateway: RunningProgram, path: string, body: object) =>
  until(async () => {
    const answer = await post(gateway, path, body);
    return answer?.status === 200 ? answer.body : undefined;
  }, `${path} is answered`);

for (const database of databases)
  describe(`a gateway on ${database} that is killed`, () => {
    let gateways: Gateways;
    before(async () => {
      gateways = await openGateways(database);
    }).timeout(180_000);
    after(() => gateways.close()).timeout(30_000);

    const becomes = (reference: string, state: string) =>
      until(async () => (await gateways.entry(reference))?.state === state || undefined, `${reference} is ${state}`);
    /** Ids and states of what the service has under a reference. */
    const placed = async (reference: string) =>
      (await gateways.placed()).filter((one) => one.reference_id === reference).map(({ id, status }) => [id, status]);
    /** Sends a request to a gateway that dies of it. Resolves with the next gateway. */
    async function killedBy(dieAt: string, path: string, body: object): Promise<RunningProgram> {
      const dying = await gateways.start({ dieAt });
      expect(await post(dying, path, body), 'it died before it answered').to.equal(undefined);
      await dying.stop();
      return gateways.start();
    }

    for (const [index, dieAt] of ofOrders.entries())
      it(`${dieAt}: the next process makes the order once, and answers a repeated request`, async () => {
        const reference = `order-${index}`;
        const body = await grantFor(reference);
        const next = await killedBy(dieAt, '/v1/orders', body);
        // Without another request: the next process continues what was written down.
        if (dieAt !== 'before claimed') await becomes(reference, 'placed');
        const { id } = await answered(next, '/v1/orders', body);
        expect(await placed(reference)).to.deep.equal([[id, 'confirmed']]);
        expect(await gateways.entry(reference)).to.include({ state: 'placed', body: null, order: id });
        await next.stop();
      }).timeout(180_000);

    for (const [index, dieAt] of ofCancellations.entries())
      it(`${dieAt}: the next process cancels the order once`, async () => {
        const reference = `cancelled-${index}`;
        const first = await gateways.start();
        const { id, cancel } = await answered(first, '/v1/orders', await grantFor(reference));
        await first.stop();
        const path = `/v1/orders/${id}/cancel`;
        const next = await killedBy(dieAt, path, { cancel });
        await becomes(reference, dieAt === 'before cancelling' ? 'placed' : 'cancelled');
        expect(await answered(next, path, { cancel })).to.include({ status: 'cancelled' });
        expect(await placed(reference)).to.deep.equal([[id, 'cancelled']]);
        await next.stop();
      }).timeout(180_000);
  });
