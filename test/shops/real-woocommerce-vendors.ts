import { expect } from 'chai';
import type { DayTools } from './merchants-day.ts';
import type { RealVisiting } from './real-woocommerce.ts';
import { failure } from './scenarios.ts';
import type { Delivery } from './woocommerce.ts';
import { press, shop } from './woocommerce-shop.ts';

/** A cart with goods of 150,000 of the shop in Jakarta and of 80,000 of a vendor in Surabaya, in two packages. */
export function withVendors(visiting: RealVisiting, { placed }: Pick<DayTools, 'placed'>): void {
  describe('a cart that a plugin for vendors splits', () => {
    const deliveries = async (id: string): Promise<(Delivery & { attention: number })[]> =>
      (await shop.ask('order', { id })).deliveries;
    const choose = async (payment: 'prepaid' | 'cash-on-delivery') => {
      await shop.ask('visit', { vendors: true });
      const visit = await visiting(shop.wordpress.url, shop.ask)({ postcode: '40111', vendors: true });
      return { visit, services: await visit.choosePackages(payment) };
    };
    /** The scheduler takes what is due in any order: the orders at the service stand here as their parcels do. */
    const madeOf = async (id: string) => {
      await shop.ask('run', {});
      const all = await placed();
      const made = (await deliveries(id)).map(({ service_id }) => all.find((order) => order.id === service_id));
      expect(all).to.have.lengthOf(made.length);
      return made;
    };
    const buy = async (payment: 'prepaid' | 'cash-on-delivery') => {
      const { visit, services } = await choose(payment);
      const id = await visit.pay(payment);
      return { id, services, made: await madeOf(id), total: await shop.day.total(id) };
    };

    it('sells one sum, and orders a delivery for each package from its vendor, which staff cancel one by one, and none for the vendors’ copies', async () => {
      const { id, services, made, total } = await buy('prepaid');
      expect(made.map((order) => `${order?.courier?.company}/${order?.courier?.type}`)).to.deep.equal(services);
      expect(made.map((order) => order?.items?.map(({ name }) => name))).to.deep.equal([['Kain'], ['Songket']]);
      expect(made.map((order) => order?.origin?.contact_name)).to.deep.equal(['Toko Senja', 'Toko Melati']);
      expect(made.reduce((sum, order) => sum + (order?.price ?? Number.NaN), 230_000)).to.equal(total);
      const { html } = await shop.ask('box', { id });
      for (const { waybill, reference } of await deliveries(id))
        expect(html).to.contain(waybill).and.contain(reference);
      expect((await shop.ask('order', { id })).copies).to.deep.equal(Array(2).fill(['processing', null]));
      await press(id, 'cancel-1');
      expect((await deliveries(id)).map(({ state }) => state)).to.deep.equal(['placed', 'cancelled']);
    });

    it('refuses once where goods of a package are added in another tab, and orders them with the next click', async () => {
      const { visit, services } = await choose('prepaid');
      await visit.addInOtherTab();
      expect(await failure(visit.pay('prepaid'))).to.contain('Delivery prices have changed');
      const id = await visit.pay('prepaid');
      const made = await madeOf(id);
      expect(made.map((order) => `${order?.courier?.company}/${order?.courier?.type}`)).to.deep.equal(services);
      const goods = made.map((order) => order?.items?.map(({ name, quantity }) => [name, quantity]));
      expect(goods).to.deep.equal([[['Kain', 2]], [['Songket', 2]]]);
      expect(made.reduce((sum, order) => sum + (order?.price ?? Number.NaN), 310_000)).to.equal(
        await shop.day.total(id),
      );
    });

    it('makes the lines of an order anew after a refusal, where they were made before the plugin knew packages', async () => {
      const { visit } = await choose('prepaid');
      await shop.ask('visit', { vendors: true, forgets: true });
      expect(await failure(visit.pay('prepaid'))).to.contain('Delivery prices have changed');
      await shop.ask('visit', { vendors: true });
      expect(await madeOf(await visit.pay('prepaid'))).to.have.lengthOf(2);
    });

    it('has each courier collect its own parcel, and asks staff about the one whose goods are refunded', async () => {
      const { id, made, total } = await buy('cash-on-delivery');
      const collected = made.map((order) => order?.destination?.cash_on_delivery?.amount ?? Number.NaN);
      const { parcels } = (await shop.ask('order', { id })).terms;
      expect(collected.map((amount, index) => amount - parcels[index].price)).to.deep.equal([150_000, 80_000]);
      expect(collected.reduce((sum, amount) => sum + amount)).to.equal(total);
      await shop.ask('refund-line', { id, name: 'Songket' });
      expect((await deliveries(id)).map(({ attention }) => attention)).to.deep.equal([0, 1]);
    });
  });
}
