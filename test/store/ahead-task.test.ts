import { expect } from 'chai';
import { machineClock } from '../../src/client/index.ts';
import { cashOnDeliveryLimit } from '../../src/contract/index.ts';
import * as prices from '../../src/elements/core/prices.ts';
import { AheadTask, RatesTask } from '../../src/elements/core/rates-task.ts';
import type { Input } from '../../src/elements/core/state.ts';
import { serve } from '../client/service.ts';
import { json, rate, shipment } from '../support/fixtures.ts';
import { PlainHost, settled, until } from './plain-host.ts';
import { elsewhere, oke } from './widget.ts';

const pricing = (isCollected: boolean) => [
  rate({ price: isCollected ? 18_000 : 15_000, cash_on_delivery_fee: isCollected ? 3_000 : 0 }),
];

/** A widget in sight, on a page that is quiet at once. */
async function quiet(
  input: Partial<Input> = {},
  { rows = pricing, fails = (_isCollected: boolean) => false as boolean } = {},
) {
  const asked: boolean[] = [];
  const { client } = serve(
    async (request) => {
      const isCollected = 'destination_cash_on_delivery' in (await request.json());
      asked.push(isCollected);
      if (fails(isCollected)) return json({ success: false, error: 'busy' }, { status: 503 });
      return json({ success: true, pricing: rows(isCollected) });
    },
    { retry: { times: 0 } },
  );
  const host = new PlainHost(client);
  let look = (_isInSight: boolean) => {};
  let planned: (() => void) | undefined;
  new RatesTask(host, 0);
  new AheadTask(
    host,
    (handleChange) => {
      look = handleChange;
      return () => {};
    },
    {
      ...machineClock,
      after(_milliseconds, work) {
        planned = work;
        return () => {
          planned = undefined;
        };
      },
    },
  );
  const { store } = host;
  const heard: string[] = [];
  store.subscribe(({ type }) => heard.push(type));
  store.dispatch({ type: 'set', input: { shipment, couriers: 'jne', ...input } });
  host.connect();
  await until(() => prices.status(store.state) === 'ready');
  return {
    ...{ host, store, asked, heard },
    see: async (isInSight: boolean) => {
      look(isInSight);
      await settled(20);
      planned?.();
      await settled(20);
    },
    fee: () => prices.feeOf(store.state, 'cashOnDelivery'),
  };
}

describe('AheadTask', () => {
  it('asks what COD costs once the widget is in sight, and changes nothing on screen', async () => {
    const page = await quiet();
    expect([page.asked, page.fee()]).to.deep.equal([[false], 'unknown']);
    const { shown } = page.store.state.quote;
    await page.see(true);
    expect([page.asked, page.fee()]).to.deep.equal([[false, true], { fee: 3_000, least: true }]);
    expect(page.store.state.quote.shown).to.equal(shown);
    page.store.dispatch({ type: 'switch', name: 'cashOnDelivery', on: true });
    expect(prices.status(page.store.state), 'known at once').to.equal('ready');
    await page.see(true);
    expect(page.asked.length).to.equal(2);
  });

  it('passes the caches if the answer was out of date', async () => {
    const page = await quiet();
    page.store.dispatch({ type: 'switch', name: 'cashOnDelivery', on: true });
    await until(() => page.asked.length === 2);
    page.store.dispatch({ type: 'switch', name: 'cashOnDelivery', on: false });
    await settled(20);
    page.store.dispatch({ type: 'refresh' });
    await until(() => page.asked.length === 3 && prices.status(page.store.state) === 'ready');
    await page.see(true);
    expect(page.asked).to.deep.equal([false, true, false, true]);
  });

  const left: [what: string, input: Partial<Input>, rows?: () => ReturnType<typeof pricing>][] = [
    ['the page does not offer COD', { offered: ['insurance'] }],
    ['COD is on already', { extras: { insurance: false, cashOnDelivery: true, cashOnDeliveryPayout: '7_days' } }],
    ['no courier collects', {}, () => [oke]],
    [
      'the amount is above the limit',
      { extras: { cashOnDeliveryAmount: cashOnDeliveryLimit + 1, cashOnDeliveryPayout: '7_days' } },
    ],
  ];
  for (const [what, input, rows] of left)
    it(`asks nothing if ${what}`, async () => {
      const page = await quiet(input, rows && { rows });
      const before = page.asked.length;
      await page.see(true);
      expect(page.asked.length).to.equal(before);
    });

  it('is no error and makes nothing stale if it fails, and is not asked again by itself', async () => {
    const page = await quiet({}, { fails: (isCollected) => isCollected });
    page.heard.length = 0;
    await page.see(true);
    await page.see(true);
    expect([page.asked, page.heard, page.fee()]).to.deep.equal([[false, true], [], 'unknown']);
    expect([prices.status(page.store.state), prices.error(page.store.state)]).to.deep.equal(['ready', undefined]);
  });

  it('waits while the widget is out of sight, and is left out once the service was busy', async () => {
    let isBusy = false;
    const page = await quiet({}, { fails: () => isBusy });
    await page.see(false);
    expect(page.asked).to.deep.equal([false]);
    isBusy = true;
    page.store.dispatch({ type: 'set', input: { shipment: elsewhere } });
    await until(() => prices.status(page.store.state) === 'error');
    isBusy = false;
    page.store.dispatch({ type: 'refresh' });
    await until(() => prices.status(page.store.state) === 'ready');
    await page.see(true);
    expect(page.asked.filter(Boolean)).to.deep.equal([]);
  });
});
