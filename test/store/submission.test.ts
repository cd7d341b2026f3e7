import { expect } from 'chai';
import { References } from '../../src/elements/element/references.ts';
import { copyOf } from '../../src/elements/store/copy-of.ts';
import { placedBefore, placedBy, type Submission } from '../../src/elements/store/submission.ts';
import { orderRequest, rate } from '../support/fixtures.ts';
import { submission } from './order-fixtures.ts';

const sending = (more: Partial<Submission> = {}): Submission => ({ ...submission, ...more });

const answer = (more: object = {}) => ({ success: true, id: 'order-1', status: 'confirmed', ...more }) as never;

describe('a placed order', () => {
  it('has what was ordered, and the price that the service charges', () => {
    const readyAt = new Date('2026-11-24T09:00+07:00');
    const order = placedBy(sending({ readyAt }), answer({ price: 16_000, courier: { waybill_id: 'JNE-1' } }));
    expect(order).to.deep.include({
      id: 'order-1',
      waybill: 'JNE-1',
      price: 16_000,
      payNow: 165_000,
      payAtDoor: 0,
      rate: rate(),
      readyAt,
    });
  });

  const both = { ...orderRequest, courier_insurance: 150_000, destination_cash_on_delivery: 165_000 };
  const switches = { insured: true, cashOnDelivery: true };
  const payments = { payNow: 0, payAtDoor: 165_000 };

  it('reports what the answer says is insured and collected, and else what was sent', () => {
    const sent = sending({ request: both, switches, payments });
    expect(placedBy(sent, answer())).to.include({ insured: 150_000, payNow: 0, payAtDoor: 165_000 });
    const courier = { insurance: { amount: 0 } };
    const collected = { cash_on_delivery: { amount: 150_000 } };
    for (const said of [collected, { destination: collected }])
      expect(placedBy(sent, answer({ courier, ...said }))).to.deep.include({
        ...{ insured: undefined, payNow: 15_000, payAtDoor: 150_000 },
      });
  });

  it('reports what a grant has ordered, and never the switches', () => {
    const order = { courier_insurance: undefined, destination_cash_on_delivery: undefined };
    const grant = `e30.${btoa(JSON.stringify({ reference: 'cart', order }))}.e30`;
    const sent = sending({ request: { ...both, grant }, switches, payments });
    expect(placedBy(sent, answer())).to.deep.include({ insured: undefined, payNow: 165_000, payAtDoor: 0 });
  });

  it('costs what was shown where the courier collects it with the goods', () => {
    const sent = sending({ request: both, switches, payments });
    expect(placedBy(sent, answer({ price: 15_450 })).price).to.equal(15_000);
  });

  it('can be cancelled unless it is a draft, has no id, or its state or the gateway forbids it', () => {
    const granted = { ...orderRequest, grant: 'signed' };
    expect(placedBy(sending(), answer()).cancellable).to.equal(true);
    expect(placedBy(sending({ draft: true }), answer()).cancellable).to.equal(false);
    expect(placedBy(sending(), answer({ id: undefined })).cancellable).to.equal(false);
    expect(placedBy(sending(), answer({ status: 'delivered' })).cancellable).to.equal(false);
    expect(placedBy(sending({ request: granted }), answer()).cancellable).to.equal(false);
    expect(placedBy(sending({ request: granted }), answer({ cancel: 'a.b.c' })).cancellable).to.equal(true);
  });
});

describe('an order that was placed before', () => {
  const known = [{ operation: 'createOrder', reference: 'cart', id: 'order-1', goods: '[]' } as const];
  const wanted = { draft: false, reference: 'other', shopReference: '', body: orderRequest };

  it('is found by the shop’s own reference', () => {
    const found = placedBefore(known, { ...wanted, reference: 'cart', shopReference: 'cart' });
    expect(found?.order).to.include({ id: 'order-1', before: true, other: true, cancellable: true });
    expect(placedBefore(known, { ...wanted, reference: 'cart-2', shopReference: 'cart' })).to.equal(undefined);
  });

  it('is not found by goods that differ, before the contacts are known, or once it was cancelled', () => {
    expect(placedBefore(known, wanted)).to.equal(undefined);
    expect(placedBefore(known, { ...wanted, body: undefined })).to.equal(undefined);
    const cancelled = known.map((write) => ({ ...write, cancelled: true }));
    const again = { ...wanted, reference: 'cart', shopReference: 'cart' };
    expect(placedBefore(cancelled, again)).to.equal(undefined);
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

  it('are the shop’s own, with a further number after each order that has ended', () => {
    const references = new References();
    expect(references.current('cart', none)).to.equal('cart');
    references.use('cart', 'cart');
    references.end();
    expect(references.current('cart', none)).to.equal('cart-2');
    expect(references.current('gift', none)).to.equal('gift');
  });

  it('pass over references that ended orders have used', () => {
    expect(new References().current('cart', new Set(['cart', 'cart-2']))).to.equal('cart-3');
  });

  it('are another one once the order turns out to be another one', () => {
    const references = new References();
    references.use('cart', 'cart');
    references.drop();
    expect([references.sent, references.current('gift', none)]).to.deep.equal([undefined, 'gift']);
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

  it('fails if JSON cannot hold it', () => {
    expect(() => copyOf({ value: 1n })).to.throw(TypeError);
  });
});
