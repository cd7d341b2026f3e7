/** The recipes for parcels, as they stand, over the built package, a gateway and the sandbox. */
import { expect } from 'chai';
import type { AcceptedOffer } from '../../src/server.ts';
import { cart, destination } from '../gateway/shop.ts';
import { contacts } from '../support/fixtures.ts';
import { openShop, recipe, rowOf } from './server-shop.ts';

describe('the recipes for parcels', () => {
  it('charge two parcels of one purchase, and order each under its own number', async () => {
    const shop = openShop();
    const { acceptedParcels, grantsFor } = await recipe('several-parcels.mjs');
    const carts = [cart, { ...cart, origin: { origin_postal_code: 60231 }, subtotal: 90_000 }];
    const rows = await Promise.all(carts.map((each) => rowOf(shop, each)));
    const form = Object.fromEntries(
      rows.flatMap((row, index) => [
        [`parcel-${index + 1}`, 'jne/reg'],
        [`parcel-${index + 1}-offer`, row.offer],
      ]),
    );
    const { offers, payNow } = await acceptedParcels(form, { carts, destination }, shop.keys);
    expect(payNow).to.equal(offers[0].price + offers[1].price + 240_000);
    for (const grant of await grantsFor(offers, [contacts, contacts], 'INV-7', shop.keys))
      expect((await shop.gateway.order(grant)).price).to.be.above(0);
    expect((await shop.entries()).map(({ reference }) => reference).sort()).to.deep.equal(['INV-7-1', 'INV-7-2']);
  });

  it('send an order again once, and after a cancellation under another number', async () => {
    const shop = openShop();
    const { createSendButton } = await recipe('send-again.mjs');
    const { acceptedOffer } = await recipe('charge-delivery.mjs');
    const row = await rowOf(shop);
    const offer: AcceptedOffer = await acceptedOffer(
      { shipping: 'jne/reg', 'shipping-offer': row.offer, 'postal-code': '40111' },
      cart,
      shop.keys,
    );
    let order: Record<string, unknown> = { offer: { ...offer, price: offer.price - 1_000 }, contacts };
    const orders = {
      find: async () => order,
      update: async (_reference: string, columns: object) => {
        order = { ...order, ...columns };
      },
    };
    const admin = createSendButton({ gateway: shop.gateway, orders, keys: shop.keys });
    const press = async (body: object = {}) =>
      (await admin.request('/orders/INV-7/send', { method: 'POST', body: JSON.stringify(body) })).json();

    expect(await press()).to.deep.equal({ shipping: 'refused', reason: 'price-changed', price: offer.price });
    const [sent, again] = await Promise.all([press({ price: offer.price }), press({ price: offer.price })]);
    expect(sent).to.include({ shipping: 'placed', id: order.id });
    expect(again).to.deep.equal(sent);
    await shop.gateway.cancel({ id: sent.id, reference: 'INV-7' }, 'Out of stock');
    expect((await press({ price: offer.price })).id).to.not.equal(sent.id);
    expect((await shop.entries()).map(({ reference }) => reference).sort()).to.deep.equal(['INV-7', 'INV-7-2']);
  });

  it('finds a delivery whose answer was lost, also when staff have corrected the address since, and names a wrong field', async () => {
    const shop = openShop({ timeouts: { pause: 0 } }, 'lost-answer');
    const { createSendButton } = await recipe('send-again.mjs');
    const { acceptedOffer } = await recipe('charge-delivery.mjs');
    const form = { shipping: 'jne/reg', 'shipping-offer': (await rowOf(shop)).offer, 'postal-code': '40111' };
    const offer: AcceptedOffer = await acceptedOffer(form, cart, shop.keys);
    let order: Record<string, unknown> = { offer, contacts: { ...contacts, destination_contact_phone: '17' } };
    const orders = {
      find: async () => order,
      update: async (_reference: string, columns: object) => {
        order = { ...order, ...columns };
      },
    };
    const admin = createSendButton({ gateway: shop.gateway, orders, keys: shop.keys });
    const press = async () => (await admin.request('/orders/INV-7/send', { method: 'POST', body: '{}' })).json();

    expect((await press()).reason).to.include('destination_contact_phone');
    order.contacts = contacts;
    expect(await press()).to.include({ shipping: 'unknown', reason: 'unconfirmed' });
    order.contacts = { ...contacts, destination_contact_phone: '081200000017' };
    await shop.gateway.settle();
    expect(await press()).to.include({ shipping: 'placed' });
    expect(order.id).to.equal((await shop.placed()).orders[0]?.id);
  });
});
