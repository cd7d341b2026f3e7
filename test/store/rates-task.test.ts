import { expect } from 'chai';
import { RatesTask } from '../../src/elements/element/rates-task.ts';
import type { Input } from '../../src/elements/store/state.ts';
import * as views from '../../src/elements/store/views.ts';
import { cutOff, refusal, serve } from '../client/service.ts';
import { json, rate, shipment } from '../support/fixtures.ts';
import { PlainHost, settled } from './plain-host.ts';
import { elsewhere } from './widget.ts';

interface Call {
  body: Record<string, unknown>;
  answer(response: Response): void;
}

/** A page that asks for rates. The test answers. */
async function asking({ editPause = 0, ...input }: Partial<Input> & { editPause?: number } = {}) {
  const calls: Call[] = [];
  const couriers: string[] = ['jne', 'sicepat', 'jne', 'two words', ''];
  const { client, requests } = serve(
    async (request) => {
      if (request.method === 'GET')
        return json({
          success: true,
          couriers: couriers.map((courier_code) => ({ courier_code, courier_service_code: 'reg' })),
        });
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
    turn: (name: 'insured' | 'cashOnDelivery', on: boolean) => store.dispatch({ type: 'switch', name, on }),
    get status() {
      return views.status(store.state);
    },
    get prices() {
      return views.rates(store.state).map(({ price }) => price);
    },
    /** Answers the call of this number, counted from 0. */
    async answer(index: number, ...pricing: object[]): Promise<void> {
      while (!calls[index]) await settled(1);
      calls[index]?.answer(json({ success: true, pricing }));
      await settled(10);
    },
    async refuse(index: number, code: number): Promise<void> {
      while (!calls[index]) await settled(1);
      calls[index]?.answer(refusal(code));
      await settled(10);
    },
  };
}

/** A row that costs 500 more with insurance. */
const insured = (price: number, more: object = {}) =>
  rate({ price: price + 500, shipping_fee: price, insurance_fee: 500, ...more });

describe('asking for rates', () => {
  it('asks the store’s question once, and shows the answer', async () => {
    const page = await asking();
    await page.answer(0, insured(15_000));
    expect([page.status, page.prices, page.calls.length]).to.deep.equal(['ready', [15_000], 1]);
    expect(page.calls[0]?.body).to.include({ couriers: 'jne', courier_insurance: 150_000 });
  });

  it('asks all couriers of the service if the page names none, each once, and no code that a list cannot hold', async () => {
    const page = await asking({ couriers: '' });
    await page.answer(0, insured(15_000));
    expect(page.calls[0]?.body).to.include({ couriers: 'jne,sicepat' });
  });

  it('asks nothing without a client or while the shipment is incomplete', async () => {
    const page = await asking({ shipment: undefined });
    page.host.client = undefined;
    page.set({ shipment });
    await settled(10);
    expect(page.calls.length).to.equal(0);
  });

  it('asks an edited shipment once it has rested', async () => {
    const page = await asking({ editPause: 20 });
    await page.answer(0, insured(15_000));
    for (const destination_postal_code of [60_111, 60_112, 60_113]) {
      page.set({ shipment: { ...shipment, destination_postal_code } });
      await settled(3);
    }
    await page.answer(1, insured(16_000));
    expect(page.calls.length).to.equal(2);
    expect(page.calls[1]?.body).to.include({ destination_postal_code: 60_113 });
    expect(page.prices).to.deep.equal([16_000]);
  });

  it('asks a shipment that was complete, then was not, and is again once it has rested', async () => {
    const page = await asking({ editPause: 20 });
    for (const destination_postal_code of [undefined, 40_111, undefined, 40_111]) {
      page.set({ shipment: { ...shipment, destination_postal_code } });
      await settled(3);
    }
    expect(page.calls.length).to.equal(1);
    await page.answer(1, insured(16_000));
    expect([page.prices, page.calls.length]).to.deep.equal([[16_000], 2]);
  });

  it('shows the answer to the newest question, in any order of answers', async () => {
    const page = await asking();
    page.set({ shipment: elsewhere });
    await page.answer(1, insured(20_000));
    await page.answer(0, insured(15_000));
    expect([page.prices, page.status]).to.deep.equal([[20_000], 'ready']);
  });

  it('asks COD separately, and not again for a switch that was answered', async () => {
    const page = await asking();
    await page.answer(0, insured(15_000));
    page.turn('cashOnDelivery', true);
    await page.answer(1, rate({ price: 18_500, insurance_fee: 500, cash_on_delivery_fee: 3_000 }));
    expect(page.calls[1]?.body).to.include({ destination_cash_on_delivery: 150_000 });
    for (const on of [false, true, false]) page.turn('cashOnDelivery', on);
    page.turn('insured', true);
    await settled(10);
    expect([page.calls.length, page.prices]).to.deep.equal([2, [15_500]]);
  });

  it('drops a question that is no longer needed', async () => {
    const page = await asking();
    await page.answer(0, insured(15_000));
    page.turn('cashOnDelivery', true);
    await settled(10);
    page.turn('cashOnDelivery', false);
    await settled(10);
    expect([page.status, page.requests.at(-1)?.signal.aborted]).to.deep.equal(['ready', true]);
  });
});

describe('a host that leaves the page', () => {
  it('drops its question, says nothing of it, and asks again when it is back', async () => {
    const page = await asking();
    page.host.disconnect();
    await settled(10);
    expect([page.requests.at(-1)?.signal.aborted, page.status]).to.deep.equal([true, 'loading']);
    page.host.connect();
    await page.answer(1, insured(15_000));
    expect(page.status).to.equal('ready');
  });
});

describe('refreshing', () => {
  it('asks the service and no cache, for every combination', async () => {
    const page = await asking();
    await page.answer(0, insured(15_000));
    page.turn('cashOnDelivery', true);
    await page.answer(1, rate({ price: 18_500, insurance_fee: 500, cash_on_delivery_fee: 3_000 }));
    const refreshed = page.task.refresh();
    await page.answer(2, rate({ price: 19_500, insurance_fee: 500, cash_on_delivery_fee: 4_000 }));
    await refreshed;
    page.turn('cashOnDelivery', false);
    await page.answer(3, insured(16_000));
    expect([page.status, page.prices]).to.deep.equal(['ready', [16_000]]);
  });

  it('resolves once the answer is there, also if there is none', async () => {
    const page = await asking();
    await page.answer(0, insured(15_000));
    const refreshed = page.task.refresh();
    await page.refuse(1, 40_000_001);
    await refreshed;
    expect(page.status).to.equal('error');
  });
});

describe('a refused question', () => {
  it('is an empty list if no courier serves the lane', async () => {
    const page = await asking();
    await page.refuse(0, 40_001_010);
    expect([page.status, page.calls.length]).to.deep.equal(['empty', 1]);
  });

  it('about COD shows the rates without COD, of which none can be chosen', async () => {
    const page = await asking();
    await page.answer(0, insured(15_000));
    page.turn('cashOnDelivery', true);
    await page.refuse(1, 40_002_009);
    expect([page.status, page.prices, views.nobodyCollects(page.store.state)]).to.deep.equal(['ready', [15_000], true]);
  });

  it('about insurance is asked without it, and no row can be insured', async () => {
    const page = await asking();
    await page.refuse(0, 40_002_034);
    await page.answer(1, rate());
    expect(page.calls[1]?.body).to.not.have.property('courier_insurance');
    expect(page.prices).to.deep.equal([15_000]);
    expect(views.rates(page.store.state)[0]?.available_for_insurance).to.equal(false);
  });

  it('for another reason is an error, and is not asked again by itself', async () => {
    const page = await asking();
    await page.refuse(0, 40_000_001);
    page.host.requestUpdate();
    await settled(10);
    expect([page.status, page.calls.length]).to.deep.equal(['error', 1]);
  });

  it('is an error with what was thrown, also if that is no Error', async () => {
    const page = await asking();
    page.host.client = { ...page.client, quoteRates: () => Promise.reject('out of luck') };
    page.set({ shipment: elsewhere });
    while (page.status !== 'error') await settled(1);
    expect(views.error(page.store.state)).to.be.instanceOf(Error).and.include({ cause: 'out of luck' });
    page.host.client = { ...page.client, quoteRates: async () => cutOff() };
    page.set({ shipment });
    while (page.status !== 'error') await settled(1);
    expect(views.error(page.store.state)?.message).to.equal('Failed to fetch');
  });
});
