import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import type { GatewaySettings } from '../../src/gateway/options.ts';
import { type AcceptedOffer, type Cart, signCart, signGrant, verifyOffer } from '../../src/server.ts';
import { contacts, rate } from '../support/fixtures.ts';
import { cart, destination, openShop, order } from './shop.ts';

/** A service whose COD fee is a tenth of the amount: more than a percentage is taken to be. Its carriage is 15,000 rupiah until a test raises it. */
function openCod(options: Partial<GatewaySettings> = {}, changes: Partial<Rate> = {}) {
  const service = { carriage: 15_000, fee: (amount: number) => amount / 10 };
  const shop = openShop(
    async (request) => {
      const { destination_cash_on_delivery: amount = 0 } = await request.clone().json();
      const fee = service.fee(amount);
      const fees = { shipping_fee: service.carriage, cash_on_delivery_fee: fee };
      const row = rate({ ...fees, price: service.carriage + fee, ...changes });
      const made = { object: 'order', id: 'o1', status: 'confirmed', price: row.price };
      return Response.json({ success: true, ...(request.url.includes('/rates/') ? { pricing: [row] } : made) });
    },
    { orders: 'order', ...options },
  );
  const verify = (offer: string, signed: Cart = cart) =>
    verifyOffer(offer, { cart: signed, destination, service: 'jne/reg', cashOnDelivery: true }, shop.keys);
  /** The offer of a quote with COD, as the shop's server accepts it. */
  const accepted = async (signed: Cart = cart) =>
    verify((await shop.quote({ destination_cash_on_delivery: 1 }, signed)).body.pricing[0].offer, signed);
  const buy = async (offer: AcceptedOffer) =>
    shop.post('/v1/orders', { grant: await signGrant({ offer, contacts, reference: 'INV-1' }, shop.keys) });
  /** What the service was asked to collect, by the last part of the path. */
  const asked = () => shop.seen.map(({ path, body }) => [path.split('/').at(-1), body.destination_cash_on_delivery]);
  return { ...shop, service, verify, accepted, buy, asked };
}

describe('an order with cash on delivery', () => {
  it('is priced by the question that was quoted, and collects the subtotal and the delivery', async () => {
    const { accepted, buy, asked, events } = openCod();
    // A voucher: the items are worth more.
    expect((await buy(await accepted({ ...cart, subtotal: 100_000 }))).status).to.equal(200);
    expect(asked()).to.deep.equal([
      ['couriers', 100_000],
      ['couriers', 100_000],
      ['orders', 125_000],
    ]);
    // The merchant bears the service's fee for the larger sum.
    expect(events.at(-1)).to.include({ offered: 25_000, charged: 27_500 });
  });

  for (const [title, claims, offered] of [
    ['is sold at what the service charges for goods and delivery, if its fee is a percentage', {}, 20_104],
    ['is sold at what it charges for the goods, if the courier collects them alone', { collects: 'goods' }, 19_500],
  ] as const)
    it(title, async () => {
      const { accepted, buy, asked, events, service } = openCod();
      service.fee = (amount) => Math.ceil(amount * 0.03);
      const signed = { ...cart, ...('collects' in claims && { cash_on_delivery_collects: claims.collects }) };
      expect((await buy(await accepted(signed))).status).to.equal(200);
      const collected = 'collects' in claims ? 150_000 : 150_000 + offered;
      expect(asked()).to.deep.equal([
        ['couriers', 150_000],
        ['couriers', 150_000],
        ['orders', collected],
      ]);
      expect(events.at(-1)).to.include({ offered, charged: offered });
    });

  it('is not sent when the price has risen, and then collects the price that was accepted anew', async () => {
    const { accepted, verify, buy, asked, service } = openCod();
    const offer = await accepted();
    service.carriage += 1;
    const { status, body } = await buy(offer);
    expect([status, body.details.price]).to.deep.equal([409, 30_001]);
    await buy(await verify(body.details.offer));
    expect(asked().filter(([path]) => path === 'orders')).to.deep.equal([['orders', 180_001]]);
  });
});

describe('the limit of a courier', () => {
  const dear = { ...cart, subtotal: 5_000_010 };

  it('keeps its rows from COD, and verifyOffer refuses it', async () => {
    const { quote, verify } = openCod();
    const [row] = (await quote({ destination_cash_on_delivery: 1 }, dear)).body.pricing;
    expect(row.available_for_cash_on_delivery).to.equal(false);
    const refusal = await verify(row.offer, dear).catch(({ code }) => code);
    expect(refusal).to.equal('cod-unavailable');
  });

  it('is corrected by the shop, and its pages get it', async () => {
    const { accepted, quote } = openCod({ cashOnDeliveryLimits: { jne: { most: 6_000_000 } } });
    expect((await accepted(dear)).payAtDoor).to.be.above(5_000_010);
    const [row] = (await quote({}, dear)).body.pricing;
    expect(row.cash_on_delivery_limits).to.deep.equal({ most: 6_000_000 });
  });

  for (const [kind, path, code] of [
    ['order', '/v1/orders', 40_002_030],
    ['draft_order', '/v1/draft_orders', 42_211_011],
  ] as const)
    for (const [amount, outcome] of [
      [5_000_001, 'cod-limit'],
      [24_999, 'cod-limit'],
      [5_000_000, 200],
    ] as const)
      it(`refuses a granted ${kind} of ${amount} before the service is asked: ${outcome}`, async () => {
        const { grant, post, asked } = openCod({ cashOnDeliveryLimits: {} });
        const collected = {
          destination_cash_on_delivery: amount,
          destination_cash_on_delivery_type: '7_days',
        } as const;
        const token = await grant({ kind, order: { ...order, ...collected }, price_max: 9_000_000 });
        const { status, body } = await post(path, { grant: token });
        if (outcome === 200) return void expect(status).to.be.below(300);
        expect([body.reason, body.code]).to.deep.equal([outcome, code]);
        expect(asked()).to.deep.equal([]);
      });
});

describe('a draft of a signed cart with cash on delivery', () => {
  const sender = {
    origin_contact_name: 'Toko Senja',
    origin_contact_phone: '081234500001',
    origin_address: 'Jalan Fatmawati 10',
  };
  const goods = { cash_on_delivery_collects: 'goods' } as const;
  const confirmed = ['couriers', 150_000];
  for (const [title, claims, page, carriage, outcome, expected] of [
    [
      'collects the sum on screen once its price is confirmed',
      {},
      {},
      15_000,
      201,
      [confirmed, ['draft_orders', 180_000]],
    ],
    ['is not saved if the price has risen', {}, {}, 15_001, 'price-changed', [confirmed]],
    ['is not saved if the price has fallen', {}, {}, 14_999, 'price-changed', [confirmed]],
    [
      'is not saved with a larger sum of the page',
      {},
      { destination_cash_on_delivery: 4_000_000 },
      15_000,
      'price-changed',
      [confirmed],
    ],
    [
      'is not saved with a smaller sum of the page',
      {},
      { destination_cash_on_delivery: 30_000 },
      15_000,
      'price-changed',
      [confirmed],
    ],
    [
      'is not saved without the service that sets the price',
      {},
      { courier_company: null },
      15_000,
      'invalid-request',
      [],
    ],
    ['collects the goods alone if the cart says so', goods, {}, 15_000, 201, [['draft_orders', 150_000]]],
  ] as const)
    it(title, async () => {
      const { keys, post, service, asked } = openCod({ orders: 'draft', sender });
      service.carriage = carriage;
      const draft = { ...order, reference_id: 'd1', destination_cash_on_delivery: 180_000, ...page };
      const signed = await signCart({ ...cart, ...claims }, keys);
      const { status, body } = await post('/v1/draft_orders', { ...draft, cart: signed });
      expect(body.reason ?? status).to.equal(outcome);
      expect(asked()).to.deep.equal(expected);
    });
});

describe('a row of gateway.quote', () => {
  for (const [title, cashOnDelivery, claims, row, payments] of [
    ['is paid now without COD', false, {}, {}, [165_000, 0]],
    ['is paid at the door with COD', true, {}, {}, [0, 180_000]],
    ['is paid now if the service does not collect', true, {}, { available_for_cash_on_delivery: false }, [180_000, 0]],
    ['is paid now above the limit of COD', true, { subtotal: 14_000_000 }, {}, [15_415_000, 0]],
  ] as const)
    it(title, async () => {
      const { gateway } = openCod({}, row);
      const question = { cart: { ...cart, ...claims }, destination, couriers: ['jne'], cashOnDelivery };
      const [quoted] = await gateway.quote(question);
      expect([quoted?.payNow, quoted?.payAtDoor]).to.deep.equal(payments);
    });
});

describe('signCart', () => {
  it('refuses another word for what the courier collects', async () => {
    const claims = { ...cart, cash_on_delivery_collects: 'all' as 'total' };
    const problem = await signCart(claims, openCod().keys).catch(({ message }) => message);
    expect(problem).to.include('cash_on_delivery_collects must be total or goods');
  });
});
