import { expect } from 'chai';
import type { Found } from '../../src/gateway/index.ts';
import { lost, made, openGrantingShop, refused, used } from './shop.ts';

const begun = new Date('2026-11-22T05:00:00Z');

/** An order that has no answer after its last send, or whose cancellation has none. */
async function openInDoubt(...answers: Parameters<typeof openGrantingShop>[0]) {
  let now = begun;
  const shop = openGrantingShop(answers, {
    cancels: true,
    timeouts: { pause: 0, wait: 0, sends: 1 },
    now: () => now,
  });
  const granted = { grant: await shop.grant() };
  const repeat = () => shop.post('/v1/orders', granted);
  const first = await repeat();
  return {
    ...shop,
    first,
    /** Sends the same grant again. */
    repeat,
    cancel: () => shop.post('/v1/orders/o1/cancel', { cancel: first.body.cancel }),
    passMinutes: (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    lookUp: (found: Found, reference = 'CART-1') =>
      shop.gateway.resolveOrder({ reference }, found).catch((problem: Error) => problem.message),
    entry: async () => (await shop.entries())[0],
  };
}

describe('gateway.resolveOrder', () => {
  it('places an order that the merchant has found: a repeated request gets it, with a token that cancels it', async () => {
    const { first, lookUp, repeat, entry, writes } = await openInDoubt(lost);
    expect([first.status, first.body.reason]).to.deep.equal([504, 'needs-attention']);
    expect((await repeat()).body).to.deep.equal(first.body);
    expect(await lookUp({ found: 'placed', order: 'o9' })).to.equal('placed');
    expect(await entry()).to.include({ state: 'placed', order: 'o9', body: null });
    const { status, body } = await repeat();
    expect(status).to.equal(200);
    expect(body).to.include({ success: true, id: 'o9', reference_id: 'CART-1', price: 15_000, recovered: true });
    expect(body.cancel).to.be.a('string');
    expect(writes()).to.have.lengthOf(1);
  });

  it('cancels an order that the merchant has found cancelled, and returns no token that cancels it', async () => {
    const { first, lookUp, repeat } = await openInDoubt(used);
    expect(first.body.reason, 'it may be another order').to.equal('needs-attention');
    expect(await lookUp({ found: 'cancelled', order: 'o9' })).to.equal('cancelled');
    const { body } = await repeat();
    expect(body).to.include({ id: 'o9', status: 'cancelled' });
    expect(body).to.not.have.property('cancel');
  });

  it('refuses an order that is not there once it cannot arrive any more, and the shop may grant it again', async () => {
    const { lookUp, repeat, place, entry, passMinutes } = await openInDoubt(used, made);
    expect(await lookUp({ found: 'nothing' })).to.equal(
      'What was sent of CART-1 may still arrive: look it up again after 2026-11-22T05:10:00.000Z.',
    );
    passMinutes(10);
    expect(await lookUp({ found: 'nothing' })).to.equal('refused');
    expect(await entry()).to.include({ state: 'refused', body: null });
    const { status, body } = await repeat();
    expect([status, body.reason]).to.deep.equal([409, 'not-placed']);
    expect((await place()).body).to.include({ id: 'o1', status: 'confirmed' });
  });

  for (const [found, minutes, status] of [
    ['cancelled', 0, 'cancelled'],
    ['placed', 10, 'confirmed'],
  ] as const)
    it(`keeps id and answer of an order in doubt about its cancellation that is ${found} after ${minutes} minutes`, async () => {
      const { cancel, lookUp, place, passMinutes } = await openInDoubt(made);
      await cancel();
      expect((await cancel()).body.reason).to.equal('needs-attention');
      expect(await lookUp({ found: 'nothing' })).to.match(/^CART-1 was placed as o1, and its cancellation is in doubt/);
      const other = 'CART-1 was placed as o1, not as o2: look it up again.';
      expect(await lookUp({ found, order: 'o2' })).to.equal(other);
      passMinutes(minutes);
      expect(await lookUp({ found, order: 'o1' })).to.equal(found);
      expect((await place()).body).to.include({ id: 'o1', status, price: 15_000 });
    });

  it('leaves a cancellation in doubt that may still arrive', async () => {
    const { cancel, lookUp } = await openInDoubt(made);
    await cancel();
    expect(await lookUp({ found: 'placed', order: 'o1' })).to.match(/may still arrive/);
  });

  it('takes no id that the service does not have, or has under another reference', async () => {
    const other = () => Response.json({ success: true, object: 'order', id: 'o9', reference_id: 'CART-9' });
    const unknown = [40002057, 40400000].map((code) => () => refused(code));
    const { lookUp } = await openInDoubt(used, ...unknown, other, () => made('o9'));
    const found = { found: 'placed', order: 'o9' } as const;
    for (const _ of unknown) expect(await lookUp(found)).to.equal('The service has no order o9: copy its whole id.');
    expect(await lookUp(found)).to.equal('The service has o9 under another reference than CART-1: look it up again.');
    expect(await lookUp(found)).to.equal('placed');
  });

  it('resolves an order once, under its own reference, by an id of the service', async () => {
    const { lookUp } = await openInDoubt(used);
    const found = { found: 'placed', order: 'o9' } as const;
    expect(await lookUp(found, 'CART-2')).to.equal('There is no order CART-2 in the ledger.');
    for (const order of ['', '../o9', 'o 9', 'x'.repeat(65)])
      expect(await lookUp({ ...found, order })).to.match(/^The id must be the one that the service gave/);
    expect(await lookUp({ ...found, found: 'plced' as 'placed' })).to.match(/^What was found of CART-1 is "placed", /);
    expect(await lookUp(found)).to.equal('placed');
    const resolved = 'CART-1 is placed: only what needs attention is resolved by hand.';
    expect(await lookUp({ ...found, found: 'cancelled' })).to.equal(resolved);
  });
});
