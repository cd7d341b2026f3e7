import { expect } from 'chai';
import type { DayTools } from './merchants-day.ts';
import type { Delivery, Visiting } from './woocommerce.ts';
import { press, shop } from './woocommerce-shop.ts';

/** A cart with goods of 150,000 of the shop in Jakarta and of 75,000 of a vendor in Surabaya, in two packages. */
export function withVendors(visiting: Visiting, { placed }: Pick<DayTools, 'placed'>): void {
  describe('a cart that a plugin for vendors splits', () => {
    const services = ['jne/reg', 'jne/oke'];
    const buy = async (payment: 'prepaid' | 'cash-on-delivery', chosen = services) => {
      await shop.ask('visit', { vendors: true });
      const visit = await visiting(shop.wordpress.url, shop.ask)({ postcode: '40111', vendors: true });
      const id = (await visit.buyPackages?.(chosen, payment)) ?? '';
      await shop.ask('run', {});
      return { id, goods: visit.goods, made: await placed() };
    };
    const deliveries = async (id: string): Promise<Delivery[]> => (await shop.ask('order', { id })).deliveries;

    it('sells one sum, and orders a delivery for each package from its vendor, which staff cancel one by one', async () => {
      const { id, goods, made } = await buy('prepaid');
      expect(made.map(({ courier }) => `${courier?.company}/${courier?.type}`)).to.deep.equal(services);
      expect(made.map(({ items }) => items?.map(({ name }) => name))).to.deep.equal([['Kain'], ['Sarung']]);
      expect(made.map(({ origin }) => origin?.contact_name)).to.deep.equal(['Toko Senja', 'Toko Melati']);
      const prices = made.map(({ price }) => price ?? Number.NaN) as [number, number];
      expect(await shop.day.total(id)).to.equal(goods + prices[0] + prices[1]);
      const { html } = await shop.ask('box', { id });
      for (const { waybill, reference } of await deliveries(id))
        expect(html).to.contain(waybill).and.contain(reference);
      await press(id, 'cancel-1');
      expect((await deliveries(id)).map(({ state }) => state)).to.deep.equal(['placed', 'cancelled']);
    });

    it('has each courier collect its own parcel, and asks staff about the one whose goods are refunded', async () => {
      const { id, made } = await buy('cash-on-delivery', ['jne/reg', 'jne/reg']);
      const collected = made.map(({ destination }) => destination?.cash_on_delivery?.amount ?? Number.NaN);
      const prices = made.map(({ price }) => price ?? Number.NaN);
      expect(collected.map((amount, index) => amount - (prices[index] ?? 0))).to.deep.equal([150_000, 75_000]);
      expect(collected.reduce((sum, amount) => sum + amount)).to.equal(await shop.day.total(id));
      await shop.ask('refund-line', { id, name: 'Sarung' });
      const rows = (await shop.ask('order', { id })).deliveries;
      expect(rows.map(({ attention }: { attention: number }) => attention)).to.deep.equal([0, 1]);
    });
  });
}
