import { expect } from 'chai';
import type { PurchasesOptions, PurchaseView } from '../../src/purchases/index.ts';
import { cart, destination } from '../gateway/shop.ts';
import { openPurchases, problem } from './shop.ts';

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
    // The line of the one that was held back has the sum that the other one needs.
    const [, mostExtra] = /^"retry INV-\w+ (\d+)" bears the difference/.exec(first?.remedy ?? '') ?? [];
    expect(shown(await purchases.retry(reference, { mostExtra: Number(mostExtra) }))).to.deep.equal([
      'placed',
      'placed',
    ]);
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

  it('are cancelled, and not refused, if they are called off while they are ordered', async () => {
    const { open, shop, reference, clock } = await openTwo();
    const order: typeof shop.gateway.order = async (grant) => {
      for (const of of [reference, `${reference}-2`]) await shop.gateway.cancel({ reference: of });
      return shop.gateway.order(grant);
    };
    const purchases = open({ gateway: { ...shop.gateway, order } });
    expect(shown(await purchases.ship(reference)).join()).to.not.include('refused');
    clock.now += 5 * minute;
    await purchases.settle();
    expect(shown(await purchases.ship(reference))).to.deep.equal(['cancelled', 'cancelled']);
  });

  /** Its process ends when it comes to the second parcel. */
  function killedAtSecond({ open, shop, reference }: Awaited<ReturnType<typeof openTwo>>) {
    let looks = 0;
    const find = async (of: string) => {
      if (of === `${reference}-2` && ++looks === 2) throw new Error('killed');
      return shop.gateway.find(of);
    };
    const purchases = open({ gateway: { ...shop.gateway, find } });
    return purchases.ship(reference).catch(({ message }) => message);
  }

  it('stay here if the process ends after the first one was refused', async () => {
    const two = await openTwo();
    const { purchases, accepted, raise, sent, clock } = two;
    raise();
    expect(await killedAtSecond(two)).to.equal('killed');
    expect(sent()).to.deep.equal([]);
    clock.now += 2 * minute;
    await purchases.settle();
    const [after] = await purchases.attention();
    expect([after?.state, sent(), after?.money.owed]).to.deep.equal(['refused', [], accepted.pay?.rupiah]);
  });

  it('are not said to be refused once the first may be there: its answer was lost, and its price has risen since', async () => {
    const two = await openTwo();
    const { purchases, reference, service, clock, shop } = two;
    Object.assign(service, { fault: 'drop-after', at: '/v1/orders' });
    expect(await killedAtSecond(two)).to.equal('killed');
    service.fault = '';
    service.rates.push({ courier_code: 'jne', type: 'surcharge', unit: 'percent', amount: 10 });
    clock.now += 5 * minute;
    expect(shown(await purchases.ship(reference))).to.deep.equal(['placed', 'placed']);
    expect((await shop.placed()).orders).to.have.length(2);
  });

  it('with COD are paid at the door, each with its own goods and its own delivery', async () => {
    const { purchases, parcel, choice, shop, tell, find } = openPurchases();
    const { reference } = await purchases.begin('visit-1');
    const other = { ...cart, items: cart.items.map((item) => ({ ...item, value: 40_000 })), subtotal: 90_000 };
    const accepted = await purchases.accept({ visit: 'visit-1', reference }, [
      await parcel({}, true),
      await parcel({ cart: other, choice: await choice(true, 'sicepat/reg', destination, other) }),
    ]);
    expect([accepted.pay, accepted.money.stands]).to.deep.equal([undefined, 0]);
    const shipped = await purchases.ship(reference);
    const sums = shipped.deliveries.map(({ price, payNow, payAtDoor }) => [payNow, payAtDoor - price]);
    expect(sums).to.deep.equal([
      [0, cart.subtotal],
      [0, 90_000],
    ]);
    const collected = shop.writes().map(({ body }) => body.destination_cash_on_delivery);
    expect(collected).to.deep.equal(shipped.deliveries.map(({ payAtDoor }) => payAtDoor));
    const [first = 0, second = 0] = shipped.deliveries.map(({ payAtDoor }) => payAtDoor);
    expect([shipped.payAtDoor, shipped.collected]).to.deep.equal([first + second, 0]);
    await tell(reference, 'delivered');
    const half = await find(reference);
    expect([half.payAtDoor, half.collected]).to.deep.equal([second, first]);
    expect(half.deliveries.map(({ delivered }) => delivered)).to.deep.equal([true, false]);
    // Of what its courier has ended, nothing is collected.
    await tell(`${reference}-2`, 'returned');
    const over = await find(reference);
    expect([over.payAtDoor, over.collected]).to.deep.equal([0, first]);
  });

  it('of which one is paid at the door and the other now ask for that one alone', async () => {
    const { purchases, parcel, choice, call, shop } = openPurchases();
    const { reference } = await purchases.begin('visit-1');
    const accepted = await purchases.accept({ visit: 'visit-1', reference }, [
      await parcel({}, true),
      await parcel({ choice: await choice(false, 'sicepat/reg') }),
    ]);
    const [atDoor, now] = accepted.deliveries;
    expect(accepted.pay?.rupiah).to.equal(now?.payNow);
    expect([atDoor?.payNow, now?.payAtDoor, accepted.payAtDoor]).to.deep.equal([0, 0, atDoor?.payAtDoor]);
    expect(shown(await purchases.ship(reference)), 'before it is paid').to.deep.equal(['chosen', 'chosen']);
    await call(accepted);
    expect(shown(await purchases.ship(reference))).to.deep.equal(['placed', 'placed']);
    const collected = shop.writes().map(({ body }) => body.destination_cash_on_delivery);
    expect(collected).to.deep.equal([atDoor?.payAtDoor, undefined]);
  });

  it('with COD owe nothing for one that is refused, and the other courier collects its own sum', async () => {
    const { purchases, parcel, service, find } = openPurchases();
    const { reference } = await purchases.begin('visit-1');
    await purchases.accept({ visit: 'visit-1', reference }, [await parcel({}, true), await parcel({}, true)]);
    Object.assign(service, { fault: 'error=40002031', at: '/v1/orders', after: 1 });
    await purchases.ship(reference);
    const half = await find(reference);
    expect(shown(half)).to.deep.equal(['placed', 'refused cod-unavailable']);
    expect([half.money.owed, half.payAtDoor]).to.deep.equal([0, half.deliveries[0]?.payAtDoor]);
    expect(half.attention.map(({ reason }) => reason)).to.deep.equal(['refused']);
  });

  describe('of which one was refused after another was placed', () => {
    /** The service takes the first parcel, and refuses the second one. */
    async function openHalf() {
      const two = await openTwo();
      const { purchases, reference, service, shop } = two;
      Object.assign(service, { fault: 'error=40002031', at: '/v1/orders', after: 1 });
      const half = await purchases.ship(reference);
      service.fault = '';
      const placed = async () => (await shop.placed()).orders.filter(({ status }) => status !== 'cancelled');
      return { ...two, half, placed, owed: half.deliveries[1]?.payNow ?? 0 };
    }

    it('say which one goes, what is owed, and each remedy', async () => {
      const { purchases, reference, half, owed, find } = await openHalf();
      expect(shown(await find(reference))).to.deep.equal(['placed', 'refused cod-unavailable']);
      expect(half.money).to.include({ owed, stands: half.money.taken - owed });
      const [{ attention }] = (await purchases.attention()) as [PurchaseView];
      expect(attention.map(({ what, remedy }) => `${what}: ${remedy}`)).to.deep.equal([
        `${reference}-2 by sicepat/reg was refused: cod-unavailable: "retry ${reference} SERVICE" sends it by one of "services ${reference}", ` +
          `"cancel ${reference} refused" and give Rp ${owed} back, or "cancel ${reference}" for all`,
      ]);
    });

    it('let the other go, and owe what was refused', async () => {
      const { purchases, reference, accepted, owed, placed } = await openHalf();
      const after = await purchases.cancel(reference, { only: 'refused' });
      expect(shown(after)).to.deep.equal(['placed', 'cancelled']);
      expect(after).to.include({ state: 'shipped', giveBack: owed });
      expect(await placed()).to.have.length(1);
      await purchases.givenBack(accepted.pay?.id ?? '', { id: after.payments[0]?.id ?? '', rupiah: owed });
      expect(await purchases.attention()).to.deep.equal([]);
    });

    it('are cancelled all at once, and owe everything', async () => {
      const { purchases, reference, placed } = await openHalf();
      const after = await purchases.cancel(reference);
      expect(shown(after)).to.deep.equal(['cancelled', 'cancelled']);
      expect(after.giveBack).to.equal(after.money.taken);
      expect(await placed()).to.deep.equal([]);
    });

    it('go by another service, of which the shopper pays no more, and gets back what it costs less', async () => {
      const { purchases, reference, half, owed, placed, shop, clock } = await openHalf();
      const price = half.deliveries[1]?.price ?? 0;
      const couriers = ['jne', 'sicepat', 'anteraja'];
      const rows = await shop.gateway.quote({ cart: { ...cart, session: 'staff' }, destination, couriers });
      const dearer = rows.find((row) => row.price > price);
      const cheaper = rows.find((row) => row.price < price);
      const more = (dearer?.price ?? 0) - price;
      const refused = await problem(purchases.retry(reference, { service: dearer?.service ?? '' }));
      expect([refused.code, refused.message]).to.deep.equal([
        'choice',
        `${dearer?.service} costs Rp ${more} more than was accepted: mostExtra lets you bear it.`,
      ]);
      expect((await problem(purchases.retry(reference, { service: 'jne/none' }))).code).to.equal('choice');
      const less = price - (cheaper?.price ?? 0);
      const after = await purchases.retry(reference, { service: cheaper?.service ?? '' });
      expect(shown(after)).to.deep.equal(['placed', 'placed']);
      expect(after).to.include({ state: 'shipped', giveBack: less });
      const [courier, service] = cheaper?.service.split('/') ?? [];
      const payNow = owed - less;
      expect(after.deliveries[1]).to.include({ reference: `${reference}-3`, courier, service, payNow, extra: 0 });
      expect((await placed()).map(({ reference_id }) => reference_id)).to.have.members([reference, `${reference}-3`]);
      clock.now += 60 * minute;
      await purchases.settle();
      expect((await shop.gateway.find(`${reference}-2`))?.state, 'its earlier number').to.equal('cancelled');
    });

    it('are not cancelled by a word that is none', async () => {
      const { purchases, reference } = await openHalf();
      const mistake = await purchases.cancel(reference, { only: 'refuse' as 'refused' }).catch((error) => error);
      expect(mistake).to.be.instanceOf(TypeError);
      expect(shown((await purchases.find({ reference })) as PurchaseView)).to.deep.equal([
        'placed',
        'refused cod-unavailable',
      ]);
    });

    it('are not ordered again with a limit that is no sum', async () => {
      const { purchases, reference, find } = await openHalf();
      for (const mostExtra of [Number.NaN, -1, 0.5]) {
        const refused = await purchases.retry(reference, { mostExtra }).catch((thrown) => thrown);
        expect(refused.message).to.equal('mostExtra must be a whole number of rupiah.');
      }
      expect(shown(await find(reference))).to.deep.equal(['placed', 'refused cod-unavailable']);
    });

    it('have a list of the other services that cost no more, or so much more, the cheapest first', async () => {
      const { purchases, reference, half, shop } = await openHalf();
      const price = half.deliveries[1]?.price ?? 0;
      const rows = await shop.gateway.quote({ cart: { ...cart, session: 'staff' }, destination });
      const upTo = (most: number) =>
        rows
          .filter((row) => row.service !== 'sicepat/reg' && row.price - price <= most)
          .sort((one, other) => one.price - other.price)
          .map((row) => `${row.service} ${row.price}`);
      const listed = async (mostExtra?: number) =>
        (await purchases.services(reference, mostExtra === undefined ? {} : { mostExtra })).map(
          (one) => `${one.service} ${one.price}`,
        );
      expect(await listed()).to.deep.equal(upTo(0)).and.not.be.empty;
      expect(await listed(5_000))
        .to.deep.equal(upTo(5_000))
        .and.have.length.above(upTo(0).length);
      const [first] = await listed();
      expect(shown(await purchases.retry(reference, { service: first?.split(' ')[0] ?? '' }))).to.deep.equal([
        'placed',
        'placed',
      ]);
      expect(await listed(5_000), 'nothing is refused any more').to.deep.equal([]);
    });

    it('have no list once the money of the refused one went back: by another service, the shopper would pay again', async () => {
      const { purchases, reference, half, owed } = await openHalf();
      expect(await purchases.services(reference)).to.not.be.empty;
      await purchases.givenBack(reference, { id: half.payments[0]?.id ?? '', rupiah: owed });
      expect(await purchases.services(reference)).to.deep.equal([]);
      // As a receipt that was opened before has it.
      expect((await problem(purchases.retry(reference, { service: 'anteraja/reg', mostExtra: 50_000 }))).code).to.equal(
        'not-now',
      );
    });

    it('go by a dearer service, if the shop bears the difference', async () => {
      const { purchases, reference, half, shop } = await openHalf();
      const price = half.deliveries[1]?.price ?? 0;
      const rows = await shop.gateway.quote({ cart: { ...cart, session: 'staff' }, destination, couriers: ['jne'] });
      const dearer = rows.find((row) => row.price > price);
      const more = (dearer?.price ?? 0) - price;
      const after = await purchases.retry(reference, { service: dearer?.service ?? '', mostExtra: more });
      expect(shown(after)).to.deep.equal(['placed', 'placed']);
      expect([after.money.owed, after.deliveries[1]?.extra]).to.deep.equal([0, more]);
    });

    it('go by that dearer service once it has a price again', async () => {
      const { purchases, reference, half, shop, service, clock } = await openHalf();
      const price = half.deliveries[1]?.price ?? 0;
      const rows = await shop.gateway.quote({ cart: { ...cart, session: 'staff' }, destination, couriers: ['jne'] });
      const dearer = rows.find((row) => row.price > price);
      const more = (dearer?.price ?? 0) - price;
      service.rates.push({ courier_code: 'jne', type: 'surcharge', unit: 'percent', amount: 1 });
      Object.assign(service, { fault: 'status=503', at: '/v1/orders' });
      const waits = await purchases.retry(reference, { service: dearer?.service ?? '', mostExtra: more + 5_000 });
      expect(waits.deliveries[1]?.state).to.equal('to-ship');
      service.fault = '';
      clock.now += 15 * minute;
      await purchases.settle();
      const after = await purchases.find({ visit: 'visit-1', reference });
      expect(after?.deliveries[1]?.state).to.equal('placed');
    });
  });

  describe('of which one is paid and the courier collects the other', () => {
    async function openMixed(cash: boolean) {
      const opened = openPurchases();
      const { purchases, parcel, choice, call, service } = opened;
      const { reference } = await purchases.begin('visit-1');
      const accepted = await purchases.accept({ visit: 'visit-1', reference }, [
        await parcel({ choice: await choice(cash, 'jne/reg') }),
        await parcel({ choice: await choice(true, 'sicepat/reg') }),
      ]);
      if (!cash) await call(accepted);
      Object.assign(service, { fault: 'error=40002031', at: '/v1/orders', after: 1 });
      const half = await purchases.ship(reference);
      service.fault = '';
      return { ...opened, reference, half };
    }

    it('name a refused one to staff, although nothing is owed for it', async () => {
      const { purchases, half } = await openMixed(false);
      expect(shown(half)).to.deep.equal(['placed', 'refused cod-unavailable']);
      expect(half.money.owed).to.equal(0);
      expect((await purchases.attention()).map(({ attention }) => attention[0]?.reason)).to.deep.equal(['refused']);
    });

    it('have a list of the services that collect money at the door, if the courier was to collect it', async () => {
      const { purchases, reference, shop } = await openMixed(false);
      const question = { cart: { ...cart, session: 'staff' }, destination, cashOnDelivery: true };
      const collects = new Map((await shop.gateway.quote(question)).map((row) => [row.service, row.payAtDoor > 0]));
      const listed = await purchases.services(reference, { mostExtra: 1_000_000 });
      expect(listed.map(({ service }) => collects.get(service)))
        .to.include(true)
        .and.not.include(false);
      expect([...collects.values()]).to.include(false);
    });

    it('leave the shopper free to buy anew once one is on its way', async () => {
      const { purchases, reference, half } = await openMixed(true);
      expect(half.state).to.equal('refused');
      expect((await purchases.begin('visit-1', { after: reference })).reference).to.not.equal(reference);
    });
  });

  describe('that no driver came for', () => {
    /** Its courier has ended it, and the shop hears it. */
    async function openEnded(cashOnDelivery = false) {
      const opened = openPurchases();
      const { purchases, parcel, call, find, tell } = opened;
      const { reference } = await purchases.begin('visit-1');
      const accepted = await purchases.accept({ visit: 'visit-1', reference }, await parcel({}, cashOnDelivery));
      if (accepted.pay) await call(accepted);
      await purchases.ship(reference);
      await tell(reference, 'courier_not_found');
      return { ...opened, reference, accepted, ended: await find(reference) };
    }

    for (const cashOnDelivery of [false, true])
      it(`are ordered again once, under another number and at the accepted price${cashOnDelivery ? ', with COD' : ''}`, async () => {
        const { purchases, reference, accepted, ended, open, sent, clock } = await openEnded(cashOnDelivery);
        expect(ended.deliveries[0]).to.include({ state: 'placed', ended: 'courier_not_found' });
        const back = cashOnDelivery ? '' : ', and give the money back';
        expect(ended.attention[0]?.remedy).to.equal(
          `"retry ${reference}" orders it again, "retry ${reference} SERVICE" sends it by one of "services ${reference}", or "cancel ${reference}"${back}`,
        );
        // Staff come two days later, after other news of it, and press twice.
        clock.now += 48 * 60 * minute;
        await purchases.declined(reference, { id: 'another' });
        await Promise.allSettled([purchases.retry(reference), open().retry(reference)]);
        const after = await purchases.retry(reference);
        expect(shown(after)).to.deep.equal(['placed']);
        expect(after).to.deep.include({ state: 'shipped', giveBack: 0, attention: [], goods: accepted.goods });
        expect([after.pay, after.payAtDoor]).to.deep.equal([undefined, accepted.payAtDoor]);
        expect(after.deliveries[0]).to.include({ reference: `${reference}-2`, ended: undefined });
        expect(sent()).to.have.length(2);
      });

    it('are ordered again by staff who have heard of it before the shop', async () => {
      const { purchases, buy, tell } = openPurchases();
      const { reference } = (await buy()).accepted;
      await tell(reference, 'courier_not_found');
      const [delivery] = (await purchases.retry(reference)).deliveries;
      expect(delivery).to.include({ reference: `${reference}-2`, state: 'placed' });
    });

    it('are not ordered again by the verb for another one that waits', async () => {
      const { purchases, reference, tell, service, sent, clock } = await openTwo();
      Object.assign(service, { fault: 'error=balance', at: '/v1/orders', after: 1 });
      const [gone, waiting] = (await purchases.ship(reference)).deliveries;
      expect([gone?.state, waiting?.state]).to.deep.equal(['placed', 'to-ship']);
      await tell(gone?.reference ?? '', 'courier_not_found');
      await purchases.hear(reference);
      service.fault = '';
      // To the gateway, the same grant is the same order, and its answer is the same.
      clock.now += 1_000;
      const before = sent().length;
      const [first] = ((await purchases.attention())[0] as PurchaseView).attention.filter(
        ({ reason }) => reason === 'waits',
      );
      expect(first?.remedy).to.include(`"ship ${reference}" tries at once`);
      const after = await purchases.ship(reference);
      expect(shown(after)).to.deep.equal(['placed', 'placed']);
      expect(after.deliveries[0]).to.include({ reference, ended: 'courier_not_found' });
      expect(sent()).to.have.length(before + 1);
    });

    it('are named to staff a day later though the service tells nothing, and can still be ordered again', async () => {
      const { purchases, buy, move, find, shop, clock } = openPurchases({}, { tracking: true, webhooks: undefined });
      const { reference } = (await buy()).accepted;
      await move(reference, 'courier_not_found');
      const asked = () => shop.seen.filter(({ path }) => path.includes('/trackings/')).length;
      const pass = async (hours: number) => {
        for (; hours > 0; hours -= 1) {
          clock.now += 60 * minute;
          // Nor does the service hear of a shopper who looks.
          await find(reference);
          await purchases.settle();
        }
      };
      await pass(23);
      expect([asked(), (await find(reference)).deliveries[0]?.ended]).to.deep.equal([0, undefined]);
      await pass(1);
      expect([asked(), (await find(reference)).deliveries[0]?.ended]).to.deep.equal([1, 'courier_not_found']);
      const [line] = ((await purchases.attention())[0] as PurchaseView).attention;
      expect(line?.remedy).to.include(`"retry ${reference}" orders it again`);
    });

    it('are sold again if that is known once their addresses are gone', async () => {
      const { purchases, buy, clock, tell } = openPurchases();
      const { reference } = (await buy()).accepted;
      clock.now += 25 * 60 * minute;
      await purchases.settle();
      await tell(reference, 'courier_not_found');
      await purchases.hear(reference);
      const [{ attention }] = (await purchases.attention()) as [PurchaseView];
      expect(attention[0]?.remedy).to.equal(`"cancel ${reference}", and sell it again or give the money back`);
      expect((await problem(purchases.retry(reference))).message).to.equal(
        `Nothing of ${reference} can be ordered again: it is shipped.`,
      );
    });

    it('go by another service, and not at all at a price above the limit, or once their money went back', async () => {
      const { purchases, reference, accepted, service, find } = await openEnded();
      const other = (await purchases.services(reference)).find(({ service }) => !service.startsWith('jne/'));
      service.rates.push({ courier_code: 'jne', type: 'surcharge', unit: 'percent', amount: 10 });
      expect((await problem(purchases.retry(reference))).message).to.match(
        /^jne\/reg costs Rp \d+ more than was accepted/,
      );
      await purchases.givenBack(reference, { id: 'refund-1', rupiah: accepted.pay?.rupiah ?? 0 });
      expect((await problem(purchases.retry(reference))).code).to.equal('not-now');
      expect(await purchases.services(reference)).to.deep.equal([]);
      await purchases.paid(reference, { id: 'again', rupiah: accepted.pay?.rupiah ?? 0 });
      expect(shown(await purchases.retry(reference, { service: other?.service ?? '' }))).to.deep.equal(['placed']);
      expect((await find(reference)).deliveries[0]?.reference).to.equal(`${reference}-2`);
    });
  });

  it('keep numbers of their own when the shopper chooses again after staff had one of them sent by another service', async () => {
    const { purchases, parcel, choice, service, clock } = openPurchases();
    const { reference } = await purchases.begin('visit-1');
    const chosen = async (...services: string[]) =>
      Promise.all(services.map(async (one) => parcel({ choice: await choice(true, one) })));
    await purchases.accept({ visit: 'visit-1', reference }, await chosen('jne/reg', 'sicepat/reg'));
    clock.now += 5 * minute;
    service.rates.push({ courier_code: 'sicepat', type: 'surcharge', unit: 'percent', amount: 10 });
    await purchases.ship(reference);
    Object.assign(service, { fault: 'error=40002031', at: '/v1/orders', after: 0 });
    await purchases.retry(reference, { service: 'jne/reg', mostExtra: 50_000 });
    service.fault = '';
    for (let minutes = 0; minutes < 40; minutes++) {
      clock.now += minute;
      await purchases.settle();
    }
    const again = await purchases.accept({ visit: 'visit-1', reference }, await chosen('jne/yes', 'jne/reg'));
    expect(again.deliveries.map((one) => one.reference)).to.deep.equal([reference, `${reference}-3`]);
    expect(shown(await purchases.ship(reference))).to.deep.equal(['placed', 'placed']);
  });

  it('have a day of arrival by another service only if each of them has one', async () => {
    const { open, purchases, reference, service, shop } = await openTwo();
    for (const courier_code of ['jne', 'sicepat'])
      service.rates.push({ courier_code, type: 'surcharge', unit: 'percent', amount: 10 });
    const promise = { hand_over: '2026-11-26', cut_off: '16:00', until: '2026-11-26T16:00:00+07:00', later: false };
    const lastDay = async (days: Record<string, string>) => {
      const quote: typeof shop.gateway.quote = async (question) =>
        (await shop.gateway.quote(question)).map((row) => {
          const day = days[question.cart.session ?? ''];
          return { ...row, arrival: day === undefined ? day : { ...promise, first: day, last: day } };
        });
      const [first] = await open({ gateway: { ...shop.gateway, quote } }).services(reference, { mostExtra: 50_000 });
      return first && [first.arrival?.last];
    };
    await purchases.ship(reference);
    expect(await lastDay({ [reference]: '2026-11-28' })).to.deep.equal([undefined]);
    const both = { [reference]: '2026-11-28', [`${reference}-2`]: '2026-11-30' };
    expect(await lastDay(both)).to.deep.equal(['2026-11-30']);
  });

  it('stay named to staff if only one of two could be taken from its service', async () => {
    const { open, reference, service, shop, clock } = await openTwo();
    for (const courier_code of ['jne', 'sicepat'])
      service.rates.push({ courier_code, type: 'surcharge', unit: 'percent', amount: 10 });
    const cancel: typeof shop.gateway.cancel = async (what, reason) => {
      if (typeof what === 'object' && 'reference' in what && what.reference === `${reference}-2`)
        throw new Error('in doubt');
      return shop.gateway.cancel(what, reason);
    };
    const purchases = open({ gateway: { ...shop.gateway, cancel } });
    expect(shown(await purchases.ship(reference))).to.deep.equal(['refused price-changed', 'refused price-changed']);
    const both = (await purchases.services(reference, { mostExtra: 50_000 })).map(({ service }) => service);
    expect(both).to.include('anteraja/reg');
    expect(both, 'that of one of them').to.not.include('jne/reg').and.not.include('sicepat/reg');
    const half = await problem(purchases.retry(reference, { service: 'anteraja/reg', mostExtra: 50_000 }));
    expect(half.message).to.equal(`1 of 2 parcels of ${reference} can go by another service now.`);
    clock.now += 5 * minute;
    await purchases.settle();
    const after = await purchases.find({ visit: 'visit-1', reference });
    expect(after && shown(after)).to.deep.equal(['refused other-parcel', 'refused price-changed']);
    expect(after?.attention).to.have.length(2);
  });
});
