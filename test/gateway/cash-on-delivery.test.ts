import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import type { GatewayOptions } from '../../src/gateway/index.ts';
import { type AcceptedOffer, type Cart, signCart, signGrant, verifyOffer } from '../../src/server.ts';
import { contacts, rate } from '../support/fixtures.ts';
import { cart, destination, openShop, order } from './shop.ts';

const sender = {
  origin_contact_name: 'Toko Senja',
  origin_contact_phone: '081234500001',
  origin_address: 'Jalan Fatmawati 10',
};

/** A service whose COD fee is a tenth of the amount, over a carriage that the test may raise. */
function openCod(options: Partial<GatewayOptions> = {}, changes: (row: Rate) => Partial<Rate> = () => ({})) {
  const service = { carriage: 15_000 };
  const shop = openShop(
    async (request) => {
      const { destination_cash_on_delivery: amount = 0 } = await request.clone().json();
      const fee = amount / 10;
      const row = rate({
        price: service.carriage + fee,
        shipping_fee: service.carriage,
        cash_on_delivery_fee: fee,
        insurance_fee: 0,
      });
      if (request.url.includes('/rates/'))
        return Response.json({ success: true, pricing: [{ ...row, ...changes(row) }] });
      const isDraft = request.url.includes('draft');
      const made = { object: isDraft ? 'draft_order' : 'order', id: 'o1', status: isDraft ? 'ready' : 'confirmed' };
      return Response.json({ success: true, ...made, price: row.price });
    },
    { orders: 'order', ...options },
  );
  /** Quotes with COD, and accepts the offer as the shop's server does. */
  async function accepted(claims: Partial<Cart> = {}, token?: string): Promise<AcceptedOffer> {
    const signed = { ...cart, ...claims };
    const { body } = token ? { body: undefined } : await shop.quote({ destination_cash_on_delivery: 1 }, signed);
    const form = { cart: signed, destination, service: 'jne/reg', cashOnDelivery: true };
    return verifyOffer(token ?? body.pricing[0].offer, form, shop.keys);
  }
  const place = async (offer: AcceptedOffer) =>
    shop.post('/v1/orders', { grant: await signGrant({ offer, contacts, reference: 'INV-1' }, shop.keys) });
  const asked = () =>
    shop.seen.map(({ path, body }) => [path.split('/').at(-1), body.destination_cash_on_delivery] as const);
  return { ...shop, service, accepted, place, asked };
}

describe('cash on delivery through the gateway', () => {
  it('confirms the price by the question that was quoted, and collects goods and delivery', async () => {
    const { accepted, place, asked, events } = openCod();
    const { status } = await place(await accepted());
    expect(status).to.equal(200);
    expect(asked()).to.deep.equal([
      ['couriers', 150_000],
      ['couriers', 150_000],
      ['orders', 180_000],
    ]);
    // The service's fee for the larger sum is the merchant's.
    expect(events.at(-1)).to.include({ offered: 30_000, charged: 33_000 });
  });

  it('collects the goods alone where the cart says so', async () => {
    const { accepted, place, asked } = openCod();
    await place(await accepted({ cash_on_delivery_collects: 'goods' }));
    expect(asked().at(-1)).to.deep.equal(['orders', 150_000]);
  });

  it('orders nothing at a price that has risen, and then collects the price that was accepted anew', async () => {
    const { accepted, place, asked, service } = openCod({ cache: 0 });
    const offer = await accepted();
    service.carriage += 1;
    const { status, body } = await place(offer);
    expect([status, body.details.price]).to.deep.equal([409, 30_001]);
    await place(await accepted({}, body.details.offer));
    expect(asked().filter(([path]) => path === 'orders')).to.deep.equal([['orders', 180_001]]);
  });

  it('collects what was accepted where the merchant bears a higher price', async () => {
    const { accepted, place, asked, service } = openCod({ tolerance: 500 });
    const offer = await accepted();
    service.carriage += 500;
    expect((await place(offer)).status).to.equal(200);
    expect(asked().at(-1)).to.deep.equal(['orders', 180_000]);
  });

  it('collects what the shop asks for a delivery that is free', async () => {
    const { accepted, place, asked } = openCod({ rates: [{ type: 'free' }] });
    await place(await accepted());
    expect(asked().at(-1)).to.deep.equal(['orders', 165_000]);
  });

  it('collects the price as it stands where its parts do not add up', async () => {
    const { accepted, place, asked } = openCod({}, () => ({ shipping_fee: 1 }));
    await place(await accepted());
    expect(asked().at(-1)).to.deep.equal(['orders', 180_000]);
  });

  it('collects the subtotal of a cart with a voucher, not the value of its items', async () => {
    const { accepted, place, asked } = openCod();
    const { status } = await place(await accepted({ subtotal: 100_000 }));
    expect(status).to.equal(200);
    expect(asked()).to.deep.equal([
      ['couriers', 100_000],
      ['couriers', 100_000],
      ['orders', 125_000],
    ]);
  });
});

describe('a row that is quoted in process', () => {
  async function paid(cashOnDelivery: boolean, claims: Partial<Cart> = {}, row: Partial<Rate> = {}) {
    const { gateway } = openCod({}, () => row);
    const signed = { ...cart, ...claims };
    const [quoted] = await gateway.quote({ cart: signed, destination, couriers: ['jne'], cashOnDelivery });
    return [quoted?.payNow, quoted?.payAtDoor];
  }

  it('says what is paid now and at the door', async () => {
    expect(await paid(false)).to.deep.equal([165_000, 0]);
    expect(await paid(true)).to.deep.equal([0, 180_000]);
    expect(await paid(true, { cash_on_delivery_collects: 'goods' })).to.deep.equal([30_000, 150_000]);
  });

  it('is paid now where the service does not collect, or not so much', async () => {
    expect(await paid(true, {}, { available_for_cash_on_delivery: false })).to.deep.equal([180_000, 0]);
    const dear = { subtotal: 14_000_000 };
    expect(await paid(true, dear)).to.deep.equal([15_415_000, 0]);
  });
});

describe('a draft of a signed cart that is paid at the door', () => {
  const draft = { ...order, reference_id: 'd1', destination_cash_on_delivery: 180_000 };
  async function saved(claims: Partial<Cart>, page: object = draft, carriage = 15_000) {
    const { keys, post, service, asked } = openCod({ orders: 'draft', sender });
    service.carriage = carriage;
    const told = await post('/v1/draft_orders', { ...page, cart: await signCart({ ...cart, ...claims }, keys) });
    return { told, asked: asked() };
  }

  it('collects the sum on screen, once its price is confirmed by the question that was quoted', async () => {
    const { told, asked } = await saved({});
    expect(told.status).to.equal(201);
    expect(asked).to.deep.equal([
      ['couriers', 150_000],
      ['draft_orders', 180_000],
    ]);
  });

  it('is not saved where the sum does not cover goods and delivery', async () => {
    const { told, asked } = await saved({}, draft, 15_001);
    expect([told.status, told.body.reason, told.body.details.price]).to.deep.equal([409, 'price-changed', 30_001]);
    expect(asked).to.have.lengthOf(1);
    expect((await saved({}, { ...draft, destination_cash_on_delivery: 1 })).told.body.reason).to.equal('price-changed');
  });

  it('needs the service that sets the price', async () => {
    const { courier_company: _courier, courier_type: _service, ...open } = draft;
    const { told } = await saved({}, open);
    expect([told.status, told.body.details.field]).to.deep.equal([400, 'courier_company']);
  });

  it('collects the goods alone where the cart says so, whatever the page says', async () => {
    const { told, asked } = await saved({ cash_on_delivery_collects: 'goods' });
    expect([told.status, asked]).to.deep.equal([201, [['draft_orders', 150_000]]]);
  });
});

describe('a cart', () => {
  it('says in one of two words what the courier collects', async () => {
    const { keys } = openCod();
    const claims = { ...cart, cash_on_delivery_collects: 'all' as 'total' };
    const problem = await signCart(claims, keys).catch(({ message }) => message);
    expect(problem).to.include('cash_on_delivery_collects must be total or goods');
  });
});
