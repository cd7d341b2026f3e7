import { expect } from 'chai';
import { References } from '../../src/elements/element/references.ts';
import { copyOf } from '../../src/elements/store/copy-of.ts';
import { placedBefore, placedBy, type Submission } from '../../src/elements/store/submission.ts';
import { orderRequest, rate } from '../support/fixtures.ts';

const submission = (more: Partial<Submission> = {}): Submission => ({
  ...{ request: orderRequest, reference: 'cart', shopReference: 'cart', rate: rate(), readyAt: undefined },
  ...{ switches: { insured: false, cashOnDelivery: false }, draft: false },
  ...more,
});

const answer = (more: object = {}) => ({ success: true, id: 'order-1', status: 'confirmed', ...more }) as never;

describe('a placed order', () => {
  it('has what was ordered, and the price that the service charges', () => {
    const readyAt = new Date('2026-11-24T09:00+07:00');
    const order = placedBy(submission({ readyAt }), answer({ price: 16_000, courier: { waybill_id: 'JNE-1' } }));
    expect(order).to.deep.include({
      id: 'order-1',
      waybill: 'JNE-1',
      price: 16_000,
      paid: 16_000,
      rate: rate(),
      readyAt,
    });
  });

  it('reports what is insured from its own request, and never from the switches', () => {
    const insured = { ...orderRequest, courier_insurance: 150_000 };
    const switches = { insured: true, cashOnDelivery: false };
    expect(placedBy(submission({ request: insured }), answer()).insured).to.equal(150_000);
    expect(placedBy(submission({ switches }), answer()).insured).to.equal(undefined);
  });

  it('reports what is collected at the door, and what of the delivery is not', () => {
    const cod = { ...orderRequest, destination_cash_on_delivery: 160_000 };
    expect(placedBy(submission({ request: cod }), answer())).to.include({ collected: 160_000, paid: 5_000 });
    const all = { ...orderRequest, destination_cash_on_delivery: 165_000 };
    expect(placedBy(submission({ request: all }), answer())).to.include({ collected: 165_000, paid: 0 });
  });

  it('can be cancelled unless it is a draft, has no id, or its state or the gateway forbids it', () => {
    const granted = { ...orderRequest, grant: 'signed' };
    expect(placedBy(submission(), answer()).cancellable).to.equal(true);
    expect(placedBy(submission({ draft: true }), answer()).cancellable).to.equal(false);
    expect(placedBy(submission(), answer({ id: undefined })).cancellable).to.equal(false);
    expect(placedBy(submission(), answer({ status: 'delivered' })).cancellable).to.equal(false);
    expect(placedBy(submission({ request: granted }), answer()).cancellable).to.equal(false);
    expect(placedBy(submission({ request: granted }), answer({ cancel: 'a.b.c' })).cancellable).to.equal(true);
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
