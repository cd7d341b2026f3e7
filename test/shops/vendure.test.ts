import { expect } from 'chai';
import { checkOptions, type ShipElementsOptions } from '../../src/shops/vendure/options.ts';
import { installShop } from './installed-shop.ts';
import { typeErrors } from './plugin-types.ts';
import { choose, failure, find, plain, testShop } from './scenarios.ts';
import type { Choice, Visit } from './shop.ts';
import { buyOnPage, startVendure, type VendureShop } from './vendure.ts';

let shop: VendureShop;

async function offered(visit: Visit, service = 'jne/reg'): Promise<Choice> {
  return { ...plain, service, offer: find(await visit.rates(plain), service).offer };
}

testShop(
  'Vendure',
  async (service) => {
    shop = await startVendure(service);
    return shop;
  },
  /CREATE_FULFILLMENT_ERROR/,
  buyOnPage,
  (placed) => {
    it('refuses a choice that changes after its price was added', async () => {
      const visit = await shop.visit();
      await choose(visit);
      await visit.set(await offered(visit, 'jne/yes'));
      expect(await failure(visit.checkOut('prepaid'))).to.contain('set the shipping method again');
    });

    it('drops a delivery that was chosen for other goods', async () => {
      const visit = await shop.visit();
      await choose(visit);
      await visit.ask('mutation { addItemToOrder(productVariantId: 2, quantity: 1) { __typename } }');
      expect(await failure(visit.checkOut('prepaid'))).to.contain('ORDER_STATE_TRANSITION_ERROR');
    });

    it('keeps the delivery of an order that the staff modify', async () => {
      const visit = await shop.visit();
      const { added: price } = await choose(visit);
      const id = await visit.checkOut('prepaid');
      await shop.staff('mutation ($id: ID!) { transitionOrderToState(id: $id, state: "Modifying") { __typename } }', {
        id,
      });
      const { modifyOrder } = await shop.staff<{ modifyOrder: { shippingWithTax: number } }>(
        `mutation ($id: ID!) { modifyOrder(input: { orderId: $id, dryRun: true,
          addItems: [{ productVariantId: 2, quantity: 1 }] }) { ... on Order { shippingWithTax } } }`,
        { id },
      );
      expect(modifyOrder.shippingWithTax).to.equal(price * 100);
    });

    it('orders another delivery after the first is cancelled', async () => {
      const visit = await shop.visit();
      await choose(visit);
      const id = await visit.checkOut('prepaid');
      await shop.send(id);
      await shop.cancel(id);
      await shop.send(id);
      const statuses = (await placed()).map(({ status }) => status);
      expect(statuses).to.deep.equal(['cancelled', 'confirmed']);
      expect(await shop.order(id)).to.include({ delivery: 'placed' });
    });

    it('refuses an address that no courier would take, before the payment', async () => {
      const visit = await shop.visit();
      const address = { streetLine1: 'Jalan Braga 8', countryCode: 'ID', postalCode: '40111' };
      await visit.ask(
        'mutation ($address: CreateAddressInput!) { setOrderShippingAddress(input: $address) { __typename } }',
        { address },
      );
      await choose(visit);
      expect(await failure(visit.checkOut('prepaid'))).to.contain('destination_contact_phone');
    });

    it('names the custom field of a product without a weight', async () => {
      const visit = await shop.visit();
      const weigh = (grams: number | null) =>
        shop.staff(
          `mutation ($grams: Int) { updateProductVariants(input: [{ id: 1, customFields: { shippingWeight: $grams } }]) { id } }`,
          { grams },
        );
      await weigh(null);
      expect(await failure(offered(visit))).to.contain('SCARF has no shippingWeight');
      await weigh(250);
    });
  },
);

describe('the plugin for Vendure', () => {
  it('names each option that is missing or wrong', () => {
    const wrong = { path: 'shipping', settleEvery: Number.NaN } as ShipElementsOptions;
    const [first, ...others] = ['store', 'origin', 'path', 'settleEvery', 'sender.origin_contact_name'];
    expect(() => checkOptions(wrong)).to.throw(new RegExp(`^${first} [^]*${others.join(' [^]*')} `));
  });

  it('has types that agree with Vendure’s', async () => {
    const folder = await installShop('vendure');
    expect(typeErrors('vendure', folder, ['@vendure/core', '@nestjs/graphql', 'graphql'])).to.equal('');
  }).timeout(120_000);
});
