import { expect } from 'chai';
import type { RatesRequest } from '../../src/contract/index.ts';
import { item, json, rate, ratesRequest } from '../support/fixtures.ts';
import { couriersAnswer, failure, forever, ratesAnswer, refusal, serve } from './service.ts';

/** A service whose answers the test gives, one by one, in the order it likes. */
function onHold() {
  const held: ((answer: Response) => void)[] = [];
  const service = serve(() => new Promise((resolve) => held.push(resolve)));
  return { ...service, held };
}

const priced = (price: number) => json({ ...ratesAnswer, pricing: [rate({ price })] });
const spoon = { ...item, name: 'Spoon', value: 9000 };
const asked: RatesRequest = { ...ratesRequest, items: [item, spoon] };
const { items: _items, ...rest } = asked;
/** The same question, every key and both items the other way round. */
const reversed = Object.fromEntries(
  Object.entries({ ...rest, items: [spoon, Object.fromEntries(Object.entries(item).reverse())] }).reverse(),
) as unknown as RatesRequest;

describe('identical reads under way', () => {
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

describe('an answer that is remembered', () => {
  it('serves the same question again, in whatever order it is put', async () => {
    const { client, requests } = serve((_, count) => priced(count));
    await client.quoteRates(asked);
    const again = await client.quoteRates(reversed);
    expect(again.pricing[0]?.price).to.equal(1);
    expect(requests).to.have.lengthOf(1);
  });

  it('is kept for couriers and rates apart', async () => {
    const { client, requests } = serve(({ method }) => json(method === 'GET' ? couriersAnswer : ratesAnswer));
    await client.listCouriers();
    await client.quoteRates(asked);
    await client.listCouriers({});
    expect(requests.map(({ method }) => method)).to.deep.equal(['GET', 'POST']);
  });

  it('is passed by with `fresh`, which brings a new one for the next caller', async () => {
    const { client, requests } = serve((_, count) => priced(count));
    await client.quoteRates(asked);
    await client.quoteRates(asked, { fresh: true });
    expect((await client.quoteRates(asked)).pricing[0]?.price).to.equal(2);
    expect(requests).to.have.lengthOf(2);
  });

  it('is not a request under way: `fresh` asks anew, and the older answer does not replace the newer', async () => {
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

  it('is none where `cache` is 0', async () => {
    const { client, requests } = serve((_, count) => priced(count), { cache: 0 });
    await client.quoteRates(asked);
    expect((await client.quoteRates(asked)).pricing[0]?.price).to.equal(2);
    expect(requests).to.have.lengthOf(2);
  });

  it('is forgotten after its time', async () => {
    const { client, requests } = serve((_, count) => priced(count), { cache: 1 });
    await client.quoteRates(asked);
    for (const now = Date.now(); Date.now() <= now + 1; );
    await client.quoteRates(asked);
    expect(requests).to.have.lengthOf(2);
  });

  it('is forgotten for newer ones once there are fifty', async () => {
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

describe('the abort of a caller', () => {
  it('ends its own call at once and nobody else’s', async () => {
    const { client, requests, arrived, held } = onHold();
    const page = new AbortController();
    const left = failure(client.quoteRates(asked, { signal: page.signal }));
    const stayed = client.quoteRates(asked, { signal: new AbortController().signal });
    await arrived(1);
    page.abort('left');
    expect(await left).to.equal('left');
    expect(requests[0]?.signal.aborted).to.equal(false);
    held[0]?.(priced(9000));
    expect((await stayed).pricing[0]?.price).to.equal(9000);
  });

  it('does not end a request that a caller without a signal waits for', async () => {
    const { client, arrived, held } = onHold();
    const page = new AbortController();
    const stayed = client.quoteRates(asked);
    const left = failure(client.quoteRates(asked, { signal: page.signal }));
    await arrived(1);
    page.abort('left');
    expect(await left).to.equal('left');
    held[0]?.(priced(9000));
    expect((await stayed).pricing[0]?.price).to.equal(9000);
  });

  it('ends the request when it is the last one’s, and the next caller asks anew', async () => {
    const { client, requests, arrived } = serve((_, count) => (count === 1 ? forever : priced(2)));
    const [one, other] = [new AbortController(), new AbortController()];
    const both = [one, other].map(({ signal }) => failure(client.quoteRates(asked, { signal })));
    await arrived(1);
    one.abort('one');
    other.abort('other');
    const next = client.quoteRates(asked);
    expect(await Promise.all(both)).to.deep.equal(['one', 'other']);
    expect(requests[0]?.signal.aborted).to.equal(true);
    expect((await next).pricing[0]?.price).to.equal(2);
  });

  it('leaves a remembered answer alone', async () => {
    const { client, requests } = serve(() => priced(1));
    const page = new AbortController();
    await client.quoteRates(asked, { signal: page.signal });
    page.abort('left');
    await client.quoteRates(asked);
    expect(requests).to.have.lengthOf(1);
  });
});
