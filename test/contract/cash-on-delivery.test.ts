import { expect } from 'chai';
import {
  cashOnDeliveryLimit,
  cashOnDeliveryTypes,
  DraftOrderRequest,
  OrderRequest,
  RatesRequest,
} from '../../src/contract/index.ts';
import { orderRequest, ratesRequest } from '../support/fixtures.ts';
import { problems } from './problems.ts';

const requests = {
  'a rates request': (extra: object) => problems(RatesRequest, { ...ratesRequest, ...extra }),
  'an order': (extra: object) => problems(OrderRequest, { ...orderRequest, ...extra }),
  'a draft': (extra: object) => problems(DraftOrderRequest, { ...orderRequest, ...extra }),
};

for (const [name, check] of Object.entries(requests))
  describe(`cash on delivery of ${name}`, () => {
    const amount = 'destination_cash_on_delivery';
    const type = 'destination_cash_on_delivery_type';

    it('is at most 15,000,000', () => {
      expect(cashOnDeliveryLimit).to.equal(15_000_000);
      expect(check({ [amount]: 15_000_000, [type]: '7_days' })).to.deep.equal({});
      expect(check({ [amount]: 15_000_001, [type]: '7_days' })[amount]).to.match(/^must be .* at most 15000000$/);
    });

    it('is whole rupiah', () => {
      expect(check({ [amount]: 1000.5, [type]: '7_days' })).to.have.all.keys(amount);
      expect(check({ [amount]: '1.000', [type]: '7_days' })).to.have.all.keys(amount);
      expect(check({ [amount]: -1, [type]: '7_days' })).to.have.all.keys(amount);
    });

    it('needs its type', () => {
      expect(check({ [amount]: 1000 })).to.deep.equal({
        [type]: 'is missing: send one of 7_days, 5_days, 3_days with the amount',
      });
    });

    it('accepts three types', () => {
      for (const known of cashOnDeliveryTypes) expect(check({ [amount]: 1000, [type]: known })).to.deep.equal({});
      expect(check({ [amount]: 1000, [type]: '9_days' })).to.deep.equal({
        [type]: 'must be one of 7_days, 5_days, 3_days',
      });
    });
  });
