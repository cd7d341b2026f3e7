import { expect } from 'chai';
import type { RatesRequest } from '../../src/contract/index.ts';
import { item, json, ratesRequest } from '../support/fixtures.ts';
import { couriersAnswer, failure, onHold, priced, ratesAnswer, refusal, serve } from './service.ts';

const spoon = { ...item, name: 'Spoon', value: 9000 };
const asked: RatesRequest = { ...ratesRequest, items: [item, spoon] };
const { items: _items, ...rest } = asked;
/** The same request with keys and items in reverse order. */
const reversed = Object.fromEntries(
  Object.entries({ ...rest, items: [spoon, Object.fromEntries(Object.entries(item).reverse())] }).reverse(),
) as unknown as RatesRequest;

describe('identical reads in flight', () => {
  it('share one request and its answer', async () => {
    const { client, requests, arrived, held } = onHold();
    const both = Promise.all([client.quoteRates(asked), client.quoteRates(reversed)]);
    await arrived(1);
    held[0]?.(priced(9000));
    const [first, second] = await both;
    expect(requests).to.have.lengthOf(1);
    expect(first.pricing[0]?.price).to.equal(9000);
    expect(second).to.deep.equal(first);
  });

  it('share a failure too', async () => {
    const { client, requests } = serve(() => refusal(40001010));
    const both = await Promise.all([failure(client.quoteRates(asked)), failure(client.quoteRates(asked))]);
    expect(both.map(({ reason }) => reason)).to.deep.equal(['no-courier', 'no-courier']);
    expect(requests).to.have.lengthOf(1);
  });

  it('are not identical when anything differs', async () => {
    const { client, requests } = serve(() => priced(1));
    await Promise.all([
      client.quoteRates(asked),
      client.quoteRates({ ...asked, courier_insurance: 1000 }),
      client.quoteRates({ ...asked, items: [item] }),
      client.quoteRates({ ...asked, items: [item, item] }),
      client.quoteRates({ ...asked, items: [item, { ...spoon, weight: 1 }] }),
    ]);
    expect(requests).to.have.lengthOf(5);
  });
});

describe('a cached answer', () => {
  it('serves the same request with keys and items in any order', async () => {
    const { client, requests } = serve((_, count) => priced(count));
    await client.quoteRates(asked);
    const again = await client.quoteRates(reversed);
    expect(again.pricing[0]?.price).to.equal(1);
    expect(requests).to.have.lengthOf(1);
  });

  it('is kept apart for couriers and rates', async () => {
    const { client, requests } = serve(({ method }) => json(method === 'GET' ? couriersAnswer : ratesAnswer));
    await client.listCouriers();
    await client.quoteRates(asked);
    await client.listCouriers({});
    expect(requests.map(({ method }) => method)).to.deep.equal(['GET', 'POST']);
  });

  it('is skipped with `fresh`, whose answer replaces it', async () => {
    const { client, requests } = serve((_, count) => priced(count));
    await client.quoteRates(asked);
    await client.quoteRates(asked, { fresh: true });
    expect((await client.quoteRates(asked)).pricing[0]?.price).to.equal(2);
    expect(requests).to.have.lengthOf(2);
  });

  it('is not replaced by the older answer of a request that `fresh` overtook', async () => {
    const { client, requests, arrived, held } = onHold();
    const older = client.quoteRates(asked);
    const newer = client.quoteRates(asked, { fresh: true });
    await arrived(2);
    held[1]?.(priced(2));
    expect((await newer).pricing[0]?.price).to.equal(2);
    held[0]?.(priced(1));
    expect((await older).pricing[0]?.price).to.equal(1);
    expect((await client.quoteRates(asked)).pricing[0]?.price).to.equal(2);
    expect(requests).to.have.lengthOf(2);
  });

  it('survives the failure of an older request', async () => {
    const { client, requests, arrived, held } = onHold();
    const older = failure(client.quoteRates(asked));
    const newer = client.quoteRates(asked, { fresh: true });
    await arrived(2);
    held[1]?.(priced(2));
    await newer;
    held[0]?.(refusal(40001010));
    expect(await older).to.include({ reason: 'no-courier' });
    expect((await client.quoteRates(asked)).pricing[0]?.price).to.equal(2);
    expect(requests).to.have.lengthOf(2);
  });

  it('is not kept if `cache` is 0', async () => {
    const { client, requests } = serve((_, count) => priced(count), { cache: 0 });
    await client.quoteRates(asked);
    expect((await client.quoteRates(asked)).pricing[0]?.price).to.equal(2);
    expect(requests).to.have.lengthOf(2);
  });

  it('expires', async () => {
    const { client, requests } = serve((_, count) => priced(count), { cache: 1 });
    await client.quoteRates(asked);
    for (const now = performance.now(); performance.now() <= now + 1; );
    await client.quoteRates(asked);
    expect(requests).to.have.lengthOf(2);
  });

  it('is dropped when there are fifty newer ones', async () => {
    const { client, requests } = serve(() => priced(1));
    const ask = (value: number) => client.quoteRates({ ...asked, courier_insurance: value });
    for (let value = 0; value <= 50; value += 1) await ask(value);
    await ask(50);
    await ask(1);
    expect(requests).to.have.lengthOf(51);
    await ask(0);
    expect(requests).to.have.lengthOf(52);
  });

  it('is never a failure', async () => {
    const { client, requests } = serve((_, count) => (count === 1 ? refusal(40001010) : priced(2)));
    expect(await failure(client.quoteRates(asked))).to.include({ reason: 'no-courier' });
    expect((await client.quoteRates(asked)).pricing[0]?.price).to.equal(2);
    expect(requests).to.have.lengthOf(2);
  });
});
