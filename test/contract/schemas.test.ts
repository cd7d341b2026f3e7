import { expect } from 'chai';
import * as z from 'zod/mini';
import * as contract from '../../src/contract/index.ts';
import { item, orderRequest, rate } from '../support/fixtures.ts';
import { problems } from './problems.ts';

const { CouriersResponse, Item, OrderRequest, OrderResponse, Rate, RatesRequest, RatesResponse } = contract;

describe('the schemas, for a shop', () => {
  it('each have a shape', () => {
    const schemas = Object.entries(contract).filter(([, value]) => value instanceof z.ZodMiniType);
    expect(schemas).to.have.lengthOf.at.least(18);
    for (const [name, schema] of schemas) expect(schema, name).to.have.property('shape').that.is.an('object');
  });

  it('name the same fields as the types, down to the rows', () => {
    expect(Object.keys(Rate.shape)).to.have.members([...Object.keys(rate()), 'offer', 'estimate']);
    expect(Object.keys(Item.shape)).to.have.members(Object.keys(item));
    expect(RatesResponse.shape.pricing.def.element.shape).to.equal(Rate.shape);
    expect(RatesRequest.shape.items.def.element.shape).to.equal(Item.shape);
    expect(Object.keys(OrderResponse.shape)).to.include.members(['id', 'courier', 'destination', 'price']);
  });

  it('read a field by itself', () => {
    expect(problems(Item.shape.quantity, 0)).to.deep.equal({ '': 'must be a whole number of pieces, 1 or more' });
    expect(problems(OrderRequest.shape.origin_contact_phone, undefined)['']).to.match(/^is missing: send a phone/);
    expect(Rate.shape.shipping_fee.parse('15000')).to.equal(15_000);
  });

  it('can be extended, and keep their rules', () => {
    const Green = z.extend(Rate, { carbon_grams: z.number() });
    expect(Green.parse({ company: 'jne', type: 'reg', price: 1, carbon_grams: 120 })).to.deep.include({
      courier_code: 'jne',
      carbon_grams: 120,
    });
    expect(problems(Green, { ...rate(), price: -1 })).to.have.all.keys('price', 'carbon_grams');
    const Gift = z.extend(OrderRequest, { gift_message: z.string() });
    expect(problems(Gift, { ...orderRequest, gift_message: 'Hi' })).to.deep.equal({});
    expect(problems(Gift, { ...orderRequest, gift_message: 'Hi', delivery_type: 'scheduled' })).to.have.all.keys(
      'delivery_date',
      'delivery_time',
    );
  });

  it('report one issue for the broken rows of a list', () => {
    expect(problems(RatesResponse.shape.pricing, [rate(), 0])).to.deep.equal({ '': 'has broken rows' });
    expect(RatesResponse.shape.pricing.parse([rate()])).to.deep.equal([rate()]);
  });

  it('report problems outside the rows only', () => {
    expect(problems(CouriersResponse, { success: false, couriers: [0] })).to.deep.equal({ success: 'must be true' });
  });

  it('ignore `dropped` in an answer', () => {
    expect(RatesResponse.parse({ success: true, pricing: [rate()], dropped: 'all' }).dropped).to.deep.equal([]);
    const body = [] as unknown[];
    expect(RatesResponse.safeParse(body).success).to.equal(false);
    expect(body).to.not.have.property('dropped');
  });
});
