import { expect } from 'chai';
import { ratesRequest as asked } from '../support/fixtures.ts';
import { failure, forever, onHold, priced, serve } from './service.ts';

describe('the abort of a caller', () => {
  it('ends its own call at once and no other', async () => {
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

  it('ends the request if no other caller waits, and the next caller sends another', async () => {
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

  it('keeps a cached answer', async () => {
    const { client, requests } = serve(() => priced(1));
    const page = new AbortController();
    await client.quoteRates(asked, { signal: page.signal });
    page.abort('left');
    await client.quoteRates(asked);
    expect(requests).to.have.lengthOf(1);
  });
});
