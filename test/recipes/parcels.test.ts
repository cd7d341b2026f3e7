/** The recipes for parcels, as they stand, over the built package, a gateway and the sandbox. */
import { expect } from 'chai';
import { createPurchases } from '../../src/purchases/index.ts';
import type { AcceptedOffer } from '../../src/server.ts';
import { cart } from '../gateway/shop.ts';
import { contacts } from '../support/fixtures.ts';
import { openShop, recipe, rowOf } from './server-shop.ts';

/** Two parcels of one purchase, and the form that chooses `jne/reg` for each. */
async function openBasket() {
  const shop = openShop();
  const { gateway, keys, settings } = shop;
  const purchases = createPurchases({ gateway, keys, store: settings.store, log: () => {} });
  const other = { ...cart, origin: { origin_postal_code: 60231 }, subtotal: 90_000 };
  const parcels = { 'Kopi Senja': { cart, contacts }, 'Rumah Teduh': { cart: other, contacts } };
  const list = await Promise.all(
    Object.entries(parcels).map(async ([parcel, { cart: signed }]) => ({
      ...{ parcel, service: 'jne/reg', insurance: false, cashOnDelivery: false },
      offer: (await rowOf(shop, signed)).offer,
    })),
  );
  const formOf = (choices: object[]) => ({ shipping: JSON.stringify(choices), 'postal-code': '40111' });
  const { acceptedParcels, sumsOf } = await recipe('several-parcels.mjs');
  return { acceptedParcels, sumsOf, shop, purchases, parcels, list, formOf };
}

const goods = { 'Kopi Senja': cart.subtotal, 'Rumah Teduh': 90_000 };

describe('the recipes for parcels', () => {
  it('charge two parcels of one purchase, order each under its own number, and sum each up', async () => {
    const { acceptedParcels, sumsOf, shop, purchases, parcels, list, formOf } = await openBasket();
    expect(() => acceptedParcels(formOf(list.slice(1)), parcels)).to.throw('Choose a delivery for Kopi Senja.');
    const [first = '', ...others] = Object.keys(parcels);
    expect(() => acceptedParcels(formOf(list), { [first]: { cart, contacts } }), `${others}`).to.throw('has changed');
    const by = (couriers: string) =>
      acceptedParcels(formOf(list), { ...parcels, [first]: { cart, contacts, couriers } });
    expect(() => by('sicepat,anteraja'), 'a courier of another vendor').to.throw('for Kopi Senja.');
    expect(by('sicepat, jne')).to.have.lengthOf(2);
    const { reference } = await purchases.begin('visit-1');
    const key = { visit: 'visit-1', reference };
    const { pay, deliveries } = await purchases.accept(key, acceptedParcels(formOf(list), parcels));
    const sums: { parcel: string; goods: number; price: number }[] = sumsOf(goods, { deliveries });
    expect(sums.map(({ parcel, goods }) => [parcel, goods])).to.deep.equal(Object.entries(goods));
    expect(pay?.rupiah).to.equal(sums.reduce((sum, { goods, price }) => sum + goods + price, 0));
    await purchases.paid(pay?.id ?? '', { id: 'transaction-1', rupiah: pay?.rupiah ?? 0 });
    expect((await purchases.ship(reference)).state).to.equal('shipped');
    expect((await shop.entries()).map((entry) => entry.reference).sort()).to.deep.equal([reference, `${reference}-2`]);
  });

  it('owe each vendor its goods, also if the shop asks for less, and nothing before a choice', async () => {
    const { acceptedParcels, sumsOf, purchases, parcels, list, formOf } = await openBasket();
    const begun = await purchases.begin('visit-2');
    expect(sumsOf({}, begun)).to.deep.equal([]);
    const key = { visit: 'visit-2', reference: begun.reference };
    const { pay } = await purchases.accept(key, acceptedParcels(formOf(list), parcels));
    await purchases.paid(pay?.id ?? '', { id: 'transaction-2', rupiah: (pay?.rupiah ?? 0) - 10_000 });
    const waived = await purchases.waive(begun.reference);
    expect(waived.money.stands).to.equal((pay?.rupiah ?? 0) - 10_000);
    const sums: { parcel: string; goods: number }[] = sumsOf(goods, waived);
    expect(sums.map(({ parcel, goods }) => [parcel, goods])).to.deep.equal(Object.entries(goods));
  });

  it('split a basket by vendors, and by what each warehouse has', async () => {
    const { byVendor, byWarehouse } = await recipe('several-parcels.mjs');
    const [scarf, beans] = [
      { sku: 'scarf', quantity: 3 },
      { sku: 'beans', quantity: 2 },
    ];
    const lines = [
      { ...scarf, vendor: 'Rumah Teduh' },
      { ...beans, vendor: 'constructor' },
    ];
    expect(Object.entries(byVendor(lines))).to.deep.equal([
      ['Rumah Teduh', [scarf]],
      ['constructor', [beans]],
    ]);
    for (const sku of ['constructor', 'toString', '__proto__'])
      expect(byWarehouse([{ sku, quantity: 2 }], { Jakarta: {}, Surabaya: { [sku]: 1 } }), sku).to.deep.equal({
        parcels: Object.assign(Object.create(null), { Surabaya: [{ sku, quantity: 1 }] }),
        missing: [{ sku, quantity: 1 }],
      });
    const stocks = { Jakarta: { scarf: 2 }, constructor: { scarf: 9, beans: 1 } };
    const { parcels, missing } = byWarehouse([scarf, beans], stocks);
    expect({ parcels: Object.entries(parcels), missing }).to.deep.equal({
      parcels: [
        ['Jakarta', [{ ...scarf, quantity: 2 }]],
        [
          'constructor',
          [
            { ...scarf, quantity: 1 },
            { ...beans, quantity: 1 },
          ],
        ],
      ],
      missing: [{ ...beans, quantity: 1 }],
    });
  });

  it('send no piece from a warehouse twice, nor from one that owes some', async () => {
    const { byWarehouse } = await recipe('several-parcels.mjs');
    const [gift, plain] = [
      { sku: 'scarf', quantity: 2, note: 'as a gift' },
      { sku: 'scarf', quantity: 2 },
    ];
    const { parcels, missing } = byWarehouse([gift, plain], { Medan: { scarf: -2 }, Jakarta: { scarf: 3 } });
    expect({ parcels: Object.entries(parcels), missing }).to.deep.equal({
      parcels: [['Jakarta', [gift, { ...plain, quantity: 1 }]]],
      missing: [{ ...plain, quantity: 1 }],
    });
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
