import { expect } from 'chai';
import { done, grantFor, openTown, post, until } from './town.ts';

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
] as const;

const ofCancellations = [
  'before cancelling',
  'after cancelling',
  'before the service',
  'after the service',
  'before cancelled',
  'after cancelled',
] as const;

const settled = ['placed', 'cancelled'];

describe('a gateway that is killed', () => {
  const town = openTown('boundaries');
  before(() => town.open()).timeout(180_000);

  for (const [index, dieAt] of ofOrders.entries())
    it(`${dieAt}: the next process makes the order once, and answers a repeated request`, async () => {
      const reference = `order-${index}`;
      const grant = await grantFor(reference);
      const dying = await town.start({ dieAt });
      const first = await post(dying.address, '/v1/orders', { grant });
      expect(first, 'it died before it answered').to.equal(undefined);
      await dying.ended;

      const next = await town.start();
      // Without another request: the next process continues what was written down.
      if (dieAt !== 'before claimed')
        await until(async () => (await town.entry(reference))?.state === 'placed', `${reference} is placed`);
      const again = await done(next.address, '/v1/orders', { grant });
      const there = (await town.placed()).get(reference) ?? [];
      expect(there.map(({ id }) => id)).to.deep.equal([again.body.id]);
      expect(await town.entry(reference)).to.include({ state: 'placed', body: null, order: again.body.id });
      await next.kill('SIGTERM');
    }).timeout(180_000);

  for (const [index, dieAt] of ofCancellations.entries())
    it(`${dieAt}: the next process cancels the order once`, async () => {
      const reference = `cancelled-${index}`;
      const grant = await grantFor(reference);
      const whole = await town.start();
      const { id, cancel } = (await done(whole.address, '/v1/orders', { grant })).body;
      await whole.kill('SIGTERM');
      const dying = await town.start({ dieAt });
      expect(await post(dying.address, `/v1/orders/${id}/cancel`, { cancel })).to.equal(undefined);
      await dying.ended;

      const next = await town.start();
      if (dieAt === 'before cancelling') expect((await town.entry(reference))?.state).to.equal('placed');
      else await until(async () => (await town.entry(reference))?.state === 'cancelled', `${reference} is cancelled`);
      const cancelled = await done(next.address, `/v1/orders/${id}/cancel`, { cancel });
      expect(cancelled.body).to.include({ status: 'cancelled' });
      expect((await town.placed()).get(reference)).to.deep.equal([{ id, status: 'cancelled' }]);
      await next.kill('SIGTERM');
    }).timeout(180_000);

  it('before it deletes a claim whose price was not accepted: nothing is sent, and the order is refused', async () => {
    const grant = await grantFor('too-dear', { price_max: 1 });
    const dying = await town.start({ dieAt: 'before released' });
    expect(await post(dying.address, '/v1/orders', { grant })).to.equal(undefined);
    await dying.ended;
    const next = await town.start();
    await until(async () => (await town.entry('too-dear'))?.state === 'refused', 'it is refused');
    expect((await post(next.address, '/v1/orders', { grant }))?.body.reason).to.equal('price-changed');
    expect((await town.placed()).get('too-dear')).to.equal(undefined);
    await next.kill('SIGTERM');
  }).timeout(180_000);

  it('is killed at every state of the ledger', () => {
    const states = new Set([...ofOrders, ...ofCancellations].map((name) => name.replace(/^(before|after) /, '')));
    for (const state of ['claimed', 'sending', ...settled, 'cancelling']) expect([...states], state).to.include(state);
  });
});
