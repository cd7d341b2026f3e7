import { expect } from 'chai';
import * as prices from '../../src/elements/core/prices.ts';
import { RatesTask } from '../../src/elements/core/rates-task.ts';
import type { Input } from '../../src/elements/core/state.ts';
import { refusal, serve } from '../client/service.ts';
import { json, rate, shipment } from '../support/fixtures.ts';
import { PlainHost, settled, until } from './plain-host.ts';
import { elsewhere } from './widget.ts';

/** A page that asks for rates. The test answers. */
async function asking({ editPause = 0, ...input }: Partial<Input> & { editPause?: number } = {}) {
  const calls: { body: Record<string, unknown>; answer(response: Response): void }[] = [];
  const couriers = ['jne', 'sicepat', 'jne', 'two words', ''].map((courier_code) => {
    return { courier_code, courier_service_code: 'reg' };
  });
  const { client, requests } = serve(
    async (request) => {
      if (request.method === 'GET') return json({ success: true, couriers });
      const body = await request.json();
      return new Promise((answer) => calls.push({ body, answer }));
    },
    { retry: { times: 0 } },
  );
  const host = new PlainHost(client);
  const task = new RatesTask(host, editPause);
  const { store } = host;
  store.dispatch({ type: 'set', input: { shipment, couriers: 'jne', ...input } });
  host.connect();
  await settled(10);
  return {
    ...{ calls, requests, host, task, store, client },
    set: (more: Partial<Input>) => store.dispatch({ type: 'set', input: more }),
    switchCod: (on: boolean) => store.dispatch({ type: 'switch', name: 'cashOnDelivery', on }),
    get status() {
      return prices.status(store.state);
    },
    get prices() {
      return prices.rates(store.state).map(({ price }) => price);
    },
    /** Answers the call of this number, counted from 0. */
    async answer(index: number, response: Response): Promise<void> {
      await until(() => calls.length > index);
      calls[index]?.answer(response);
      await settled(10);
    },
  };
}

/** An answer of one row, which costs 500 more with insurance. */
const priced = (price: number) =>
  json({ success: true, pricing: [rate({ price: price + 500, shipping_fee: price, insurance_fee: 500 })] });

describe('RatesTask', () => {
  it('asks each courier of the service once if the page names none, without codes that a list cannot hold', async () => {
    const page = await asking({ couriers: '' });
    await page.answer(0, priced(15_000));
    expect(page.calls[0]?.body).to.include({ couriers: 'jne,sicepat' });
  });

  it('asks nothing without a client, or while the shipment is incomplete', async () => {
    const page = await asking({ shipment: undefined });
    page.host.client = undefined;
    page.set({ shipment });
    await settled(10);
    expect(page.calls.length).to.equal(0);
  });

  it('asks for an edited shipment once the edits pause', async () => {
    const page = await asking({ editPause: 100 });
    await page.answer(0, priced(15_000));
    for (const destination_postal_code of [60_111, 60_112, 60_113]) {
      page.set({ shipment: { ...shipment, destination_postal_code } });
      await settled(3);
    }
    await page.answer(1, priced(16_000));
    expect(page.calls[1]?.body).to.include({ destination_postal_code: 60_113 });
    expect([page.prices, page.calls.length]).to.deep.equal([[16_000], 2]);
  });

  it('takes an incomplete shipment for an edit', async () => {
    const page = await asking({ editPause: 100 });
    for (const destination_postal_code of [undefined, 40_111, undefined, 40_111]) {
      page.set({ shipment: { ...shipment, destination_postal_code } });
      await settled(3);
    }
    expect(page.calls.length).to.equal(1);
    await page.answer(1, priced(16_000));
    expect([page.prices, page.calls.length]).to.deep.equal([[16_000], 2]);
  });

  it('shows the answer to the newest question, in any order of answers', async () => {
    const page = await asking();
    page.set({ shipment: elsewhere });
    await page.answer(1, priced(20_000));
    await page.answer(0, priced(15_000));
    expect([page.prices, page.status]).to.deep.equal([[20_000], 'ready']);
  });

  it('aborts a question that is no longer needed', async () => {
    const page = await asking();
    await page.answer(0, priced(15_000));
    page.switchCod(true);
    await settled(10);
    page.switchCod(false);
    await settled(10);
    expect([page.status, page.requests.at(-1)?.signal.aborted]).to.deep.equal(['ready', true]);
  });

  it('aborts its question when the host leaves the page, and asks again when it returns', async () => {
    const page = await asking();
    page.host.disconnect();
    await settled(10);
    expect([page.requests.at(-1)?.signal.aborted, page.status]).to.deep.equal([true, 'loading']);
    page.host.connect();
    await page.answer(1, priced(15_000));
    expect(page.status).to.equal('ready');
  });
});

describe('refresh() of RatesTask', () => {
  it('asks the service and not the cache of the client. It resolves also if that fails', async () => {
    const page = await asking();
    await page.answer(0, priced(15_000));
    for (const [response, status] of [
      [priced(16_000), 'ready'],
      [refusal(40_000_001), 'error'],
    ] as const) {
      const refreshed = page.task.refresh();
      await page.answer(page.calls.length, response);
      await refreshed;
      expect([page.status, page.prices]).to.deep.equal([status, [16_000]]);
    }
  });
});

describe('an address that goes there and back after a refresh', () => {
  it('is asked no third time', async () => {
    const page = await asking();
    await page.answer(0, priced(15_000));
    const refreshed = page.task.refresh();
    await page.answer(1, priced(16_000));
    await refreshed;
    page.set({ shipment: elsewhere });
    await page.answer(2, priced(20_000));
    page.set({ shipment });
    await until(() => page.status === 'ready');
    expect([page.prices, page.calls.length]).to.deep.equal([[16_000], 3]);
  });
});

describe('a refused question', () => {
  it('is an empty list if no courier delivers there', async () => {
    const page = await asking();
    await page.answer(0, refusal(40_001_010));
    expect([page.status, page.calls.length]).to.deep.equal(['empty', 1]);
  });

  it('about COD shows the rates without COD, and none of them can be chosen', async () => {
    const page = await asking();
    await page.answer(0, priced(15_000));
    page.switchCod(true);
    await page.answer(1, refusal(40_002_009));
    expect([page.status, page.prices, prices.blockedEverywhere(page.store.state)]).to.deep.equal([
      'ready',
      [15_000],
      'cashOnDelivery',
    ]);
  });

  it('about insurance is asked without it, and no row can be insured', async () => {
    const page = await asking();
    await page.answer(0, refusal(40_002_034));
    await page.answer(1, json({ success: true, pricing: [rate()] }));
    expect(page.calls[1]?.body).to.not.have.property('courier_insurance');
    expect(page.prices).to.deep.equal([15_000]);
    expect(prices.rates(page.store.state)[0]?.available_for_insurance).to.equal(false);
  });

  it('is an error for another reason, and is not asked again by itself', async () => {
    const page = await asking();
    await page.answer(0, refusal(40_000_001));
    page.host.requestUpdate();
    await settled(10);
    expect([page.status, page.calls.length]).to.deep.equal(['error', 1]);
  });

  it('is an Error even if a client of the page throws a text', async () => {
    const page = await asking();
    page.host.client = { ...page.client, quoteRates: () => Promise.reject('out of luck') };
    page.set({ shipment: elsewhere });
    await until(() => page.status === 'error');
    expect(prices.error(page.store.state)).to.be.instanceOf(Error).and.include({ cause: 'out of luck' });
  });
});
