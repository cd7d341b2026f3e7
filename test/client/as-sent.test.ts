import { expect } from 'chai';
import { item, json, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { cancelAnswer, cutOff, failure, orderAnswer, ratesAnswer, serve } from './service.ts';

/** The body that reaches the service. */
async function sent(answer: object, call: (client: ReturnType<typeof serve>['client']) => Promise<unknown>) {
  const { client, requests } = serve(() => json(answer));
  await call(client);
  expect(requests).to.have.lengthOf(1);
  return (await requests[0]?.json()) as Record<string, unknown>;
}

/** A request from a page without types. */
const untyped = (request: object) => request as never;

describe('a number as text', () => {
  const numbers = { name: 'Enamel mug', value: 75_000, quantity: 2, weight: 400 };
  const texts = { name: 'Enamel mug', value: '75000', quantity: '2', weight: ' 400' };

  it('is sent as a number', async () => {
    const typed = {
      ...ratesRequest,
      destination_postal_code: '40111',
      destination_longitude: ' 106.801207',
      items: [texts],
    };
    expect(await sent(ratesAnswer, (client) => client.quoteRates(untyped(typed)))).to.deep.equal({
      ...ratesRequest,
      ...{ destination_longitude: 106.801207, items: [numbers] },
    });
  });

  it('is sent as a number with an order and a draft', async () => {
    const typed = { ...orderRequest, origin_postal_code: '12440', courier_insurance: '150000', items: [texts] };
    for (const call of ['createOrder', 'createDraftOrder'] as const)
      expect(await sent(orderAnswer, (client) => client[call](untyped({ ...typed, reference_id: 'a' })))).to.deep.equal(
        {
          ...orderRequest,
          ...{ courier_insurance: 150_000, items: [numbers], reference_id: 'a' },
        },
      );
  });

  it('uses the cached answer for the number', async () => {
    const { client, requests } = serve(() => json(ratesAnswer));
    await client.quoteRates(ratesRequest);
    await client.quoteRates(untyped({ ...ratesRequest, destination_postal_code: ' 40111 ' }));
    expect(requests).to.have.lengthOf(1);
  });

  it('is not sent if it is ambiguous', async () => {
    const { client, requests } = serve(() => json(ratesAnswer));
    for (const value of ['75.000', '75,000', '7e4', 'Rp 75000'])
      expect(
        await failure(client.quoteRates(untyped({ ...ratesRequest, items: [{ ...item, value }] }))),
      ).to.deep.include({
        fields: [{ path: 'items.0.value', remedy: 'must be whole rupiah, 0 or more, without decimals' }],
      });
    expect(requests).to.have.lengthOf(0);
  });

  it('is a number for checks over several fields', async () => {
    const cargo = {
      ...orderRequest,
      courier_company: 'jntcargo',
      courier_type: 'ft',
      items: [{ ...texts, value: '0' }],
    };
    const { client } = serve(() => json(orderAnswer));
    expect(await failure(client.createOrder(untyped(cargo)))).to.have.nested.property(
      'fields[0].path',
      'items.0.value',
    );
  });
});

describe('an absent field', () => {
  const nothing = { destination_area_id: null, courier_insurance: null, destination_cash_on_delivery: '' };

  it('is not sent with a question for rates', async () => {
    const request = { ...ratesRequest, ...nothing, custom_rates: [], items: [{ ...item, sku: null, length: null }] };
    const { sku: _sku, length: _length, ...rest } = item;
    const body = await sent(ratesAnswer, (client) => client.quoteRates(untyped(request)));
    expect(body).to.deep.equal({ ...ratesRequest, items: [rest] });
  });

  it('is not sent with an order or a draft', async () => {
    const request = { ...orderRequest, ...nothing, reference_id: 'shop-17', metadata: [], tags: null, order_note: '' };
    const bare = { ...orderRequest, reference_id: 'shop-17' };
    for (const call of ['createOrder', 'createDraftOrder'] as const)
      expect(await sent(orderAnswer, (client) => client[call](untyped(request)))).to.deep.equal(bare);
  });

  it('leaves the courier of a draft open', async () => {
    const request = { ...orderRequest, reference_id: 'shop-17', courier_company: '', courier_type: null };
    const { courier_company: _company, courier_type: _type, ...bare } = { ...orderRequest, reference_id: 'shop-17' };
    expect(await sent(orderAnswer, (client) => client.createDraftOrder(untyped(request)))).to.deep.equal(bare);
  });

  it('is no reference: the order gets a random one', async () => {
    for (const reference_id of [null, '']) {
      const body = await sent(orderAnswer, (client) => client.createOrder(untyped({ ...orderRequest, reference_id })));
      expect(body.reference_id).to.match(/^[0-9a-f]{32}$/);
    }
  });

  it('leaves the reason of a cancellation to its default', async () => {
    for (const nothing of [null, '']) {
      const request = { id: 'a1', cancellation_reason_code: nothing, cancellation_reason: nothing };
      const body = await sent(cancelAnswer, (client) => client.cancelOrder(untyped(request)));
      expect(body).to.deep.equal({ cancellation_reason_code: 'others' });
    }
  });

  it('uses the cached answer for the number', async () => {
    const { client, requests } = serve(() => json(ratesAnswer));
    await client.quoteRates(ratesRequest);
    await client.quoteRates(untyped({ ...ratesRequest, ...nothing }));
    expect(requests).to.have.lengthOf(1);
  });

  it('does not make another order: the same one with nulls is found again', async () => {
    const details = { order_id: orderAnswer.id, waybill_id: null, reference_id: 'shop-17' };
    const used = { success: false, error: 'used', code: 40002060, details };
    const { client } = serve((_request, count) => (count === 1 ? cutOff() : json(used, { status: 400 })));
    const request = { ...orderRequest, reference_id: 'shop-17' };
    await client.createOrder(request).catch(() => undefined);
    const again = await client.createOrder(untyped({ ...request, ...nothing }));
    expect(again).to.include({ recovered: true, id: orderAnswer.id });
  });

  it('does not change the object of the caller', async () => {
    const request = Object.freeze({ ...orderRequest, ...nothing, metadata: [] });
    await sent(orderAnswer, (client) => client.createOrder(untyped(request)));
    expect(request).to.deep.equal({ ...orderRequest, ...nothing, metadata: [] });
  });
});
