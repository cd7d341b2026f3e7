import { expect } from 'chai';
import type { PlacedWrite } from '../../src/client/index.ts';
import { References } from '../../src/elements/core/references.ts';
import {
  copyOf,
  earlierOrder,
  placedBefore,
  placedBy,
  type Submission,
  shopperPrice,
  unverifiedClaims,
} from '../../src/elements/core/submission.ts';
import { chargedSentence } from '../../src/elements/words/sentences.ts';
import { orderRequest, rate } from '../support/fixtures.ts';
import { submission } from './order-fixtures.ts';
import { voice } from './widget.ts';

/** The order that an answer of the service has placed. */
const placed = (sent: Partial<Submission> = {}, answer: object = {}) =>
  placedBy({ ...submission, ...sent }, { success: true, id: 'order-1', status: 'confirmed', ...answer } as never, 0);

describe('a placed order', () => {
  it('has what was ordered, and the price and waybill of the answer', () => {
    const readyAt = new Date('2026-11-24T09:00+07:00');
    expect(placed({ readyAt }, { price: 16_000, courier: { waybill_id: 'JNE-1' } })).to.deep.include({
      ...{ id: 'order-1', waybill: 'JNE-1', price: 16_000, rate: rate(), readyAt },
      ...{ payNow: 165_000, payAtDoor: 0, recovered: false, other: false, before: false },
    });
  });

  it('has the arrival that was promised at the click, and the token that shows where the parcel is', () => {
    const arrival = { first: '2026-11-26', last: '2026-11-27', later: false } as Submission['arrival'];
    expect(placed({ arrival }, { track: 'a.b.c' })).to.deep.include({ arrival, track: 'a.b.c' });
    expect(placed()).to.include({ arrival: undefined, track: undefined });
  });

  const request = { ...orderRequest, courier_insurance: 150_000, destination_cash_on_delivery: 165_000 };
  const switches = { insurance: true, cashOnDelivery: true };
  const both = { request, switches, payments: { payNow: 0, payAtDoor: 165_000 } };

  it('has the insured and collected amounts of the answer, or else those that were sent', () => {
    expect(placed(both)).to.include({ insuredAmount: 150_000, payNow: 0, payAtDoor: 165_000 });
    const courier = { insurance: { amount: 0 } };
    const collected = { cash_on_delivery: { amount: 150_000 } };
    for (const said of [collected, { destination: collected }])
      expect(placed(both, { courier, ...said })).to.deep.include({
        ...{ insuredAmount: undefined, payNow: 15_000, payAtDoor: 150_000 },
      });
  });

  it('has the amounts of its grant, whatever the switches say', () => {
    const order = { courier_insurance: undefined, destination_cash_on_delivery: undefined };
    const grant = `e30.${btoa(JSON.stringify({ reference: 'cart', order }))}.e30`;
    const sent = { ...both, request: { ...request, grant } };
    expect(placed(sent)).to.deep.include({ insuredAmount: undefined, payNow: 165_000, payAtDoor: 0 });
  });

  it('has numbers, although its page or its grant has text of digits', () => {
    const collected = { destination_cash_on_delivery: '165000', destination_cash_on_delivery_type: '7_days' };
    const texts = { courier_insurance: '150000', ...collected };
    const grant = `e30.${btoa(JSON.stringify({ order: { ...orderRequest, ...texts } }))}.e30`;
    for (const more of [texts, { grant }]) {
      const sent = { ...both, request: { ...orderRequest, ...more } as unknown as Submission['request'] };
      expect(placed(sent)).to.include({ insuredAmount: 150_000, payNow: 0, payAtDoor: 165_000 });
    }
  });

  it('has the price that is charged. The shopper pays the one that was shown if the courier collects it', () => {
    const collected = placed(both, { price: 15_450 });
    expect([collected.price, shopperPrice(collected), chargedSentence(collected, voice)]).to.deep.equal([
      ...[15_450, 15_000, ''],
    ]);
    const prepaid = { ...collected, payNow: 15_000 };
    expect([shopperPrice(prepaid), chargedSentence(prepaid, voice) !== '']).to.deep.equal([15_450, true]);
  });

  const granted = { request: { ...orderRequest, grant: 'signed' } };
  const cancellable: [string, boolean, Partial<Submission>, object][] = [
    ['an order', true, {}, {}],
    ['a draft', false, { draft: true }, {}],
    ['an order without an id', false, {}, { id: undefined }],
    ['a delivered order', false, {}, { status: 'delivered' }],
    ['a granted order without a cancel token', false, granted, {}],
    ['a granted order with a cancel token', true, granted, { cancel: 'a.b.c' }],
    ['a recovered draft', false, { draft: true }, { recovered: true, id: undefined }],
  ];
  for (const [what, expected, sent, answer] of cancellable)
    it(`${expected ? 'can' : 'cannot'} be cancelled if it is ${what}`, () => {
      expect(placed(sent, answer).cancellable).to.equal(expected);
    });
});

describe('an order that was placed before', () => {
  const order: PlacedWrite = { operation: 'createOrder', reference: 'cart', id: 'order-1', goods: '[]' };
  const known = [order];
  const wanted = { shopReference: '', body: orderRequest };

  it('is found by the shop’s own reference', () => {
    const found = placedBefore(known, { ...wanted, shopReference: 'cart' });
    expect(found && earlierOrder(found, 'cart')).to.include({
      ...{ id: 'order-1', before: true, other: false, cancellable: true, isShopReference: true },
    });
    expect(placedBefore([...known, { ...order, reference: 'cart2' }], { ...wanted, shopReference: 'cart' })).to.equal(
      order,
    );
    expect(placedBefore(known, { ...wanted, shopReference: 'car' })).to.equal(undefined);
  });

  it('is the newest one, and none once that is cancelled', () => {
    const second = { ...order, reference: 'cart-2' };
    const again = { ...wanted, shopReference: 'cart' };
    expect(placedBefore([...known, second], again)).to.equal(second);
    expect(placedBefore([...known, { ...second, cancelled: true }], again)).to.equal(undefined);
  });

  it('cannot be cancelled if it is a draft, or if its id is not known', () => {
    const draft: PlacedWrite = { ...order, operation: 'createDraftOrder' };
    expect(earlierOrder(draft, '')).to.include({ draft: true, cancellable: false });
    expect(earlierOrder({ ...order, id: undefined }, '')).to.include({ cancellable: false, recovered: false });
  });

  it('is not found for other goods, or before the contacts are known', () => {
    expect(placedBefore(known, wanted)).to.equal(undefined);
    expect(placedBefore(known, { ...wanted, body: undefined })).to.equal(undefined);
  });
});

describe('the references of orders', () => {
  const none = new Set<string>();

  it('are random without one of the shop, and stay until the order has ended', () => {
    const references = new References();
    const first = references.current('', none);
    expect(first).to.match(/^[0-9a-f]{32}$/);
    references.use(first, '');
    expect([references.current('', none), references.sent]).to.deep.equal([first, first]);
    references.end();
    expect(references.current('', none)).to.not.equal(first);
  });

  it('are those of the shop, with a number after each order that has ended', () => {
    const references = new References();
    expect(references.current('cart', none)).to.equal('cart');
    references.use('cart', 'cart');
    references.end();
    expect(references.current('cart', none)).to.equal('cart-2');
    expect(references.current('gift', none)).to.equal('gift');
    expect(new References().current('cart', new Set(['cart', 'cart-2'])), 'both are used').to.equal('cart-3');
  });

  it('change if the order turns out to be another one', () => {
    const references = new References();
    references.use('cart', 'cart');
    references.drop();
    expect([references.sent, references.current('gift', none)]).to.deep.equal([undefined, 'gift']);
  });
});

describe('the claims of a token', () => {
  it('are read from base64url', () => {
    const claims = { reference: '>>>>???' };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    expect(payload).to.match(/-.*_/);
    expect(unverifiedClaims(`e30.${payload}.e30`)).to.deep.equal(claims);
  });

  it('are none if the token cannot be read', () => {
    for (const token of [undefined, '', 'e30', 'a.?.b'])
      expect(unverifiedClaims(token), String(token)).to.deep.equal({});
  });
});

describe('a copy of what a page hands over', () => {
  it('does not change with the original, and reads Proxies', () => {
    const own = { items: [{ name: 'Mug' }] };
    const copy = copyOf(new Proxy(own, {}));
    own.items[0] = { name: 'Cup' };
    expect(copy).to.deep.equal({ items: [{ name: 'Mug' }] });
    expect(copyOf(undefined)).to.equal(undefined);
  });

  it('throws a TypeError if JSON cannot hold it', () => {
    expect(() => copyOf({ value: 1n })).to.throw(TypeError);
  });
});
