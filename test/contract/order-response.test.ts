import { expect } from 'chai';
import { DraftOrderResponse, OrderResponse } from '../../src/contract/index.ts';
import { problems } from './problems.ts';

const placed = {
  success: true,
  object: 'order',
  id: '66f0c1d2e3a4b5c6d7e8f901',
  draft_order_id: null,
  destination: { contact_name: 'Ratna Wulandari', cash_on_delivery: { id: 'c1', amount: 165_000, fee: 4950 } },
  courier: { company: 'jne', type: 'reg', waybill_id: null, insurance: { amount: 150_000, fee: 750 } },
  reference_id: 'shop-17',
  items: [{ name: 'Enamel mug', quantity: 2 }],
  status: 'confirmed',
  price: 20_700,
};

describe('OrderResponse', () => {
  it('reads an order without a waybill', () => {
    const read = OrderResponse.parse(placed);
    expect(read).to.deep.include(placed);
    expect(read.courier?.waybill_id).to.equal(null);
  });

  it('needs success and an id only', () => {
    expect(problems(OrderResponse, { success: true, id: 'x' })).to.deep.equal({});
    expect(problems(OrderResponse, { success: true })).to.have.all.keys('id');
    expect(problems(OrderResponse, { success: true, id: null })).to.have.all.keys('id');
    expect(problems(OrderResponse, { success: true, id: '' })).to.have.all.keys('id');
    expect(problems(OrderResponse, { id: 'x' })).to.have.all.keys('success');
  });

  it('keeps unknown fields and states', () => {
    const later = { ...placed, status: 'teleported', courier: { ...placed.courier, robot: true }, carbon: 1 };
    expect(OrderResponse.parse(later)).to.deep.include({ status: 'teleported', carbon: 1, courier: later.courier });
  });

  it('reads amounts that are texts', () => {
    const read = OrderResponse.parse({ ...placed, price: '20700', courier: { insurance: { fee: '750' } } });
    expect(read.price).to.equal(20_700);
    expect(read.courier?.insurance?.fee).to.equal(750);
  });

  it('treats fields of a wrong type as absent', () => {
    const odd = { success: true, id: 'x', courier: 'jne', destination: [], items: {}, price: 'soon', metadata: 1 };
    const read = OrderResponse.parse(odd);
    expect(read.id).to.equal('x');
    for (const key of ['courier', 'destination', 'items', 'price', 'metadata'] as const)
      expect(read[key], key).to.equal(undefined);
  });

  it('treats nested fields of a wrong type as absent', () => {
    const destination = {
      contact_name: 'Ratna Wulandari',
      contact_phone: 62812,
      postal_code: '40111',
      cash_on_delivery: { id: 7, amount: '165000', type: '7_days' },
    };
    const courier = { company: 'jne', type: ['reg'], insurance: { amount: 'all', fee: 750 } };
    const read = OrderResponse.parse({ ...placed, destination, courier });
    expect(read.destination).to.deep.equal({
      contact_name: 'Ratna Wulandari',
      contact_phone: undefined,
      postal_code: 40_111,
      cash_on_delivery: { id: undefined, amount: 165_000, type: '7_days' },
    });
    expect(read.courier).to.deep.equal({
      company: 'jne',
      type: undefined,
      insurance: { amount: undefined, fee: 750 },
    });
  });
});

describe('DraftOrderResponse', () => {
  const id = '4f2d6c1e-8f0a-4a52-9d8e-0c7b1a2d3e4f';

  it('reads a draft without courier, price and order', () => {
    const draft = { success: true, code: 20111002, object: 'draft_order', id, order_id: null, price: null };
    expect(DraftOrderResponse.parse({ ...draft, status: 'placed' })).to.deep.include({ ...draft, status: 'placed' });
  });

  it('needs success and an id only', () => {
    expect(problems(DraftOrderResponse, { success: true, id })).to.deep.equal({});
    expect(problems(DraftOrderResponse, { success: true })).to.have.all.keys('id');
    expect(DraftOrderResponse.parse({ success: true, id, code: '20111002' }).code).to.equal(20111002);
  });
});
