import { expect } from 'chai';
import type { GatewayError } from '../../src/gateway/index.ts';
import { verifyOffer } from '../../src/server.ts';
import { rate } from '../support/fixtures.ts';
import { cart, destination, openSandboxShop, openShop } from './shop.ts';

const fallback = [{ courier: 'jne', service: 'reg', courierName: 'JNE', serviceName: 'Reguler', price: 20_000 }];
const down = () => Promise.reject<Response>(new TypeError('cut off'));

async function refusalOf(call: Promise<unknown>): Promise<GatewayError> {
  const error = await call.then(
    () => undefined,
    (problem) => problem,
  );
  expect(error?.name).to.equal('GatewayError');
  return error;
}

describe('gateway.quote', () => {
  it('returns the rows of the HTTP operation, with offers for this cart', async () => {
    const { gateway, quote, keys } = openSandboxShop();
    const couriers = ['jne', 'sicepat'];
    const rows = await gateway.quote({ cart, destination, couriers, insured: true, cashOnDelivery: true });
    const page = await quote({ courier_insurance: 1, destination_cash_on_delivery: 1 });
    const withoutOffer = (row: object) => ({ ...row, offer: '' });
    expect(rows.map((row) => withoutOffer(row.rate))).to.deep.equal(page.body.pricing.map(withoutOffer));
    for (const { service, price, offer } of rows.filter((row) => row.rate.available_for_cash_on_delivery)) {
      const form = { cart, destination, service, insured: true, cashOnDelivery: true };
      expect((await verifyOffer(offer, form, keys)).price, service).to.equal(price);
    }
  });

  it('names service, courier, duration and price of a row', async () => {
    const { gateway } = openShop(() => Response.json({ success: true, pricing: [rate()] }));
    const [row] = await gateway.quote({ cart, destination, couriers: ['jne'] });
    const { courier_name, courier_service_name } = rate();
    expect(row).to.include({ service: 'jne/reg', courier: 'jne', price: 15_000, estimate: false });
    expect(row).to.include({ courierName: courier_name, serviceName: courier_service_name });
    expect(row?.duration).to.have.all.keys('least', 'most', 'unit');
  });

  it('asks all couriers of the service by default', async () => {
    const { gateway, seen } = openSandboxShop();
    const rows = await gateway.quote({ cart, destination });
    expect(String(seen.at(-1)?.body.couriers).split(',')).to.include.members(['jne', 'sicepat', 'gojek']);
    expect(rows.length).to.be.above(5);
  });

  it('returns fallback rates as estimates while the service is down, and without them says why', async () => {
    const shop = openShop(down, { fallback });
    const [row] = await shop.gateway.quote({ cart, destination });
    expect(row).to.include({ service: 'jne/reg', price: 20_000, estimate: true });
    const error = await refusalOf(openShop(down).gateway.quote({ cart, destination }));
    expect(error).to.include({ reason: 'service-unreachable', status: 502 });
  });

  it('names what is wrong with the cart or the destination, and asks nobody', async () => {
    const { gateway, seen } = openSandboxShop();
    const items = [{ name: 'Mug' }] as typeof cart.items;
    const noValue = await refusalOf(gateway.quote({ cart: { ...cart, items }, destination, couriers: ['jne'] }));
    expect(noValue.message).to.match(/^The cart cannot be used: items\.0\.value is missing/);
    const nowhere = await refusalOf(gateway.quote({ cart, destination: {}, couriers: ['jne'] }));
    expect([nowhere.reason, nowhere.field]).to.deep.equal(['invalid-request', 'destination_postal_code']);
    expect(seen).to.deep.equal([]);
  });

  it('counts by session and not by address', async () => {
    const { gateway } = openShop(down, { fallback, limits: { address: 0, session: 1 } });
    const question = { cart, destination, couriers: ['jne'] };
    await gateway.quote(question);
    const error = await refusalOf(gateway.quote(question));
    expect(error.reason).to.equal('too-many-requests');
    expect(error.retryAfter).to.be.within(1, 60);
    await gateway.quote({ ...question, cart: { ...cart, session: 'visit-2' } });
  });
});

describe('gateway.order and gateway.cancel', () => {
  it('place an order once and cancel it, also where pages may do neither', async () => {
    const { gateway, grant, post, placed, events } = openSandboxShop({ limits: { address: 0 } });
    const granted = await grant();
    const order = await gateway.order(granted);
    expect(order).to.include({ reference: 'CART-1', status: 'confirmed' });
    expect([order.waybill, order.price]).to.satisfy(([waybill, price]: unknown[]) => waybill && Number(price) > 0);
    expect((await gateway.order(granted)).id).to.equal(order.id);
    expect((await placed()).orders.map(({ id }) => id)).to.deep.equal([order.id]);
    expect(events.at(-1)).to.include({ operation: 'createOrder', method: 'in process', status: 200 });
    expect((await post('/v1/orders', { grant: granted })).status).to.equal(429);
    expect(await gateway.cancel(order.cancel ?? '', 'Out of stock')).to.include({ id: order.id, status: 'cancelled' });
    expect(await gateway.order(granted)).to.include({ id: order.id, status: 'cancelled', cancel: undefined });
  });

  it('cancel an order by id and reference, when its token has expired', async () => {
    let now = new Date();
    const { gateway, grant } = openSandboxShop({ now: () => now });
    const { id, reference, cancel } = await gateway.order(await grant());
    now = new Date(now.getTime() + 24 * 3_600_000);
    expect((await refusalOf(gateway.cancel(cancel ?? ''))).reason).to.equal('token-expired');
    expect((await refusalOf(gateway.cancel({ id: 'another', reference }))).reason).to.equal('order-not-found');
    expect((await gateway.cancel({ id, reference })).status).to.equal('cancelled');
  });

  it('say the new price and its offer if the price has risen', async () => {
    const { gateway, grant, keys, placed } = openSandboxShop();
    const error = await refusalOf(gateway.order(await grant({ price_max: 1, subtotal: cart.subtotal })));
    expect([error.reason, error.status]).to.deep.equal(['price-changed', 409]);
    const accepted = await verifyOffer(error.offer, { cart, destination, service: 'jne/reg' }, keys);
    expect(accepted.price).to.equal(error.price);
    expect((await placed()).orders).to.deep.equal([]);
  });

  it('throw `unconfirmed` for a lost answer, and return the order once `settle` has found it', async () => {
    let lose = true;
    const sandboxShop = openSandboxShop();
    const { gateway, grant } = openShop(
      async (request) => {
        const answer = await sandboxShop.sandbox.fetch(request);
        if (!lose || !request.url.endsWith('/orders')) return answer;
        lose = false;
        return down();
      },
      { timeouts: { pause: 0, wait: 0 } },
    );
    const granted = await grant();
    expect((await refusalOf(gateway.order(granted))).reason).to.equal('unconfirmed');
    await gateway.settle();
    const { orders } = await sandboxShop.placed();
    expect((await gateway.order(granted)).id).to.equal(orders[0]?.id);
    expect(orders).to.have.lengthOf(1);
  });

  it('count by reference, and refuse a grant that is none', async () => {
    const { gateway, grant } = openSandboxShop({ limits: { writes: 1 } });
    await gateway.order(await grant());
    expect((await refusalOf(gateway.order(await grant()))).reason).to.equal('too-many-requests');
    await gateway.order(await grant({ reference: 'CART-2' }));
    expect(await refusalOf(gateway.order('x.y.z'))).to.include({ reason: 'token-invalid', status: 403 });
  });
});
