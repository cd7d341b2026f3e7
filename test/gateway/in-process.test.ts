import { expect } from 'chai';
import { createShippingGateway, type GatewayError } from '../../src/gateway/index.ts';
import { quoteHtml, signCart, signGrant, verifyOffer } from '../../src/server.ts';
import { contacts, rate } from '../support/fixtures.ts';
import {
  cart,
  destination,
  lost,
  openGrantingShop,
  openSandboxShop,
  openShop,
  order,
  refused,
  serving,
} from './shop.ts';

async function refusalOf(call: Promise<unknown>): Promise<GatewayError> {
  const error = await call.then(
    () => undefined,
    (problem) => problem,
  );
  expect(error?.name).to.equal('GatewayError');
  return error;
}

describe('gateway.quote', () => {
  it('returns the rates of the HTTP operation for all couriers, with offers for this cart', async () => {
    const { gateway, quote, keys, seen } = openSandboxShop();
    const rows = await gateway.quote({ cart, destination, insurance: true, cashOnDelivery: true });
    const couriers = String(seen.at(-1)?.body.couriers);
    expect(couriers.split(',')).to.include.members(['jne', 'sicepat', 'gojek']);
    const page = await quote({ couriers, courier_insurance: 1, destination_cash_on_delivery: 1 });
    const withoutOffer = (row: object) => ({ ...row, offer: '' });
    expect(rows.map((row) => withoutOffer(row.rate))).to.deep.equal(page.body.pricing.map(withoutOffer));
    for (const { service, price, offer } of rows.filter((row) => row.rate.available_for_cash_on_delivery)) {
      const form = { cart, destination, service, insurance: true, cashOnDelivery: true };
      expect((await verifyOffer(offer, form, keys)).price, service).to.equal(price);
    }
  });

  it('is what a page is written with: each radio has the offer of its price, and no offer is in the page twice', async () => {
    const { gateway, keys } = openSandboxShop();
    const quote = await gateway.quote({ cart, destination, insurance: true });
    const shipment = { ...cart.origin, ...destination, items: cart.items };
    const page = quoteHtml({ quote, name: 'shipping', cart: await signCart(cart, keys), shipment });
    const radio = /name="shipping-offer" value="([^"]+)" data-rate="([^"]+)" aria-label="[^"]*Rp\u00a0([\d,]+)"/g;
    const radios = [...page.matchAll(radio)];
    expect(radios).to.have.length.within(2, 4);
    for (const [, offer = '', service, price = ''] of radios) {
      const accepted = await verifyOffer(offer, { cart, destination }, keys);
      expect(`${accepted.courier}/${accepted.service}`).to.equal(service);
      expect(accepted.price).to.equal(Number(price.replaceAll(',', '')));
      expect(page.split(offer)).to.have.length(2);
    }
    for (const { offer } of quote.filter(({ service }) => !radios.some(([, , shown]) => shown === service)))
      expect(page).to.not.include(offer);
  });

  it('names service, courier, duration and price of a rate', async () => {
    const [row] = await openShop(serving()).gateway.quote({ cart, destination, couriers: ['jne'] });
    const { courier_name: courierName, courier_service_name: serviceName } = rate();
    const named = { service: 'jne/reg', courier: 'jne', courierName, serviceName, price: 15_000, estimate: false };
    expect(row).to.include(named);
    expect(row?.duration).to.have.all.keys('least', 'most', 'unit');
  });

  it('adds the delivery to a subtotal that the shop gives as text', async () => {
    const asText = { ...cart, subtotal: '150000' as unknown as number };
    const [row] = await openShop(serving()).gateway.quote({ cart: asText, destination, couriers: ['jne'] });
    expect(row).to.include({ payNow: 165_000, payAtDoor: 0 });
  });

  it('returns fallback rates while the service is down, and says when a visit asks too often', async () => {
    const fallback = [{ courier: 'jne', service: 'reg', courierName: 'JNE', serviceName: 'Reguler', price: 20_000 }];
    const { gateway } = openShop(lost, { fallback, limits: { address: 0, session: 1 } });
    const [row] = await gateway.quote({ cart, destination });
    expect(row).to.include({ service: 'jne/reg', price: 20_000, estimate: true });
    const error = await refusalOf(gateway.quote({ cart, destination }));
    expect(error).to.include({ reason: 'too-many-requests', status: 429 });
    expect(error.retryAfter).to.be.within(1, 60);
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
});

describe('a cart of many lines', () => {
  /** Names of so many characters, each of which takes three bytes. */
  const lines = (count: number, characters = 60) =>
    Array.from({ length: count }, (_, n) => ({
      name: '\u30ab'.repeat(characters),
      sku: `SKU-${n}`,
      value: 15_000,
      quantity: 1,
      weight: 100,
      length: 10.5,
      width: 10.5,
      height: 10.5,
    }));
  const large = { ...cart, items: lines(100), subtotal: 1_500_000 };

  it('of 100 lines and 60 characters is quoted, granted and ordered, by a page and in process', async () => {
    const { gateway, keys, post, quote, placed } = openSandboxShop({ orders: 'order' });
    const page = (await quote({ couriers: 'jne' }, large)).body.pricing[0];
    const [row] = await gateway.quote({ cart: large, destination, couriers: ['jne'] });
    expect([row?.price, row?.service]).to.deep.equal([page.price, `jne/${page.courier_service_code}`]);
    const form = { cart: large, destination, service: row?.service ?? '' };
    const offer = await verifyOffer(page.offer, form, keys);
    const grant = await signGrant({ offer, contacts, reference: 'LARGE-1' }, keys);
    expect((await post('/v1/orders', { grant })).status).to.equal(200);
    await gateway.order(await signGrant({ offer, contacts, reference: 'LARGE-2' }, keys));
    expect((await placed()).orders.map(({ reference_id }) => reference_id)).to.have.members(['LARGE-1', 'LARGE-2']);
  });

  it('of 100 lines is saved as a draft', async () => {
    const sender = { origin_contact_name: 'Toko', origin_contact_phone: '081234500001', origin_address: 'Jalan 10' };
    const { keys, post } = openSandboxShop({ orders: 'draft', sender });
    const draft = { ...order, reference_id: 'D1', cart: await signCart(large, keys) };
    expect((await post('/v1/draft_orders', draft)).status).to.equal(201);
  });

  for (const [what, items, sentence] of [
    ['more lines', lines(120), /items has 120 lines, and at most 100 can be sent together/],
    ['longer names', lines(100, 300), /items has 100 lines, and their text is too long/],
  ] as const)
    it(`with ${what} is refused before the price, with the number of its lines`, async () => {
      const { gateway, keys, seen } = openSandboxShop();
      const more = { ...cart, items: [...items] };
      const quoted = await refusalOf(gateway.quote({ cart: more, destination, couriers: ['jne'] }));
      expect([quoted.reason, quoted.message]).to.satisfy(([reason = '', message = '']: string[]) => {
        return reason === 'invalid-request' && sentence.test(message);
      });
      expect(await signCart(more, keys).catch(({ message }: Error) => message)).to.match(sentence);
      expect(seen).to.deep.equal([]);
    });
});

describe('gateway.order and gateway.cancel', () => {
  it('place an order once and cancel it, also if pages may do neither', async () => {
    const { gateway, grant, placed, events } = openSandboxShop({ limits: { address: 0 } });
    const granted = await grant();
    const order = await gateway.order(granted);
    expect(order).to.include({ reference: 'CART-1', status: 'confirmed' });
    expect(order.waybill).to.be.a('string');
    expect(order.price).to.be.above(0);
    expect((await gateway.order(granted)).id).to.equal(order.id);
    expect((await placed()).orders.map(({ id }) => id)).to.deep.equal([order.id]);
    expect(events.at(-1)).to.include({ operation: 'createOrder', method: 'in process', status: 200 });
    expect(await refusalOf(gateway.order('x.y.z'))).to.include({ reason: 'token-invalid', status: 403 });
    expect(await gateway.cancel(order.cancel ?? '', 'Out of stock')).to.include({ id: order.id, status: 'cancelled' });
    expect(await gateway.order(granted)).to.include({ id: order.id, status: 'cancelled', cancel: undefined });
  });

  it('confirm a price before they place the order, with one question for both, and take no reference', async () => {
    const now = new Date();
    const { gateway, grant, paths } = openSandboxShop({ now: () => now });
    const granted = await grant();
    const price = await gateway.confirm(granted);
    expect(await gateway.find('CART-1')).to.equal(undefined);
    expect((await gateway.order(granted)).price).to.equal(price);
    expect(paths()).to.deep.equal(['POST /v1/rates/couriers', 'POST /v1/orders']);
    const tooCheap = await grant({ price_max: price - 1, reference: 'CART-2' });
    expect(await refusalOf(gateway.confirm(tooCheap))).to.include({ reason: 'price-changed', price });
  });

  it('cancel an order by id and reference when its token has expired', async () => {
    let now = new Date();
    const { gateway, grant } = openSandboxShop({ now: () => now });
    const { id, reference, cancel } = await gateway.order(await grant());
    now = new Date(now.getTime() + 24 * 3_600_000);
    expect((await refusalOf(gateway.cancel(cancel ?? ''))).reason).to.equal('token-expired');
    expect((await refusalOf(gateway.cancel({ id: 'another', reference }))).reason).to.equal('order-not-found');
    expect((await gateway.cancel({ id, reference })).status).to.equal('cancelled');
  });

  it('place one order for one owner, and refuse another owner', async () => {
    const { gateway, grant, placed } = openSandboxShop();
    const owners = ['ful_1', 'ful_2'];
    const answers = await Promise.allSettled(owners.map(async (owner) => gateway.order(await grant(), { owner })));
    const [first = '', second = ''] = answers[0]?.status === 'fulfilled' ? owners : owners.toReversed();
    const refused = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason);
    expect(refused.map(({ name, reason }) => [name, reason])).to.deep.equal([['GatewayError', 'reference-used']]);
    const [{ id } = { id: '' }] = (await placed()).orders;
    expect(await gateway.find('CART-1')).to.include({ state: 'placed', owner: first, id });
    expect((await gateway.order(await grant(), { owner: first })).id).to.equal(id);
    expect((await refusalOf(gateway.order(await grant(), { owner: second }))).reason).to.equal('reference-used');
    expect((await placed()).orders).to.have.lengthOf(1);
  });

  it('cancel what an owner has ordered, and what it would have ordered', async () => {
    const { gateway, grant, placed } = openSandboxShop();
    const owner = 'ful_1';
    const { id } = await gateway.order(await grant(), { owner });
    expect((await refusalOf(gateway.cancel({ reference: 'CART-1', owner: 'ful_2' }))).reason).to.equal(
      'order-not-found',
    );
    expect(await gateway.cancel({ reference: 'CART-1', owner })).to.include({ id, status: 'cancelled' });
    await gateway.cancel({ reference: 'CART-2', owner });
    const late = await grant({ reference: 'CART-2' });
    expect((await refusalOf(gateway.order(late, { owner: 'ful_2' }))).reason).to.equal('not-placed');
    expect((await refusalOf(gateway.order(late, { owner }))).reason).to.equal('not-placed');
    expect((await placed()).orders).to.have.lengthOf(1);
    expect(await gateway.find('CART-3')).to.equal(undefined);
  });

  it('call off what was not sent, and nothing else', async () => {
    const { gateway, grant } = openSandboxShop();
    const { id } = await gateway.order(await grant());
    const kept = await refusalOf(gateway.cancel({ reference: 'CART-1', unsent: true }));
    expect([kept.reason, (await gateway.find('CART-1'))?.state]).to.deep.equal(['not-cancellable', 'placed']);
    await gateway.cancel({ reference: 'CART-1', id });
    for (const reference of ['CART-1', 'CART-2'])
      expect(await gateway.cancel({ reference, unsent: true })).to.include({ status: 'cancelled' });
    expect((await refusalOf(gateway.order(await grant({ reference: 'CART-2' })))).reason).to.equal('not-placed');
  });

  it('ask again for a refused order of an owner, and cancel nothing that may be placed', async () => {
    const { gateway, grant } = openGrantingShop([() => refused(40_002_009), lost]);
    const owner = 'ful_1';
    const ordered = async () => (await refusalOf(gateway.order(await grant(), { owner }))).reason;
    expect(await ordered()).not.to.equal('unconfirmed');
    expect(await gateway.find('CART-1')).to.include({ state: 'refused' });
    expect(await ordered()).to.equal('unconfirmed');
    expect((await refusalOf(gateway.cancel({ reference: 'CART-1', owner }))).reason).to.equal('unconfirmed');
  });

  it('refuse what another process calls off just when it is ordered again', async () => {
    const { gateway, grant, settings } = openGrantingShop([() => refused(40_002_009)]);
    const owner = 'ful_1';
    await refusalOf(gateway.order(await grant(), { owner }));
    const { store } = settings;
    const replace: typeof store.ledger.replace = async (...change) => {
      await gateway.cancel({ reference: 'CART-1', owner });
      return store.ledger.replace(...change);
    };
    const other = createShippingGateway({ ...settings, store: { ...store, ledger: { ...store.ledger, replace } } });
    expect((await refusalOf(other.order(await grant(), { owner }))).reason).to.equal('not-placed');
  });

  it('throw the new price and its offer if the price has risen', async () => {
    const { gateway, grant, keys } = openShop(serving());
    const error = await refusalOf(gateway.order(await grant({ price_max: 1, subtotal: cart.subtotal })));
    expect(error).to.include({ reason: 'price-changed', status: 409, price: 15_000 });
    const form = { cart, destination, service: 'jne/reg' };
    expect((await verifyOffer(error.offer, form, keys)).price).to.equal(15_000);
  });
});
