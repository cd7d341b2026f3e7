import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { installExample } from '../support/installed-example.ts';
import { buyOnPage, type MedusaShop, startMedusa } from './medusa.ts';
import { startFromDocs } from './medusa-from-docs.ts';
import { widgetScript } from './medusa-widget.ts';
import { merchantsDay } from './merchants-day.ts';
import { docsErrors, typeErrors } from './plugin-types.ts';
import { buy, choose, failure, plain, testShop } from './scenarios.ts';
import { type Service, startService } from './service.ts';
import { clockTolerance, endingOffer, track } from './shop.ts';

let shop: MedusaShop;

testShop(
  'Medusa',
  async (service) => {
    shop = await startMedusa(service);
    return shop;
  },
  /higher price/,
  buyOnPage,
  (placed, tools) => {
    merchantsDay({
      ...tools,
      shop: () => shop,
      hasAreas: true,
      acceptsAhead: true,
      paysThenOrders: true,
      addsGoods: true,
      authorised: 'prepaid',
      paysBack: true,
      cancelsFirst: true,
      hasShopApi: true,
      waitsToErase: true,
    });

    it('sells only with the payment that the switch for cash on delivery asks for', async () => {
      const [paid, collected] = [await shop.visit(), await shop.visit()];
      await choose(paid);
      await choose(collected, { ...plain, cashOnDelivery: true });
      expect(await failure(paid.checkOut('cash-on-delivery'))).to.contain('Switch cash on delivery on, or pay now.');
      expect(await failure(collected.checkOut('prepaid'))).to.contain(
        'Pay at the door, or switch cash on delivery off.',
      );
    });

    it('has no price for another country of a region, and asks nobody', async () => {
      const { call, visitAddress } = shop.client;
      const { regions } = await call<{ regions: [{ id: string }] }>('/admin/regions');
      await call(`/admin/regions/${regions[0].id}`, { countries: ['id', 'my'] });
      const asked = tools.service().questions;
      const cart = await visitAddress({ country_code: 'my', city: 'Kuala Lumpur', postal_code: '50450' });
      expect(await failure(call(`/store/carts/${cart}/shipping`))).to.contain('in Malaysia');
      expect(tools.service().questions).to.equal(asked);
    });

    it('takes a delivery off the cart that was for other goods, asks nobody, and sells after a new choice', async () => {
      const visit = await shop.visit();
      const { added: light } = await choose(visit);
      const asked = tools.service().questions;
      expect(await visit.takeMore()).to.equal(0);
      expect(tools.service().questions).to.equal(asked);
      expect(await failure(visit.checkOut('prepaid'))).to.contain('choose the delivery again');
      expect((await choose(visit)).added).to.be.above(light);
      await visit.checkOut('prepaid');
    });

    it('orders once if the staff ask for the delivery twice', async () => {
      const id = await buy(shop);
      const clicks = await Promise.allSettled([shop.send(id), shop.send(id)]);
      expect(clicks.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected']);
      expect((await placed()).map(({ status }) => status)).to.deep.equal(['confirmed']);
      expect(await shop.order(id)).to.include({ delivery: 'placed' });
    });

    it('shows the shopper waybill and link of a delivery, and no name, phone or street', async () => {
      const id = await buy(shop);
      tools.service().loseNextAnswer();
      await shop.send(id);
      const readable = async () => {
        const order = await shop.client.call(`/store/orders/${id}?fields=*fulfillments,shipping_methods.data`);
        return JSON.stringify(order);
      };
      expect(await readable())
        .to.contain('"waiting"')
        .and.not.match(/Siti|08129|Braga/);
      await tools.settled(id);
      expect(await readable())
        .to.contain('"placed"')
        .and.contain(`"waybill":"${(await placed())[0]?.courier?.waybill_id}"`)
        .and.match(/"link":"http[^"]+\/track\.html#t=/)
        .and.not.match(/Siti|08129|Braga/);
    });

    it('sells at no accepted price whose offer has ended, unless the payment had begun', async () => {
      const visits = [await shop.visit(), await shop.visit()] as const;
      const [late, begun] = visits;
      const [rate] = (await late.rates(plain)).filter(({ service }) => service === 'jne/reg');
      const offer = await endingOffer(rate?.offer ?? '', shop.client.keys, 20);
      for (const visit of visits) await visit.choose({ ...plain, service: 'jne/reg', offer });
      await begun.toPayment();
      const ends = Number(decodeJwt(offer).exp) * 1_000 + clockTolerance;
      while (Date.now() <= ends) await new Promise((resume) => setTimeout(resume, 50));
      expect(await failure(late.checkOut('prepaid'))).to.contain('choose the delivery again');
      const { charged } = await shop.order(await begun.pay('prepaid'));
      expect(charged).to.equal(begun.goods + Number(rate?.price));
    });

    it('cancels a fulfillment when the service has cancelled its label, and its order after that', async () => {
      const id = await buy(shop);
      await shop.send(id);
      tools.service().isDown = true;
      expect(await failure(shop.cancel(id))).to.contain('is being cancelled at the service');
      tools.service().isDown = false;
      const isCancelled = async () => (await shop.order(id)).delivery === 'cancelled';
      const deadline = Date.now() + 60_000;
      while (!(await isCancelled()) && Date.now() < deadline)
        await Promise.all([shop.settle(), shop.day.other.settle()]);
      expect((await placed()).map(({ status }) => status)).to.deep.equal(['cancelled']);
      expect((await shop.day.view(id)).words).to.equal('To be sent');
      await shop.day.cancelOrder(id);
      expect((await shop.day.view(id)).words).to.equal('Nothing to send');
    });

    it('goes on cancelling a delivery whose fulfillment an earlier version cancelled first', async () => {
      const id = await buy(shop);
      await shop.send(id);
      tools.service().isDown = true;
      await failure(shop.cancel(id));
      await shop.cancelFirst();
      expect((await shop.day.view(id)).words).to.equal('Being cancelled at the service');
      tools.service().isDown = false;
      const deadline = Date.now() + 60_000;
      while ((await shop.day.view(id)).words === 'Being cancelled at the service' && Date.now() < deadline)
        await shop.settle();
      expect((await placed()).map(({ status }) => status)).to.deep.equal(['cancelled']);
      expect((await shop.day.view(id)).words).not.to.equal('Being cancelled at the service');
    });

    it('tells the staff that the courier has ended a delivery, once the tracking page has heard of it', async () => {
      const id = await buy(shop);
      await shop.send(id);
      const [made] = await placed();
      await tools.service().end(made?.id ?? '', 'courier_not_found');
      const { attention, trackingLink } = await shop.day.view(id);
      expect(attention).to.equal(undefined);
      await track(trackingLink);
      expect((await shop.day.view(id)).attention).to.contain('no driver was found');
      await shop.cancel(id);
      await shop.send(id);
      expect((await shop.day.view(id)).attention).to.equal(undefined);
    });

    it('erases the delivery of a customer whom staff delete, also one that is sent afterwards, once it has ended', async () => {
      const { call } = shop.client;
      const [sent, later] = [await buy(shop), await buy(shop)];
      tools.service().loseNextAnswer();
      await shop.send(sent);
      for (const id of [sent, later]) await shop.day.erase(id);
      await shop.send(later);
      for (const id of [sent, later]) {
        const read = async () =>
          JSON.stringify(await call(`/admin/orders/${id}?fields=*fulfillments,*fulfillments.labels`));
        const { waybill = '', shippingId } = await tools.settled(id);
        expect(await read(), 'it is open')
          .to.contain(waybill)
          .and.contain(shippingId);
        await shop.cancel(id);
        const deadline = Date.now() + 60_000;
        while ((await read()).includes(waybill) && Date.now() < deadline) await shop.settle();
        expect(await read())
          .to.contain('"waybill":null')
          .and.not.contain(waybill);
      }
    });

    it('exports what the gateway keeps of an order', async () => {
      const id = await buy(shop);
      await shop.send(id);
      const { deliveries } = await shop.client.call<{ deliveries: { reference: string; orders: { id: string }[] }[] }>(
        `/admin/orders/${id}/deliveries/export`,
      );
      expect(deliveries.map(({ reference, orders }) => [reference, orders[0]?.id])).to.deep.equal([
        [id, (await placed())[0]?.id],
      ]);
    });

    it('brings a widget for the order’s page of Medusa’s dashboard, in the language of the dashboard', async () => {
      const script = await widgetScript(await installExample('shops/medusa'));
      const id = await shop.sellTooCheap();
      const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
      const page = await browser.newPage();
      // This page signs the staff in, and the dashboard has a cookie.
      const token = page.waitForResponse(/emailpass/).then(async (answer) => (await answer.json()).token);
      await page.goto(`${shop.page}staff.html#${id}`);
      await page.evaluate(
        async (signedIn) => {
          await fetch('/auth/session', { method: 'POST', headers: { authorization: `Bearer ${signedIn}` } });
          localStorage.setItem('lng', 'id');
        },
        await token,
      );
      await page.addScriptTag({ content: script, type: 'module' });
      const widget = page.locator('#ship-elements-delivery');
      await widget.getByText('Belum dikirim').waitFor();
      await widget.getByText('Dijanjikan tiba').waitFor();
      await widget.getByRole('button', { name: 'Pesan pengiriman' }).click();
      await widget.getByText('Perlu perhatian').waitFor();
      await widget.getByRole('button', { name: 'Kirim dengan harga lebih tinggi', disabled: false }).click();
      await widget.getByText('Pengiriman sudah dipesan').waitFor();
      const [made] = await placed();
      await widget.getByText(made?.courier?.waybill_id ?? '').waitFor();
      const link = widget.getByRole('link', { name: 'Lacak paket' });
      expect(await link.getAttribute('href')).to.equal((await shop.day.view(id)).trackingLink);
      expect(await widget.getByRole('button').count()).to.equal(0);
      await tools.service().end(made?.id ?? '', 'picked');
      await failure(shop.cancel(id));
      await page.reload();
      await page.addScriptTag({ content: script, type: 'module' });
      const attention = widget.getByText(/^Pengiriman tidak dibatalkan/);
      await attention.waitFor();
      await widget.getByRole('button', { name: 'Tetap kirim' }).click();
      await attention.waitFor({ state: 'detached' });
      await browser.close();
    });

    it('sends what is left after a part was sent by hand', async () => {
      const { call, orderOf, visit: open } = shop.client;
      const visit = await open();
      await visit.take(3);
      await choose(visit);
      const id = await visit.checkOut('prepaid');
      const { shipping_options } = await call<{ shipping_options: { id: string; name: string }[] }>(
        '/admin/shipping-options',
      );
      const byHand = shipping_options.find(({ name }) => name === 'Pick up in store');
      const [item] = (await orderOf(id)).items;
      const items = [{ id: item?.id, quantity: 1 }];
      await call(`/admin/orders/${id}/fulfillments`, { items, shipping_option_id: byHand?.id });
      await shop.day.tryAgain(id);
      expect((await placed()).map((made) => made.items?.map(({ quantity }) => quantity))).to.deep.equal([[2]]);
      expect(await failure(shop.day.tryAgain(id))).to.equal('nothing failed');
      expect(await placed()).to.have.lengthOf(1);
    });

    it('does not send what was paid back in full, neither now nor while it waits', async () => {
      const { call } = shop.client;
      const payBack = async (id: string) => {
        type Paid = { order: { payment_collections: { payments: { id: string; amount: number }[] }[] } };
        const { order } = await call<Paid>(`/admin/orders/${id}?fields=payment_collections.payments.*`);
        const payment = order.payment_collections[0]?.payments[0];
        await call(`/admin/payments/${payment?.id}/refund`, { amount: payment?.amount });
      };
      const [waits, paidBack] = [await buy(shop), await buy(shop)];
      await payBack(paidBack);
      expect(await failure(shop.send(paidBack))).to.contain('paid back');
      // No price is kept for this place, so that nothing can be sent before the service answers.
      await shop.day.correct(waits, { postalCode: 40_117 });
      tools.service().isDown = true;
      await shop.send(waits);
      tools.service().isDown = false;
      await payBack(waits);
      expect(await tools.settled(waits)).to.include({ delivery: 'refused' });
      expect(await placed()).to.deep.equal([]);
    });

    it('forgets the choice of a shopper who picks the goods up', async () => {
      const visit = await shop.visit();
      await choose(visit);
      await visit.pickUp();
      const id = await visit.checkOut('prepaid');
      expect((await shop.day.view(id)).words).to.equal('Nothing to send');
      expect(await failure(shop.day.tryAgain(id))).to.contain('has chosen no delivery of ship-elements');
      expect((await shop.client.orderOf(id)).fulfillments).to.deep.equal([]);
    });

    /** What the page of the staff lists. */
    const deliveriesOf = async (id: string) =>
      (
        await shop.client.call<{
          deliveries: { words: string; goods: string; arrival: object | null; attention: string | null }[];
        }>(`/admin/orders/${id}/deliveries`)
      ).deliveries;

    for (const payment of ['prepaid', 'cash-on-delivery'] as const)
      it(`sends what staff add after the label as a further parcel, and names its goods before: ${payment}`, async () => {
        const id = await buy(shop, payment);
        await shop.send(id);
        const name = await shop.day.add?.(id);
        const [first, second] = await deliveriesOf(id);
        expect(first?.arrival).to.have.keys('first', 'last', 'hand_over', 'cut_off', 'until', 'later');
        expect(first?.attention).to.equal(null);
        expect(second).to.include({ words: 'To be sent', goods: `3 × ${name}` });
        await shop.day.tryAgain(id, true);
        const made = await placed();
        expect(made.map(({ items }) => items?.map((item) => item.quantity))).to.deep.equal([[1], [3]]);
        const ordered = { words: 'The delivery is ordered', attention: null };
        const seen = (await deliveriesOf(id)).map(({ words, attention }) => ({ words, attention }));
        expect(seen).to.deep.equal([ordered, ordered]);
        const collected = made.map(({ destination }) => Number(destination?.cash_on_delivery?.amount ?? 0));
        const paid = (await shop.order(id)).charged;
        expect(collected.reduce((sum, amount) => sum + amount, paid)).to.equal(await shop.day.total(id));
      });

    it('does not send what staff added and nobody has paid, and sends it when it is marked as paid', async () => {
      const visit = await shop.visit();
      await choose(visit);
      const id = await visit.checkOut('prepaid');
      await shop.day.setQuantity(id, 3, false);
      const missing = `The order is not paid: Rp ${2 * visit.goods} are missing.`;
      expect(await failure(shop.send(id, true))).to.contain(missing);
      expect(await placed()).to.deep.equal([]);
      await shop.client.payRest(id);
      await shop.send(id, true);
      expect((await placed()).map(({ items }) => items?.map(({ quantity }) => quantity))).to.deep.equal([[3]]);
    });

    it('counts the pieces of a kit, and sends one more of it as a further parcel', async () => {
      const { call, channel, orderOf, visit: open } = shop.client;
      const { stock_locations } = await call<{ stock_locations: { id: string }[] }>('/admin/stock-locations');
      const part = async (sku: string, required_quantity: number) => {
        const { inventory_item } = await call<{ inventory_item: { id: string } }>('/admin/inventory-items', { sku });
        const level = { location_id: stock_locations[0]?.id, stocked_quantity: 100 };
        await call(`/admin/inventory-items/${inventory_item.id}/location-levels`, level);
        return { inventory_item_id: inventory_item.id, required_quantity };
      };
      const { shipping_options } = await call<{ shipping_options: { name: string; shipping_profile_id: string }[] }>(
        '/admin/shipping-options',
      );
      const profile = shipping_options.find(({ name }) => name === 'Delivery')?.shipping_profile_id;
      const { product } = await call<{ product: { variants: [{ id: string }] } }>('/admin/products', {
        ...{ title: 'Tea set', status: 'published', shipping_profile_id: profile, sales_channels: [{ id: channel }] },
        options: [{ title: 'Size', values: ['One'] }],
        variants: [
          {
            ...{ title: 'Tea set', sku: 'TEA', weight: 1_500, options: { Size: 'One' } },
            inventory_items: [await part('CUP', 4), await part('POT', 2)],
            prices: [{ amount: 185_000, currency_code: 'idr' }],
          },
        ],
      });
      const visit = await open({ variant: product.variants[0].id });
      await visit.take(2);
      await choose(visit);
      const id = await visit.checkOut('prepaid');
      const [item] = (await orderOf(id)).items;
      const one = call(`/admin/orders/${id}/fulfillments`, { items: [{ id: item?.id, quantity: 1 }] });
      expect(await failure(one)).to.contain('Left are 2 × Tea set');
      await shop.send(id);
      await shop.day.setQuantity(id, 3);
      expect((await deliveriesOf(id)).map(({ goods }) => goods)).to.deep.equal(['2 × Tea set', '1 × Tea set']);
      await shop.day.tryAgain(id, true);
      expect((await placed()).map(({ items }) => items?.map(({ quantity }) => quantity))).to.deep.equal([[2], [1]]);
    });

    for (const kind of ['claim', 'exchange'] as const)
      it(`sends the replacement of ${kind === 'claim' ? 'a claim' : 'an even exchange'}, whose delivery costs the shopper nothing`, async () => {
        const { call, orderOf } = shop.client;
        const id = await buy(shop);
        await shop.send(id);
        const [item] = (await orderOf(id)).items;
        const { shipping_options } = await call<{ shipping_options: { id: string; name: string }[] }>(
          '/admin/shipping-options',
        );
        const option = shipping_options.find(({ name }) => name === 'Delivery');
        const { products } = await call<{ products: [{ variants: [{ id: string }] }] }>('/store/products');
        const isClaim = kind === 'claim';
        const opened = { order_id: id, ...(isClaim && { type: 'replace' }) };
        const { [kind]: begun } = await call<Record<string, { id: string }>>(`/admin/${kind}s`, opened);
        const path = `/admin/${kind}s/${begun?.id}`;
        const back = { id: item?.id, quantity: 1, ...(isClaim && { reason: 'wrong_item' }) };
        await call(`${path}/${isClaim ? 'claim-items' : 'inbound/items'}`, { items: [back] });
        await call(`${path}/outbound/items`, { items: [{ variant_id: products[0].variants[0].id, quantity: 1 }] });
        await call(`${path}/outbound/shipping-method`, { shipping_option_id: option?.id });
        await call(`${path}/request`, {});
        await shop.day.tryAgain(id, true);
        expect(await placed()).to.have.lengthOf(2);
      });

    it('orders another delivery after the first is cancelled', async () => {
      const id = await buy(shop);
      await shop.send(id);
      const first = await shop.order(id);
      await shop.cancel(id);
      await shop.send(id);
      const second = await shop.order(id);
      expect(second.delivery).to.equal('placed');
      expect(second.shippingId).not.to.equal(first.shippingId);
    });

    // After all others, because the shop has two locations from here on.
    describe('a shop with two stock locations', () => {
      it('sells from two stock locations: each delivery starts at its own, and both together collect what is due', async () => {
        const { call, channel, visitAddress } = shop.client;
        const address = { address_1: 'Jalan Rungkut 5', city: 'Surabaya', country_code: 'id' };
        const { stock_location: surabaya } = await call<{ stock_location: { id: string } }>('/admin/stock-locations', {
          ...{ name: 'Gudang', address: { ...address, postal_code: '60293', phone: '081234500003' } },
        });
        const path = `/admin/stock-locations/${surabaya.id}`;
        await call(`${path}/sales-channels`, { add: [channel] });
        await call(`${path}/fulfillment-providers`, { add: ['ship-elements_ship'] });
        const { stock_location } = await call<{ stock_location: { fulfillment_sets: [{ id: string }] } }>(
          `${path}/fulfillment-sets?fields=*fulfillment_sets`,
          { name: 'Surabaya', type: 'shipping' },
        );
        const { fulfillment_set } = await call<{ fulfillment_set: { service_zones: [{ id: string }] } }>(
          `/admin/fulfillment-sets/${stock_location.fulfillment_sets[0].id}/service-zones`,
          { name: 'Surabaya', geo_zones: [{ type: 'country', country_code: 'id' }] },
        );
        const { shipping_profile } = await call<{ shipping_profile: { id: string } }>('/admin/shipping-profiles', {
          ...{ name: 'Surabaya', type: 'surabaya' },
        });
        const { shipping_option } = await call<{ shipping_option: { id: string } }>('/admin/shipping-options', {
          ...{ name: 'Delivery from Surabaya', price_type: 'calculated', provider_id: 'ship-elements_ship' },
          ...{ service_zone_id: fulfillment_set.service_zones[0].id, shipping_profile_id: shipping_profile.id },
          ...{ data: { id: 'ship-elements' }, prices: [] },
          type: { label: 'Surabaya', description: 'From Surabaya', code: 'surabaya' },
        });
        const { product } = await call<{ product: { variants: [{ id: string }] } }>('/admin/products', {
          ...{ title: 'Teak stool', status: 'published', shipping_profile_id: shipping_profile.id },
          ...{ sales_channels: [{ id: channel }], options: [{ title: 'Size', values: ['One'] }] },
          variants: [
            {
              ...{
                title: 'Teak stool',
                sku: 'STOOL',
                weight: 2_000,
                manage_inventory: false,
                options: { Size: 'One' },
              },
              prices: [{ amount: 250_000, currency_code: 'idr' }],
            },
          ],
        });
        const cart = `/store/carts/${await visitAddress({})}`;
        await call(`${cart}/line-items`, { variant_id: product.variants[0].id, quantity: 1 });
        const { shipping_options } = await call<{ shipping_options: { id: string; name: string }[] }>(
          '/admin/shipping-options',
        );
        const jakarta = shipping_options.find(({ name }) => name === 'Delivery');
        expect(await failure(call(`${cart}/shipping`))).to.contain('name the shipping option');
        const { payment_collection } = await call<{ payment_collection: { id: string } }>(
          '/store/payment-collections',
          { cart_id: cart.split('/').at(-1) },
        );
        const toPayment = () =>
          call(`/store/payment-collections/${payment_collection.id}/payment-sessions`, {
            provider_id: 'pp_system_default',
          });
        const names: string[] = [];
        for (const option_id of [jakarta?.id, shipping_option.id]) {
          const signed = await call<{ cart: string; shipment: { items: { name: string }[] } }>(
            `${cart}/shipping?option_id=${option_id}`,
          );
          expect(signed.shipment.items).to.have.lengthOf(1);
          names.push(...signed.shipment.items.map(({ name }) => name));
          const { pricing } = await call<{ pricing: { courier_service_code: string; offer: string }[] }>(
            '/shipping/v1/rates/couriers',
            { ...signed.shipment, cart: signed.cart, couriers: 'jne', destination_cash_on_delivery: 1 },
          );
          const offer = pricing.find(({ courier_service_code }) => courier_service_code === 'reg')?.offer;
          const data = { service: 'jne/reg', offer, insurance: false, cash_on_delivery: true };
          expect(await failure(toPayment()), 'before each has a delivery').to.contain('There is no delivery for');
          await call(`${cart}/shipping-methods`, { option_id, data });
        }
        await toPayment();
        const { order } = await call<{ order: { id: string; total: number } }>(`${cart}/complete`, {});
        const attentions = async () => (await deliveriesOf(order.id)).map(({ attention }) => attention);
        await call(`/admin/orders/${order.id}/deliveries`, { shipping_option: jakarta?.id });
        expect(await attentions(), 'while the other one is left').to.deep.equal([null, null]);
        await shop.day.tryAgain(order.id);
        const made = await placed();
        expect(
          made.map(({ origin, items }) => [origin?.postal_code, origin?.contact_phone, items?.map(({ name }) => name)]),
        ).to.have.deep.members([
          [12_440, '081234500001', [names[0]]],
          [60_293, '081234500003', ['Teak stool']],
        ]);
        const collected = made.map(({ destination }) => Number(destination?.cash_on_delivery?.amount));
        expect(Math.min(...collected)).to.be.above(0);
        expect(collected.reduce((sum, amount) => sum + amount, 0)).to.equal(order.total);
        expect(await attentions()).to.deep.equal([null, null]);
      });
    });
  },
);

describe('a new Medusa shop that follows the docs', function () {
  this.timeout(600_000);
  let service: Service;
  let started: Awaited<ReturnType<typeof startFromDocs>>;
  before(async () => {
    service = await startService();
    started = await startFromDocs(service);
  });
  after(async () => {
    await started.stop();
    await service.stop();
  });

  async function bought(): Promise<string> {
    const visit = await started.client.visit();
    await choose(visit, { ...plain, cashOnDelivery: true });
    return visit.checkOut('cash-on-delivery');
  }

  it('mails what the shopper was promised, and the waybill', async () => {
    const id = await bought();
    type Sent = { delivery: { waybill: string; tracking_url: string; arrival: { first: string; last: string } } };
    const { delivery } = await started.client.call<Sent>(`/admin/orders/${id}/deliveries`, {});
    const [made] = await service.orders();
    expect(made?.courier?.waybill_id).to.equal(delivery.waybill);
    type Mails = { notifications: { to: string; template: string; data: object }[] };
    const mails = async () => (await started.client.call<Mails>('/admin/notifications?channel=email')).notifications;
    const deadline = Date.now() + 60_000;
    while ((await mails()).length < 2 && Date.now() < deadline) await new Promise((go) => setTimeout(go, 200));
    const { waybill, tracking_url: link } = delivery;
    const { first, last } = delivery.arrival;
    expect((await mails()).map(({ to, template, data }) => [to, template, data])).to.have.deep.members([
      ['siti@example.com', 'order-placed', { number: 1, courier: 'jne', service: 'reg', first, last }],
      ['siti@example.com', 'waybill', { number: 1, waybill, link }],
    ]);
  });

  it('says how long staff have to wait after the process has ended while it ordered', async () => {
    const id = await bought();
    const release = service.hold();
    const send = () => failure(started.client.call(`/admin/orders/${id}/deliveries`, {}));
    const cut = send();
    const deadline = Date.now() + 60_000;
    while (!service.held && Date.now() < deadline) await new Promise((go) => setTimeout(go, 50));
    await started.restart();
    release();
    expect(await cut).to.contain('fetch failed');
    expect(await send()).to.match(/try again in [1-5] min: no second label is made/);
    expect((await service.orders()).length).to.be.below(3);
  });
});

describe('the plugin for Medusa', function () {
  this.timeout(120_000);

  /** Starts the module, and returns what Medusa prints. Nothing listens at the address of the database. */
  async function start(options: string): Promise<string> {
    const cwd = await installExample('shops/medusa');
    const script = `import('ship-elements/medusa').then(({ shipElementsModule: { loaders } }) =>
      loaders[0]({ options: ${options}, container: { resolve: () => ({}) } }))`;
    return spawnSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' }).stderr;
  }

  it('does not start with wrong options, and names each of them', async () => {
    const printed = await start(`{ origin: { origin_postal_code: 123 }, sender: { origin_contact_phone: 'call us' },
      cashOnDeliveryProviders: ['system'] }`);
    const named = ['origin_postal_code', 'sender.origin_contact_phone', 'sender.origin_address', 'pp_system_default'];
    for (const option of named) expect(printed).to.contain(option);
  });

  it('does not start with an address of the service that has /v1, and says so although Postgres is down', async () => {
    const sender = { origin_contact_name: 'Toko', origin_contact_phone: '081234500001', origin_address: 'Jalan 10' };
    const options = {
      ...{ account: 'toko', upstream: 'https://api.example.com', key: 'key', origins: ['https://shop.example'] },
      ...{
        secrets: { current: { kid: 'one', secret: 'x'.repeat(32) } },
        origin: { origin_postal_code: 12_440 },
        sender,
      },
      database: { clientUrl: 'postgres://shop@127.0.0.1:1/shop' },
    };
    expect(await start(JSON.stringify(options))).to.contain('could not use Postgres');
    expect(await start(JSON.stringify({ ...options, upstream: 'https://api.example.com/v1' }))).to.contain(
      'upstream must be the base URL of the shipping service without /v1',
    );
  });

  it('leaves the last look at an order to the shop’s own handler, and says what to call in it', async () => {
    const cwd = await installExample('shops/medusa');
    const script = `
      const { completeCartWorkflow } = await import('@medusajs/medusa/core-flows');
      const { ShipElementsModule } = await import('ship-elements/medusa');
      completeCartWorkflow.hooks.validate(() => {});
      const logger = { warn: (text) => console.log(text) };
      const configModule = { projectConfig: { workerMode: 'server' } };
      await new ShipElementsModule({ shop: {}, configModule, logger }).__hooks.onApplicationStart();
      process.exit();`;
    const command = ['--input-type=module', '-e', script];
    const { stdout, stderr } = spawnSync(process.execPath, command, { cwd, encoding: 'utf8' });
    expect(stdout, stderr).to.contain('Call validateDelivery of ship-elements/medusa in it.');
  });

  it('has options in its docs that pass a strict TypeScript as they are pasted', async () => {
    const imports = "import { defineConfig } from '@medusajs/framework/utils';\n";
    expect(docsErrors('medusa', await installExample('shops/medusa'), imports)).to.equal('');
  });

  it('has types that agree with Medusa’s', async () => {
    expect(
      typeErrors('medusa', await installExample('shops/medusa'), [
        '@medusajs/framework',
        '@medusajs/framework/*',
        '@medusajs/medusa/*',
      ]),
    ).to.equal('');
  });
});
