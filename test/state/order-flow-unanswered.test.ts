import { expect } from 'chai';
import { isShippingFailure, type ShippingClient } from '../../src/client/index.ts';
import { refusal, storage } from '../client/service.ts';
import { rate } from '../support/fixtures.ts';
import { moved, ordering, placed, used } from './ordering.ts';

describe('an order without an answer', () => {
  it('is unconfirmed, keeps all as it is, and is told as failed and unconfirmed', async () => {
    const { flow, place, told } = ordering();
    const { body } = await place('lost');
    const reference = body.reference_id;
    expect(flow.status).to.equal('unconfirmed');
    expect(flow.state).to.include({ reference });
    expect(flow.locked).to.equal(true);
    expect(flow.error).to.satisfy(isShippingFailure).and.include({ code: 'network', outcome: 'unknown' });
    expect(told).to.deep.equal([
      { type: 'failed', error: flow.error },
      { type: 'unconfirmed', reference },
    ]);
  });

  it('is sent again as it was, whatever the page has set since, and neither page nor price is asked', async () => {
    const { flow, terms, place, asked, statuses } = ordering();
    const first = structuredClone((await place('lost')).body);
    Object.assign(terms.body?.items[0] as object, { quantity: 9 });
    Object.assign(terms, { rate: undefined, ready: false, mode: 'none', reference: 'other' });
    asked.length = 0;
    statuses.length = 0;
    const again = await place();
    expect(again.body).to.deep.equal(first);
    expect(asked).to.deep.equal([]);
    expect(statuses).to.deep.equal(['ordering', 'placed']);
    expect(flow.placed).to.deep.include({ id: 'order-1', rate: rate(), recovered: false });
  });

  it('is found where it had been placed', async () => {
    const { flow, place, request, told } = ordering();
    const { body } = await place('lost');
    const placing = flow.place();
    (await request()).answer(used(body.reference_id));
    await placing;
    expect(flow.placed).to.deep.equal({
      ...{ id: 'order-1', reference: body.reference_id, waybill: 'JNE-1', rate: rate() },
      ...{ price: undefined, paid: 15_000, draft: false, recovered: true, other: false, before: false },
      ...{ insured: undefined, collected: undefined, readyAt: undefined, cancellable: true },
    });
    expect(told.at(-1)).to.deep.equal({ type: 'placed', order: flow.placed });
  });

  it('that was a draft is found, though nobody says which one it is, and cannot be cancelled', async () => {
    const { flow, place, request, calls } = ordering({ mode: 'draft' });
    await place('lost');
    const placing = flow.place();
    (await request()).answer(refusal(42211015, undefined, 422));
    await placing;
    expect(flow.placed).to.include({ id: undefined, draft: true, recovered: true, waybill: undefined });
    await flow.cancel();
    expect(calls).to.have.length(2);
  });

  it('stays unconfirmed when it is refused for another reason', async () => {
    const { flow, place, told } = ordering();
    const { body } = await place('lost');
    told.length = 0;
    const again = await place('refused');
    expect(flow.status).to.equal('unconfirmed');
    expect(flow.error).to.include({ code: 'refused', outcome: 'unknown' });
    expect(told.map(({ type }) => type)).to.deep.equal(['failed', 'unconfirmed']);
    expect((await place()).body).to.deep.equal(body);
    expect(again.body).to.deep.equal(body);
  });

  it('stays unconfirmed whatever is chosen, and in whatever mode', async () => {
    const { flow, terms, place } = ordering();
    flow.reconsider();
    await place('lost');
    Object.assign(terms, { rate: undefined, mode: 'draft' });
    flow.reconsider();
    expect(flow.status).to.equal('unconfirmed');
  });

  it('is one, however often it is checked', async () => {
    const { flow, place, request, calls } = ordering();
    await place('lost');
    const checks = [flow.place(), flow.place(), flow.place()];
    (await request()).answer(placed());
    await Promise.all(checks);
    expect(calls).to.have.length(2);
  });
});

describe('an order that a page before this one has left without an answer', () => {
  /** A page as it is loaded after one whose order got no answer. */
  async function reload(after: Parameters<typeof ordering>[0] = {}, before: Parameters<typeof ordering>[0] = {}) {
    const { store } = storage();
    const { body } = await ordering({ store, ...before }).place('lost');
    const page = ordering({ store, ...after });
    page.flow.resume();
    return { ...page, lost: body };
  }

  it('is taken up: that is told, and another rate may still be chosen', async () => {
    const { flow, told, lost } = await reload();
    expect(flow.state).to.deep.equal({ status: 'unconfirmed', reference: lost.reference_id });
    expect(told).to.deep.equal([{ type: 'unconfirmed', reference: lost.reference_id }]);
    expect([flow.locked, flow.error]).to.deep.equal([false, undefined]);
  });

  it('is taken up once', async () => {
    const { flow, told } = await reload();
    flow.resume();
    expect(told).to.have.length(1);
  });

  it('is found under its reference; the page is asked, the price is not', async () => {
    const { flow, lost, request, asked, terms } = await reload();
    const placing = flow.place();
    const { body, answer } = await request();
    expect(body).to.deep.equal(lost);
    expect(asked).to.deep.equal([{ rate: terms.rate, reference: lost.reference_id, again: true, ...terms.switches }]);
    answer(used(lost.reference_id));
    await placing;
    expect(flow.placed).to.deep.include({ id: 'order-1', rate: rate(), recovered: true, other: false });
  });

  it('is placed by that click where it had not arrived', async () => {
    const { flow, lost, place } = await reload();
    expect((await place()).body).to.deep.equal(lost);
    expect(flow.placed).to.include({ recovered: false });
  });

  it('is checked only with what can be ordered', async () => {
    const { flow, calls } = await reload({ ready: false });
    await flow.place();
    expect([flow.status, calls]).to.deep.equal(['unconfirmed', []]);
  });

  it('is found with another cart too, which is not part of it and can be ordered as well', async () => {
    const { flow, terms, lost, request, told, asked, statuses } = await reload();
    terms.body = { ...terms.body, order_note: 'ring twice' } as typeof terms.body;
    const placing = flow.place();
    (await request()).answer(used(lost.reference_id));
    await placing;
    expect(flow.placed).to.deep.equal({
      ...{ id: 'order-1', reference: lost.reference_id, waybill: 'JNE-1', rate: undefined },
      ...{ price: undefined, paid: undefined, draft: false, recovered: true, other: true, before: false },
      ...{ insured: undefined, collected: undefined, readyAt: undefined, cancellable: true },
    });
    expect(told.at(-1)).to.deep.equal({ type: 'placed', order: flow.placed });
    asked.length = 0;
    statuses.length = 0;
    const ordering = flow.placeOther();
    const { body, answer } = await request();
    expect(body).to.include({ order_note: 'ring twice' });
    expect(body.reference_id).not.to.equal(lost.reference_id);
    answer(placed('order-2'));
    await ordering;
    expect(statuses).to.deep.equal(['asking', 'quoting', 'ordering', 'placed']);
    expect(flow.placed).to.include({ id: 'order-2', other: false });
    expect(asked).to.have.length(2);
  });

  it('is counted on where another one is ordered under the shop’s reference', async () => {
    const { flow, terms, request } = await reload({ reference: 'cart' }, { reference: 'cart' });
    terms.body = { ...terms.body, order_note: 'ring twice' } as typeof terms.body;
    const placing = flow.place();
    (await request()).answer(used('cart'));
    await placing;
    const other = flow.placeOther();
    const { body, answer } = await request();
    answer(placed('order-2'));
    await other;
    expect(body).to.include({ reference_id: 'cart-2' });
  });

  it('is found where the first try to find it is refused', async () => {
    const { flow, terms, lost, request } = await reload();
    const { body } = terms;
    terms.body = undefined;
    await flow.place();
    expect(flow.error).to.include({ code: 'invalid-request' });
    terms.body = body;
    flow.reconsider();
    const placing = flow.place();
    const again = await request();
    expect(again.body).to.deep.equal(lost);
    again.answer(used(lost.reference_id));
    await placing;
    expect(flow.placed).to.include({ recovered: true });
  });

  it('is a draft where the page saves drafts', async () => {
    const { flow } = await reload({ mode: 'draft' }, { mode: 'draft' });
    expect(flow.status).to.equal('unconfirmed');
  });

  it('is found by the number that the shop’s reference has been counted on to', async () => {
    const { store } = storage();
    const before = ordering({ store, reference: 'cart', mode: 'draft' });
    before.flow.reconsider();
    await before.place();
    before.terms.mode = 'order';
    before.flow.reconsider();
    expect((await before.place('lost')).body).to.include({ reference_id: 'cart-2' });
    const { flow } = ordering({ store, reference: 'cart' });
    flow.resume();
    expect(flow.state).to.deep.equal({ status: 'unconfirmed', reference: 'cart-2' });
  });

  it('is taken up by a page that has no reference of its own', async () => {
    for (const reference of ['', undefined]) {
      const { flow } = await reload({ reference }, { reference: 'cart' });
      expect(flow.state).to.include({ reference: 'cart' });
    }
  });

  for (const [what, after] of Object.entries({
    'under another reference of the shop': { reference: 'cart-10' },
    'under a longer one': { reference: 'cart-1-2' },
    'at another place': { place: 'gift' },
    'in another mode': { mode: 'draft' as const },
    'where nobody can be asked': { client: undefined },
  }))
    it(`is another matter ${what}`, async () => {
      const { flow, told } = await reload({ reference: 'cart-1', ...after }, { reference: 'cart-1' });
      expect([flow.status, told]).to.deep.equal(['ready', []]);
    });

  it('is another matter where it was a draft', async () => {
    const { flow } = await reload({}, { mode: 'draft' });
    expect(flow.status).to.equal('ready');
  });

  it('is found though one in another mode was left before it', async () => {
    const { store } = storage();
    await ordering({ store, mode: 'draft' }).place('lost');
    const { body } = await ordering({ store }).place('lost');
    const { flow } = ordering({ store });
    flow.resume();
    expect(flow.state).to.deep.equal({ status: 'unconfirmed', reference: body.reference_id });
  });

  it('in another mode leaves the price of this one to be asked', async () => {
    const { store } = storage();
    await ordering({ store, mode: 'draft' }).place('lost');
    const { place, asked } = ordering({ store });
    await place();
    expect(asked).to.have.length(2);
  });

  it('is looked for again where the page sets its mode or its reference late', async () => {
    const { store } = storage();
    const { body } = await ordering({ store, reference: 'cart' }).place('lost');
    for (const late of [{ mode: 'draft' as const }, { reference: 'gift' }]) {
      const { flow, terms } = ordering({ store, ...late });
      flow.resume();
      expect(flow.status).to.equal('ready');
      Object.assign(terms, { mode: 'order', reference: 'cart' });
      flow.resume();
      expect(flow.state).to.include({ reference: body.reference_id });
    }
  });

  it('is looked for again where the page has saved drafts meanwhile', async () => {
    const { flow, terms, lost } = await reload();
    for (const mode of ['draft', 'order'] as const) {
      terms.mode = mode;
      flow.reconsider();
    }
    expect(flow.status).to.equal('ready');
    flow.resume();
    expect(flow.state).to.include({ status: 'unconfirmed', reference: lost.reference_id });
  });

  it('is looked for once, and once more where another client may know of it', () => {
    const { flow, terms } = ordering();
    let looked = 0;
    const unanswered = () => {
      looked += 1;
      return [];
    };
    for (let clients = 1; clients <= 2; clients += 1) {
      terms.client = { ...(terms.client as ShippingClient), unanswered };
      flow.resume();
      flow.resume();
      expect(looked).to.equal(clients);
    }
  });

  it('waits for an order of this page', async () => {
    const { store } = storage();
    const page = ordering({ store });
    await ordering({ store }).place('lost');
    await page.place('refused');
    page.flow.resume();
    expect(page.flow.status).to.equal('refused');
  });

  it('is none where it was answered', async () => {
    const { store } = storage();
    await ordering({ store }).place();
    const { flow } = ordering({ store });
    flow.resume();
    expect(flow.status).to.equal('ready');
  });

  it('keeps its reference through all that happens until there is an answer, whatever the shop calls it by then', async () => {
    const { flow, terms, page, place, lost } = await reload({ reference: 'A-1' });
    const kept = page.requote;
    page.requote = async () => moved(rate({ price: 18_000 }));
    terms.body = { ...terms.body, order_note: 'another body' } as typeof terms.body;
    await flow.place();
    expect(flow.status).to.equal('price-changed');
    page.requote = kept;
    expect((await place()).body).to.include({ reference_id: lost.reference_id });
  });
});
