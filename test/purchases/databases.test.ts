import { expect } from 'chai';
import type { GatewayStore } from '../../src/gateway/index.ts';
import { databases } from '../gateway/store/stores.ts';
import { openPurchases } from './shop.ts';

for (const [name, start] of Object.entries(databases)) {
  const database = await start();
  if (!database) continue;

  describe(`purchases in ${name}`, () => {
    let store: GatewayStore;
    before(async () => {
      store = await database.open();
    });
    after(async () => {
      await store.close();
      await database.end();
    }).timeout(30_000);

    it('are begun, accepted, paid, shipped and told once by two processes at the same time', async () => {
      const { purchases, open, parcel, call, told, sent } = openPurchases({}, { store });
      const other = open({ store });
      const both = [purchases, other];
      const [begun, again] = await Promise.all(both.map((one) => one.begin('visit-1')));
      const reference = begun?.reference ?? '';
      expect(again?.reference).to.equal(reference);
      const form = await parcel();
      const [accepted] = await Promise.all(both.map((one) => one.accept({ visit: 'visit-1', reference }, form)));
      if (!accepted) throw new Error('Nothing was accepted.');
      await Promise.all([call(accepted), call(accepted)]);
      await Promise.all(both.map((one) => one.settle()));
      const { state, money } = await other.ship(reference);
      const rupiah = accepted.pay?.rupiah;
      expect([state, money]).to.deep.equal(['shipped', { taken: rupiah, givenBack: 0, stands: rupiah, owed: 0 }]);
      expect(sent()).to.deep.equal(['/v1/orders']);
      expect(told.some((purchase) => purchase.state === 'shipped')).to.equal(true);
    }).timeout(30_000);

    it('count every payment that several processes hear at the same moment', async () => {
      const { purchases, open, accept } = openPurchases({}, { store });
      const { reference } = await accept();
      const other = open({ store });
      const ids = Array.from({ length: 6 }, (_, at) => `transaction-${at}`);
      await Promise.all(ids.map((id, at) => [purchases, other][at % 2]?.paid(reference, { id, rupiah: 1_000 })));
      const found = await purchases.find({ visit: 'visit-1', reference });
      expect(found?.money.taken).to.equal(6_000);
    }).timeout(30_000);

    it('owe what was cancelled, list it, and keep the sums when the person is erased', async () => {
      const { purchases, shop, accept, call } = openPurchases({}, { store });
      const accepted = await accept();
      const { reference, pay = { id: '', rupiah: 0 } } = accepted;
      await call(accepted);
      expect(await purchases.cancel(reference)).to.include({ state: 'cancelled', giveBack: pay.rupiah });
      expect((await purchases.attention()).map((purchase) => purchase.reference)).to.deep.equal([reference]);
      const transaction = { id: `test ${pay.id}`, rupiah: pay.rupiah };
      expect(await purchases.givenBack(pay.id, transaction)).to.include({ giveBack: 0 });
      expect(await purchases.attention()).to.deep.equal([]);
      await shop.gateway.erase(reference);
      const sums = { taken: pay.rupiah, givenBack: pay.rupiah, stands: 0, story: '', visit: '', parcels: null };
      expect(await store.purchases.find(shop.account, reference)).to.include(sums);
      // The provider calls once more.
      expect((await call(accepted)).status).to.equal(200);
      expect(await store.purchases.find(shop.account, reference)).to.include(sums);
      const lines = (await purchases.attention()).flatMap(({ attention }) => attention.map(({ what }) => what));
      expect(lines.join()).to.include(`calls ${transaction.id} of erased `);
      await purchases.letGo(reference);
      expect(await purchases.attention()).to.deep.equal([]);
    });

    it('go on after a clock that was a year ahead is set back', async () => {
      const { purchases, shop, clock, accept, call, find, service } = openPurchases({}, { store });
      const year = 365 * 24 * 3_600_000;
      clock.now += year;
      const accepted = await accept();
      await call(accepted);
      service.fault = 'status=503';
      expect((await purchases.ship(accepted.reference)).state).to.equal('booking');
      service.fault = '';
      clock.now -= year - 3_600_000;
      expect(await store.dueAccounts(clock.now)).to.include(shop.account);
      for (let hour = 0; hour < 3; hour++) {
        await purchases.settle();
        await shop.gateway.settle();
        clock.now += 3_600_000;
      }
      expect((await find(accepted.reference)).state).to.equal('shipped');
    });

    it('are removed after a day if nothing was accepted', async () => {
      const { purchases, shop, clock } = openPurchases({}, { store });
      const { reference } = await purchases.begin('visit-1');
      clock.now += 25 * 3_600_000;
      expect(await store.dueAccounts(clock.now)).to.include(shop.account);
      await purchases.settle();
      expect(await store.purchases.find(shop.account, reference)).to.equal(undefined);
    });
  });
}
