import { expect } from 'chai';
import { type Clock, machineClock } from '../../src/client/index.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { GatewayStore } from '../../src/gateway/index.ts';
import { signCancel, verifyCancel } from '../../src/tokens/index.ts';
import { rate } from '../support/fixtures.ts';
import {
  cancelled,
  lost,
  made,
  openGrantingShop,
  openSandboxShop,
  openShop,
  order,
  refused,
  serving,
  store,
  unreached,
  used,
} from './shop.ts';

describe('an order that is sent', () => {
  it('is the answer of a request that another process has taken it over from, and that got no price itself', async () => {
    const hour = () => new Date(Date.now() + 3_600_000);
    let settled: Promise<unknown> | undefined;
    const shop = openShop(
      async ({ url }) => {
        if (!url.includes('/rates/')) return made();
        if (settled) return Response.json({ success: true, pricing: [rate()] });
        // Meanwhile a process whose clock is ahead carries the order out.
        settled = createGateway({ ...shop.settings, now: hour }).settle();
        await settled;
        return refused(40001001);
      },
      { orders: 'order' },
    );
    const { body } = await shop.place();
    expect(body).to.include({ success: true, id: 'o1' });
    expect(shop.writes()).to.have.length(1);
  });

  it('is asked for its price again by a process that stood still after it was told, for longer than its claim', async () => {
    let ahead = 0;
    const prices = [15_000, 14_000];
    const shop = openShop(
      async ({ url }) => {
        if (!url.includes('/rates/')) return made();
        ahead = 60_000;
        return Response.json({ success: true, pricing: [rate({ price: prices.shift() })] });
      },
      { orders: 'order', now: () => new Date(Date.now() + ahead) },
    );
    expect((await shop.place()).body).to.include({ id: 'o1', price: 14_000 });
    expect(prices).to.deep.equal([]);
  });

  it('is one order for twenty clicks at two processes, with one answer', async () => {
    const { gateway, another, grant, placed } = openSandboxShop({ orders: 'order' });
    const processes = [gateway, another()];
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant: await grant() }),
    };
    const clicks = Array.from({ length: 20 }, async (_, n) => {
      const answer = await processes[n % 2]?.fetch(new Request('https://gateway.test/v1/orders', init));
      return `${answer?.status} ${await answer?.text()}`;
    });
    const [first, ...others] = new Set(await Promise.all(clicks));
    expect(first).to.match(/^200 /);
    expect(others).to.deep.equal([]);
    expect((await placed()).orders.map(({ reference_id }) => reference_id)).to.deep.equal(['CART-1']);
  });

  it('gets its first answer also by a new grant, and its reference is used for another order', async () => {
    const { place, writes } = openGrantingShop([made]);
    const first = await place();
    expect(first.body).to.deep.equal({
      success: true,
      object: 'order',
      id: 'o1',
      status: 'confirmed',
      reference_id: 'CART-1',
      price: 15_000,
    });
    expect((await place({ price_max: 99_000 })).body).to.deep.equal(first.body);
    const other = await place({ order: { ...order, destination_address: 'Jalan Lain 5' } });
    expect([other.status, other.body.reason]).to.deep.equal([409, 'reference-used']);
    expect(writes()).to.have.lengthOf(1);
  });

  it('is sent again after a refusal only by a new grant, of the same order or another', async () => {
    const refusal = () => refused(40002031);
    const { post, grant, place, writes } = openGrantingShop([refusal, refusal, made]);
    const granted = { grant: await grant() };
    const { status, body } = await post('/v1/orders', granted);
    expect([status, body.reason, body.code]).to.deep.equal([400, 'cod-unavailable', 40002031]);
    expect((await post('/v1/orders', granted)).body).to.deep.equal(body);
    expect(writes()).to.have.lengthOf(1);
    expect((await place({ price_max: 90_000 })).body.reason).to.equal('cod-unavailable');
    const other = { ...order, destination_note: 'Leave it with the guard' };
    expect((await place({ order: other })).body).to.include({ id: 'o1' });
    expect(writes().at(-1)?.body).to.deep.equal({ ...other, reference_id: 'CART-1' });
  });

  for (const [what, silence] of [
    ['no answer', lost],
    ['an answer that is no order', () => Response.json({ success: true, object: 'order' })],
    ['the answer to another order', () => Response.json({ success: true, id: 'o9', reference_id: 'CART-2' })],
  ] as const)
    it(`is unconfirmed after ${what}, and found again by sending the identical body`, async () => {
      const { post, grant, writes, entries } = openGrantingShop([silence, used]);
      const granted = { grant: await grant() };
      const { status, body } = await post('/v1/orders', granted);
      expect([status, body.reason]).to.deep.equal([504, 'unconfirmed']);
      expect((await entries('unknown'))[0]).to.include({ reference: 'CART-1', attempts: 1, order: null });
      const again = await post('/v1/orders', granted);
      expect(again.status).to.equal(200);
      expect(again.body).to.include({ id: 'o7', recovered: true, reference_id: 'CART-1', price: 15_000 });
      const [first, second, ...more] = writes().map((one) => one.body);
      expect(second).to.deep.equal(first);
      expect(more).to.deep.equal([]);
    });

  it('is not sent while the service takes no connection, and then as often as needed', async () => {
    const outage = Array.from({ length: 12 }, () => unreached);
    const { place, writes, entries } = openGrantingShop([...outage, made]);
    for (const _minute of outage) {
      const { status, body } = await place();
      expect([status, body.reason]).to.deep.equal([502, 'service-unreachable']);
      expect(await entries(), 'nothing was ordered').to.deep.equal([]);
    }
    expect((await place()).body).to.include({ id: 'o1' });
    expect(writes()).to.have.lengthOf(13);
  });

  it('stays unconfirmed if it had no answer before, and its connection is refused now', async () => {
    const { place, entries } = openGrantingShop([lost, unreached, used]);
    for (const attempts of [1, 2]) {
      expect((await place()).body.reason).to.equal('unconfirmed');
      expect((await entries('unknown'))[0]).to.include({ attempts });
    }
    expect((await place()).body).to.include({ id: 'o7', recovered: true });
  });

  it('is not proved by a refusal that does not name it, after a lost answer', async () => {
    const others = [() => used('ANOTHER'), () => refused(40002060), () => refused(40002031)];
    const { place, gateway, entries } = openGrantingShop([lost, ...others, () => made('o9')]);
    await place();
    for (const _other of others) {
      await gateway.settle();
      expect(await entries('unknown')).to.have.lengthOf(1);
    }
    await gateway.settle();
    expect((await entries('placed'))[0]).to.include({ order: 'o9', body: null });
  });

  it('is found again as a draft by the service’s own code, which names no draft', async () => {
    const { post, grant, entries } = openGrantingShop([lost, () => refused(42211015)]);
    const granted = { grant: await grant({ kind: 'draft_order' }) };
    expect((await post('/v1/draft_orders', granted)).status).to.equal(504);
    const { status, body } = await post('/v1/draft_orders', granted);
    expect([status, body.code, body.reason]).to.deep.equal([422, 42211015, 'reference-used']);
    expect((await entries('placed'))[0]).to.include({ reference: 'CART-1', order: null });
    expect((await post('/v1/draft_orders', granted)).body).to.deep.equal(body);
  });

  it('for today is still found again after midnight, when no new one may be sent', async () => {
    let now = new Date('2026-11-22T23:59:50+07:00');
    const { post, place, grant } = openGrantingShop([lost, used], { now: () => now });
    const today = { delivery_type: 'scheduled', delivery_date: '2026-11-22', delivery_time: '18:00' } as const;
    const changes = { order: { ...order, ...today } };
    const granted = { grant: await grant(changes) };
    expect((await post('/v1/orders', granted)).body.reason).to.equal('unconfirmed');
    now = new Date('2026-11-23T00:00:10+07:00');
    expect((await post('/v1/orders', granted)).body).to.include({ id: 'o7', recovered: true });
    const late = await place({ ...changes, reference: 'CART-2' });
    expect(late.body.details).to.include({ field: 'delivery_date' });
  });

  it('is settled within seconds behind twenty that hang', async () => {
    const shop = openGrantingShop([]);
    for (let n = 1; n <= 20; n++) await shop.place({ reference: `HANGS-${n}` });
    await shop.place({ reference: 'BEHIND' });
    const end = new AbortController();
    // Of its time, five seconds pass at once. No send has its timeout before.
    const clock: Clock = {
      ...machineClock,
      after(milliseconds, act) {
        if (milliseconds <= 5_000) setImmediate(act);
        return () => {};
      },
    };
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      const { reference_id } = JSON.parse(String(init?.body));
      if (reference_id !== 'BEHIND') return new Promise<Response>(() => {});
      setImmediate(() => end.abort());
      return made('o-behind');
    };
    const gateway = createGateway({ ...shop.settings, clock, fetch });
    expect(await gateway.settle({ signal: end.signal })).to.equal(21);
    expect((await shop.entries('placed')).map(({ reference }) => reference)).to.deep.equal(['BEHIND']);
  });

  it('is settled if the store fails for another one, and so is all the rest of that run', async () => {
    const shop = openGrantingShop([lost, lost, () => made('o2')]);
    await shop.place({ reference: 'BROKEN' });
    await shop.place({ reference: 'GOOD' });
    const { ledger, records } = shop.settings.store;
    const done: string[] = [];
    const store: GatewayStore = {
      ...shop.settings.store,
      ledger: {
        ...ledger,
        replace: (entry, ...more) =>
          entry.reference === 'BROKEN' ? Promise.reject(new Error('disk')) : ledger.replace(entry, ...more),
      },
      records: {
        ...records,
        async expired(...given) {
          done.push('retention');
          return records.expired(...given);
        },
      },
      async prune() {
        done.push('prune');
      },
    };
    const problem = await createGateway({ ...shop.settings, store })
      .settle()
      .catch((thrown) => thrown);
    expect(problem.message).to.equal('disk');
    expect(done).to.deep.equal(['prune', 'retention']);
    expect((await shop.entries('placed')).map(({ reference }) => reference)).to.deep.equal(['GOOD']);
  });

  it('is settled behind others that hang, and nothing more is sent once settling is aborted', async () => {
    const count = 12;
    const end = new AbortController();
    const firstSends = Array.from({ length: count }, () => lost);
    const hang = () => new Promise<Response>(() => {});
    const abort = () => {
      end.abort();
      return hang();
    };
    const { gateway, place, writes, entries } = openGrantingShop(
      [...firstSends, hang, hang, hang, hang, hang, made, abort],
      { timeouts: { pause: 0, wait: 0, send: 60_000, lease: 80_000 } },
    );
    for (let n = 0; n < count; n++) await place({ reference: `R-${n}` });
    await gateway.settle({ signal: end.signal });
    expect(await entries('placed')).to.have.lengthOf(1);
    expect(writes()).to.have.lengthOf(count + 7);
    const untouched = (await entries('unknown')).filter(({ attempts }) => attempts === 1);
    expect(untouched).to.have.lengthOf(count - 7);
  });
});

describe('a process', () => {
  for (const [what, state, sent, clock] of [
    ['order', 'sending', 0, 60_000],
    ['cancellation', 'cancelling', 1, 60_000],
    ['order, although its clock was set back,', 'sending', 0, -60_000],
    ['cancellation, although its clock was set back,', 'cancelling', 1, -60_000],
  ] as const)
    it(`sends no ${what} after it was suspended for longer than its lease`, async () => {
      let isAwake = true;
      const replace: typeof store.ledger.replace = async (entry, ...more) => {
        if (entry.state === state) isAwake = false;
        return store.ledger.replace(entry, ...more);
      };
      const { place, post, writes } = openGrantingShop([made, cancelled], {
        cancels: true,
        store: { ...store, ledger: { ...store.ledger, replace } },
        now: () => new Date(Date.now() + (isAwake ? 0 : clock)),
        clock: { ...machineClock, elapsed: () => (isAwake ? 0 : 60_000) },
      });
      const { body } = await place();
      const told = state === 'sending' ? body : (await post('/v1/orders/o1/cancel', { cancel: body.cancel })).body;
      expect(told.reason).to.equal('unconfirmed');
      expect(writes()).to.have.lengthOf(sent);
    });

  it('refuses an order whose price has risen and whose process has ended, and keeps no new offer', async () => {
    let later = 0;
    const remove = () => new Promise<boolean>(() => {});
    const { place, gateway, entries } = openGrantingShop([], {
      store: { ...store, ledger: { ...store.ledger, remove } },
      now: () => new Date(Date.now() + later),
    });
    void place({ price_max: 1 });
    while (!(await entries('claimed')).length) await new Promise(setImmediate);
    later = 45_000;
    await gateway.settle();
    const [entry] = await entries('refused');
    expect(entry).to.include({ body: null, attempts: 0 });
    expect(entry?.answer).to.include('price-changed').and.to.not.include('offer');
  });
});

describe('a claim whose process has ended', () => {
  const minutes = (count: number) => count * 60_000;

  const priced = () => Response.json({ success: true, pricing: [rate()] });

  /** A shop whose first process ends before it sends anything, after the price was asked. */
  async function openEnded(
    price_max: number,
    rates: () => Response | Promise<Response>,
    sends: Parameters<typeof serving> = [made],
  ) {
    let time = Date.parse('2026-11-22T05:00:00Z');
    let asked = 0;
    const service = serving(...sends);
    const shop = openShop(
      (request) => {
        if (!request.url.includes('/rates/')) return service(request);
        asked += 1;
        return asked === 1 ? service(request) : rates();
      },
      { orders: 'order', timeouts: { pause: 0, wait: 0 }, now: () => new Date(time) },
    );
    const never = () => new Promise<never>(() => {});
    const ledger = { ...store.ledger, replace: never, remove: never };
    const dying = createGateway({ ...shop.settings, store: { ...store, ledger } });
    const owner = 'fulfillment-1';
    // Whatever it would answer, nobody hears it.
    dying.order(await shop.grant({ price_max }), { owner }).catch(() => {});
    while (!asked) await new Promise(setImmediate);
    time += minutes(1);
    return {
      ...shop,
      /** At another process. */
      order: async (changes: Parameters<typeof shop.grant>[0]) =>
        shop.another().order(await shop.grant(changes), { owner }),
      asked: () => asked - 1,
      pass: (milliseconds: number) => {
        time += milliseconds;
      },
    };
  }

  it('is sent again if the service takes no connection', async () => {
    const { gateway, pass, entries } = await openEnded(100_000, priced, [unreached, unreached, made]);
    for (const state of ['claimed', 'claimed', 'placed'] as const) {
      await gateway.settle();
      expect((await entries()).map((entry) => entry.state)).to.deep.equal([state]);
      pass(minutes(1));
    }
  });

  const reason = ({ reason }: { reason: string }) => reason;

  it('is taken over at the price that is accepted now, higher or lower', async () => {
    const risen = await openEnded(1, priced);
    expect(await risen.order({ price_max: 15_000 })).to.include({ id: 'o1', price: 15_000 });
    const lower = await openEnded(100_000, priced);
    expect(await lower.order({ price_max: 14_999 }).catch(reason)).to.equal('price-changed');
    expect(lower.writes()).to.deep.equal([]);
  });

  it('is not given up for its old price, if it was claimed at another one meanwhile', async () => {
    const answers: ((response: Response) => void)[] = [];
    const held = () => new Promise<Response>((resolve) => answers.push(resolve));
    const { gateway, order, pass } = await openEnded(1, held);
    const settling = gateway.settle();
    while (answers.length < 1) await new Promise(setImmediate);
    pass(minutes(1));
    const placing = order({ price_max: 100_000 });
    while (answers.length < 2) await new Promise(setImmediate);
    answers[0]?.(priced());
    await settling;
    answers[1]?.(priced());
    expect(await placing).to.include({ id: 'o1' });
  });

  for (const [what, service, longest] of [
    ['whose answers are paid for and cannot be read, for ten minutes', () => Response.json({ success: true }), 10],
    ['that is overloaded, for a day', () => new Response(null, { status: 503 }), 24 * 60],
  ] as const)
    it(`asks a service ${what}`, async () => {
      const { gateway, asked, pass, entries } = await openEnded(100_000, service);
      pass(minutes(longest - 2));
      await gateway.settle();
      expect(await entries('claimed')).to.have.lengthOf(1);
      pass(minutes(2));
      await gateway.settle();
      const [entry] = await entries('refused');
      expect(entry).to.include({ body: null, attempts: 0 });
      pass(minutes(2));
      await gateway.settle();
      expect(asked()).to.equal(2);
    });
});

describe('a cancellation', () => {
  const late = (state: string) => refused(40002053, {}, `Cannot cancel order because order already ${state}`);

  async function openPlaced(...answers: Parameters<typeof serving>) {
    const shop = openShop(serving(made, ...answers), {
      orders: 'order',
      cancels: true,
      timeouts: { pause: 0, wait: 5_000 },
    });
    const { body } = await shop.place();
    const cancel = (more: object = {}, id = 'o1') =>
      shop.post(`/v1/orders/${id}/cancel`, { cancel: body.cancel, ...more });
    const sent = () => shop.writes().slice(1);
    return { ...shop, token: String(body.cancel), cancel, sent };
  }

  it('takes the token that came with the order', async () => {
    const { cancel, keys, token, sent, entries } = await openPlaced(cancelled);
    expect(await verifyCancel(token, keys)).to.deep.equal({ order: 'o1', reference: 'CART-1' });
    const reason = { cancellation_reason_code: 'pickup_delay', cancellation_reason: 'Too late' };
    const { status, body } = await cancel({ ...reason, status: 'x' });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ success: true, object: 'order', id: 'o1', status: 'cancelled' });
    expect(sent().map(({ path, body }) => [path, body])).to.deep.equal([['/v1/orders/o1/cancel', reason]]);
    expect((await entries())[0]).to.include({ state: 'cancelled', body: null });
  });

  it('is sent once for two clicks, and is the answer to later clicks and orders', async () => {
    const { cancel, place, sent } = await openPlaced(cancelled);
    const answers = [...(await Promise.all([cancel(), cancel()])), await cancel()];
    for (const { status } of answers) expect(status).to.equal(200);
    expect(sent()).to.have.lengthOf(1);
    const { body } = await place();
    expect(body).to.include({ id: 'o1', status: 'cancelled' });
    expect(body).to.not.have.property('cancel');
  });

  it('is refused for another order, without a valid token, and for a reason that is none', async () => {
    const { cancel, keys, sent } = await openPlaced();
    const token = (order: string, reference: string) => signCancel({ order, reference }, keys);
    const cases: [object, string, string][] = [
      [{}, 'o2', 'token-invalid'],
      [{ cancel: undefined }, 'o1', 'token-missing'],
      [{ cancel: 'x.y.z' }, 'o1', 'token-invalid'],
      [{ cancel: await token('o2', 'CART-1') }, 'o2', 'order-not-found'],
      [{ cancel: await token('o1', 'CART-2') }, 'o1', 'order-not-found'],
      [{ cancellation_reason_code: 'because' }, 'o1', 'invalid-request'],
      [{ cancellation_reason: 'x'.repeat(400) }, 'o1', 'invalid-request'],
    ];
    for (const [body, id, reason] of cases)
      expect((await cancel(body, id)).body.reason, JSON.stringify([body, id])).to.equal(reason);
    expect(sent()).to.deep.equal([]);
  });

  it('leaves the order placed if it comes too late', async () => {
    const { cancel, entries } = await openPlaced(() => late('picked'));
    const { status, body } = await cancel();
    expect([status, body.code, body.reason]).to.deep.equal([400, 40002053, 'not-cancellable']);
    expect((await entries())[0]?.state).to.equal('placed');
  });

  for (const [what, silence] of [
    ['no answer', lost],
    ['the answer to another order', () => cancelled('o7')],
  ] as const)
    it(`is unconfirmed after ${what}, and found out by sending it again`, async () => {
      const { cancel, entries } = await openPlaced(silence, () => late('cancelled'));
      const { body } = await cancel();
      expect(body.reason).to.equal('unconfirmed');
      expect(body.error).to.include('whether the order was cancelled');
      expect((await entries())[0]?.state).to.equal('cancelling');
      expect((await cancel()).body).to.include({ status: 'cancelled' });
    });
});
