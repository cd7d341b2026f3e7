import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { checkOptions, type ShipElementsOptions } from '../../src/shops/vendure/options.ts';
import { type Offer, signOffer } from '../../src/tokens/index.ts';
import { installShop } from './installed-shop.ts';
import { typeErrors } from './plugin-types.ts';
import { testShop } from './scenarios.ts';
import type { Choice } from './shop.ts';
import { buyOnPage, startVendure, type VendureShop, type VendureVisit } from './vendure.ts';

let shop: VendureShop;

/** The secret of the example shop is public. */
const keys = { account: 'toko-senja', current: { kid: 'demo', secret: 'the-demo-has-no-secret-that-matters' } };

async function offered(visit: VendureVisit, service = 'jne/reg'): Promise<Choice> {
  const switches = { insured: false, cashOnDelivery: false };
  const { offer } = (await visit.rates(switches)).find((rate) => rate.service === service) ?? { offer: '' };
  return { service, offer, ...switches };
}

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing failed',
    ({ message }: Error) => message,
  );

testShop(
  'Vendure',
  async (service) => {
    shop = await startVendure(service);
    return shop;
  },
  buyOnPage,
  (placed) => {
    it('refuses a choice that changes after its price was added', async () => {
      const visit = await shop.visit();
      await visit.choose(await offered(visit));
      await visit.set(await offered(visit, 'jne/yes'));
      expect(await failure(visit.checkOut('prepaid'))).to.contain('set the shipping method again');
    });

    it('drops a delivery that was chosen for other goods', async () => {
      const visit = await shop.visit();
      await visit.choose(await offered(visit));
      await visit.ask('mutation { addItemToOrder(productVariantId: 2, quantity: 1) { __typename } }');
      expect(await failure(visit.checkOut('prepaid'))).to.contain('ORDER_STATE_TRANSITION_ERROR');
    });

    it('orders at a higher price only if the staff accept it', async () => {
      const visit = await shop.visit();
      const choice = await offered(visit);
      const claims = decodeJwt<Offer>(choice.offer);
      const { shipping = 0 } = claims.parts ?? {};
      const cheaper = {
        ...claims,
        price: claims.price - 1_000,
        parts: { ...claims.parts, shipping: shipping - 1_000 },
      };
      await visit.choose({ ...choice, offer: await signOffer(cheaper, keys) });
      const id = await visit.checkOut('prepaid');
      expect(await failure(shop.send(id))).to.contain('CREATE_FULFILLMENT_ERROR');
      expect(await placed()).to.deep.equal([]);
      await shop.send(id, true);
      expect(await placed()).to.have.lengthOf(1);
    });

    it('keeps the delivery of an order that the staff modify', async () => {
      const visit = await shop.visit();
      const price = await visit.choose(await offered(visit));
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
      await visit.choose(await offered(visit));
      const id = await visit.buy('prepaid');
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
      await visit.choose(await offered(visit));
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
