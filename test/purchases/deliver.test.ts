import { expect } from 'chai';
import type { PurchasesOptions, PurchaseView } from '../../src/purchases/index.ts';
import { openPurchases } from './shop.ts';

const minute = 60_000;

/** A paid purchase of two parcels: JNE brings the first one, SiCepat the second one. */
async function openTwo(options: Partial<PurchasesOptions> = {}) {
  const opened = openPurchases(options);
  const { purchases, parcel, choice, call, clock, service, shop } = opened;
  const { reference } = await purchases.begin('visit-1');
  const accepted = await purchases.accept({ visit: 'visit-1', reference }, [
    await parcel(),
    await parcel({ choice: await choice(false, 'sicepat/reg') }),
  ]);
  await call(accepted);
  // Nothing of the page is kept any more.
  clock.now += 5 * minute;
  shop.seen.length = 0;
  return {
    ...{ ...opened, reference, accepted },
    /** The second parcel costs more than was accepted. */
    raise: () => service.rates.push({ courier_code: 'sicepat', type: 'surcharge', unit: 'percent', amount: 10 }),
    /** How often the service was asked for prices. */
    asked: () => shop.seen.length - shop.writes().length,
  };
}

const shown = ({ deliveries }: PurchaseView) => deliveries.map(({ state, reason }) => [state, reason].join(' ').trim());

describe('the parcels of a purchase', () => {
  it('are sent once the prices of all are confirmed, and no price is paid for twice', async () => {
    const { purchases, reference, asked, sent } = await openTwo();
    expect(shown(await purchases.ship(reference))).to.deep.equal(['placed', 'placed']);
    expect(sent()).to.deep.equal(['/v1/orders', '/v1/orders']);
    expect(asked()).to.equal(2);
  });

  it('stay all here if one has become too dear, until a person has all of them ordered again', async () => {
    const { purchases, reference, accepted, raise, sent, asked, clock } = await openTwo();
    raise();
    const held = await purchases.ship(reference);
    expect(shown(held)).to.deep.equal(['refused other-parcel', 'refused price-changed']);
    expect(held).to.deep.include({ state: 'refused', giveBack: 0 });
    expect(held.money).to.include({ stands: 0, owed: accepted.pay?.rupiah });
    const [first, second] = held.attention;
    expect(first?.what).to.equal(`${reference} by jne/reg was not sent, because another parcel was refused before`);
    expect(second?.what).to.match(new RegExp(`^${reference}-2 by sicepat/reg was refused: it costs Rp \\d+ by now`));
    expect([sent(), asked()]).to.deep.equal([[], 2]);
    clock.now += 5 * minute;
    await purchases.settle();
    expect(sent()).to.deep.equal([]);
    expect(shown(await purchases.retry(reference, { mostExtra: 20_000 }))).to.deep.equal(['placed', 'placed']);
  });

  it('go if the shop bears what one of them costs more', async () => {
    const { purchases, reference, raise } = await openTwo({ mostExtra: 20_000 });
    raise();
    const shipped = await purchases.ship(reference);
    expect(shown(shipped)).to.deep.equal(['placed', 'placed']);
    expect(shipped.deliveries.map(({ extra }) => extra > 0)).to.deep.equal([false, true]);
  });

  it('wait together while the service has no price of one', async () => {
    const { purchases, reference, service, sent, clock } = await openTwo();
    Object.assign(service, { fault: 'status=503', at: '/v1/rates', after: 1 });
    expect(shown(await purchases.ship(reference))).to.deep.equal(['to-ship service-busy', 'to-ship service-busy']);
    expect(sent()).to.deep.equal([]);
    service.fault = '';
    clock.now += minute;
    await purchases.settle();
    expect(sent()).to.deep.equal(['/v1/orders', '/v1/orders']);
  });

  it('stay here if the service refuses the first one', async () => {
    const { purchases, reference, service, sent } = await openTwo();
    Object.assign(service, { fault: 'error=40002031', at: '/v1/orders' });
    const held = await purchases.ship(reference);
    expect(shown(held)).to.deep.equal(['refused cod-unavailable', 'refused other-parcel']);
    expect(sent()).to.deep.equal(['/v1/orders']);
    expect(await purchases.cancel(reference)).to.deep.include({ state: 'cancelled', giveBack: held.money.taken });
  });

  it('stay here if the process ends after the first one was refused', async () => {
    const { purchases, reference, accepted, raise, open, shop, sent, clock } = await openTwo();
    raise();
    let looks = 0;
    const find = async (of: string) => {
      if (of === `${reference}-2` && ++looks === 2) throw new Error('killed');
      return shop.gateway.find(of);
    };
    const gateway = { ...shop.gateway, find };
    expect(
      await open({ gateway })
        .ship(reference)
        .catch(({ message }) => message),
    ).to.equal('killed');
    expect(sent()).to.deep.equal([]);
    clock.now += 2 * minute;
    await purchases.settle();
    const [after] = await purchases.attention();
    expect([after?.state, sent(), after?.money.owed]).to.deep.equal(['refused', [], accepted.pay?.rupiah]);
  });
});
