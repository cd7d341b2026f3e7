import { expect } from 'chai';
import type { OrderRequest, RatesRequest } from '../../../src/contract/index.ts';
import { item, json, orderRequest, ratesRequest } from '../../support/fixtures.ts';
import { couriersAnswer, failure, serve } from '../service.ts';

describe('invalid-request', () => {
  const { client, requests } = serve(() => json(couriersAnswer));

  afterEach('nothing was sent', () => {
    expect(requests).to.have.lengthOf(0);
  });

  it('names each invalid field and what to send', async () => {
    const wrong = { ...ratesRequest, items: [{ ...item, weight: -1, value: 0.5 }] };
    const thrown = await failure(client.quoteRates(wrong));
    expect(thrown).to.include({ code: 'invalid-request', operation: 'quoteRates', outcome: undefined });
    expect(thrown.fields).to.deep.equal([
      { path: 'items.0.value', remedy: 'must be whole rupiah, 0 or more, without decimals' },
      { path: 'items.0.weight', remedy: 'must be whole grams, 1 or more' },
    ]);
    expect(thrown.message).to.equal(
      'quoteRates was not sent: items.0.value must be whole rupiah, 0 or more, without decimals; ' +
        'items.0.weight must be whole grams, 1 or more.',
    );
  });

  it('keeps an invalid write from being sent', async () => {
    for (const call of [
      client.createOrder({ ...orderRequest, reference_id: ' ' }),
      client.createDraftOrder({ ...orderRequest, items: [] }),
      client.cancelOrder({ id: '../draft_orders' }),
    ])
      expect(await failure(call)).to.include({ code: 'invalid-request' });
  });

  it('is the error for a page without types', async () => {
    const items = 'mug' as unknown as RatesRequest['items'];
    expect(await failure(client.quoteRates({ ...ratesRequest, items }))).to.include({ code: 'invalid-request' });
    expect(await failure(client.createOrder({} as OrderRequest))).to.include({ code: 'invalid-request' });
  });
});
