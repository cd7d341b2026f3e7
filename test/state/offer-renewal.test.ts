import { expect } from 'chai';
import { OfferRenewal } from '../../src/elements/shared/offer-renewal.ts';
import type { PageClock } from '../../src/elements/shared/page-clock.ts';
import { Refusal } from '../../src/gateway/upstream/index.ts';
import { refusal, serve } from '../client/service.ts';
import { json, rate, shipment } from '../support/fixtures.ts';
import { at, oke, select } from './selecting.ts';
import { PlainHost } from './sequences/plain-host.ts';

const minute = 60_000;

/** Time that goes by as the test says, in a page that is seen or not. */
function testClock() {
  let now = 0;
  let hidden = false;
  const timers = new Set<{ due: number; act: () => void }>();
  const watchers = new Set<() => void>();
  const clock: PageClock = {
    stopwatch() {
      const start = now;
      return () => now - start;
    },
    after(milliseconds, act) {
      const timer = { due: now + milliseconds, act };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    isHidden: () => hidden,
    onVisible(act) {
      watchers.add(act);
      return () => watchers.delete(act);
    },
  };
  return {
    clock,
    timers,
    watchers,
    /** The device sleeps: time goes by, and no timer. */
    sleep(milliseconds: number) {
      now += milliseconds;
    },
    hide() {
      hidden = true;
    },
    show() {
      hidden = false;
      for (const act of watchers) act();
    },
    /** Time goes by, and each timer when it is due. */
    async pass(milliseconds: number) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
        if (!next) break;
        timers.delete(next);
        now = Math.max(now, next.due);
        next.act();
        await digest();
      }
      now = end;
    },
  };
}

/** Until whoever was asked has answered, and that was taken. */
async function digest() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

const encoded = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');

let signed = 0;

const signature = () => {
  signed += 1;
  return signed;
};

/** An offer that is good for twenty minutes of the gateway's clock, which is not ours. */
const offer = (lifetime: unknown = 1_200, iat = 5_000_000_000) =>
  `header.${encoded({ courier: 'jné', iat, exp: typeof lifetime === 'number' ? iat + lifetime : lifetime })}.${signature()}`;

/** Rows with offers in sight, `jne/reg` chosen, at a gateway that answers as the test says. */
async function renewing(first = rate({ offer: offer() })) {
  const time = testClock();
  const answers = { rates: () => json({ success: true, pricing: [rate({ offer: offer() }), oke] }) };
  const { client, requests } = serve(() => answers.rates(), { retry: { times: 0 } });
  const { selection, quote, quotePart, told } = select();
  const host = new PlainHost(
    () => {},
    () => {},
  );
  const errors: Error[] = [];
  new OfferRenewal(
    host,
    selection,
    () => (host.isConnected ? client : undefined),
    (error) => errors.push(error),
    time.clock,
  );
  host.connect();
  selection.shipment = shipment;
  selection.cart = 'cart';
  selection.couriers = 'jne';
  quote(first, oke);
  selection.choose('jne/reg');
  told();
  const bodies = () => Promise.all(requests.map((request) => request.clone().json()));
  return { ...time, answers, requests, bodies, selection, quote, quotePart, told, host, errors };
}

describe('offers that are about to expire', () => {
  it('are asked anew past every cache, once, and without a word where the price stands', async () => {
    const { pass, requests, bodies, selection, told } = await renewing();
    const before = selection.offer;
    await pass(15 * minute - 1);
    expect(requests).to.have.lengthOf(0);
    const seen = new Set<string>();
    selection.subscribe(() => seen.add(selection.status));
    await pass(1);
    const extras = {
      ...{ courier_insurance: 150_000, destination_cash_on_delivery: 150_000 },
      destination_cash_on_delivery_type: '7_days',
    };
    expect(await bodies()).to.deep.equal([{ ...shipment, ...extras, couriers: 'jne', cart: 'cart', fresh: true }]);
    expect(selection.offer).to.be.a('string').that.is.not.equal(before);
    expect([told(), [...seen], selection.news]).to.deep.equal([['rates again'], ['ready'], undefined]);
    await pass(15 * minute - 1);
    expect(requests).to.have.lengthOf(1);
    await pass(1);
    expect(requests).to.have.lengthOf(2);
  });

  it('are as old as they were, whatever is switched, and where one row is asked for itself', async () => {
    const fees = { insurance_fee: 500, price: 15_500 };
    const { pass, requests, selection, quotePart } = await renewing(rate({ ...fees, offer: offer() }));
    await pass(10 * minute);
    selection.switch('insured', true);
    await pass(4 * minute);
    quotePart({ rates: [rate({ ...fees, offer: offer() })] });
    await pass(minute - 1);
    expect(requests).to.have.lengthOf(0);
    await pass(1);
    expect(requests).to.have.lengthOf(1);
  });

  it('are told at another price like any other price that has moved', async () => {
    const { pass, answers, selection, told } = await renewing();
    answers.rates = () => json({ success: true, pricing: [at(16_000, rate({ offer: offer() }))] });
    await pass(15 * minute);
    expect(told()).to.deep.equal(['rates again', 'jne/reg 15000 → jne/reg 16000: price-changed']);
    expect(selection.news).to.have.property('kind', 'price-changed');
  });

  it('are never asked in a loop, however short they say that they are good', async () => {
    const { pass, answers, requests } = await renewing(rate({ offer: offer(5) }));
    answers.rates = () => json({ success: true, pricing: [rate({ offer: offer(5) })] });
    await pass(10 * minute);
    expect(requests).to.have.lengthOf(10);
  });

  it('are left alone where nobody can tell how long they are good', async () => {
    for (const unread of [
      '',
      'offer',
      'a.b.c',
      `a.${encoded([])}.c`,
      offer('soon'),
      offer(Number.NaN),
      offer(-60),
      offer(null),
    ]) {
      const { pass, requests, timers } = await renewing(rate({ offer: unread }));
      await pass(60 * minute);
      expect([requests.length, timers.size], unread).to.deep.equal([0, 0]);
    }
  });

  it('wait while an order is under way, and are asked once that is done with', async () => {
    const { pass, requests, selection } = await renewing();
    selection.freeze();
    await pass(19 * minute);
    expect(requests).to.have.lengthOf(0);
    selection.unfreeze();
    await digest();
    expect(requests).to.have.lengthOf(1);
  });

  it('wait while nobody sees the page, for hours, and are asked once as it is seen again', async () => {
    const { pass, hide, show, requests, timers } = await renewing();
    hide();
    await pass(60 * minute);
    expect([requests.length, timers.size]).to.deep.equal([0, 1]);
    show();
    show();
    await digest();
    expect(requests).to.have.lengthOf(1);
  });

  it('are asked once a device wakes up, though its timers have slept as well', async () => {
    const { pass, sleep, requests } = await renewing();
    sleep(60 * minute);
    await pass(minute);
    expect(requests).to.have.lengthOf(1);
  });

  it('wait while the element is out of the page; nothing of it is left behind', async () => {
    const { pass, requests, host, timers, watchers } = await renewing();
    host.disconnect();
    expect([timers.size, watchers.size]).to.deep.equal([0, 0]);
    await pass(60 * minute);
    expect(requests).to.have.lengthOf(0);
    host.connect();
    await digest();
    expect(requests).to.have.lengthOf(1);
  });

  it('are another question’s as soon as one is asked: it brings its own', async () => {
    const { pass, requests, selection, quote } = await renewing();
    await pass(10 * minute);
    selection.cart = 'another cart';
    await pass(9 * minute);
    expect(requests).to.have.lengthOf(0);
    quote(rate({ offer: offer() }));
    await pass(14 * minute);
    expect(requests).to.have.lengthOf(0);
    await pass(minute);
    expect(requests).to.have.lengthOf(1);
  });

  it('are not replaced by an answer that comes behind another one, or amid an order', async () => {
    for (const meanwhile of ['answered', 'ordered', 'gone'] as const) {
      const { pass, answers, selection, quote, host, told } = await renewing();
      let give: (answer: Response) => void = () => {};
      answers.rates = () => new Promise<Response>((resolve) => (give = resolve)) as unknown as Response;
      await pass(15 * minute);
      if (meanwhile === 'answered') quote(rate({ offer: 'newer' }));
      else if (meanwhile === 'ordered') selection.freeze();
      else host.disconnect();
      const before = [selection.quote, told()].slice(0, 1);
      give(json({ success: true, pricing: [at(1)] }));
      await digest();
      expect([selection.quote], meanwhile).to.deep.equal(before);
    }
  });

  it('are as old as they were where one row alone has another price', async () => {
    const { pass, requests, selection } = await renewing();
    await pass(10 * minute);
    selection.reprice(rate({ price: 17_000, offer: offer() }));
    await pass(5 * minute);
    expect(requests).to.have.lengthOf(1);
  });
});

describe('offers that cannot be had anew', () => {
  it('are tried again after a minute, without a word while those in sight are good, and with one afterwards', async () => {
    const { pass, answers, requests, selection, told, errors } = await renewing();
    answers.rates = () => {
      throw new TypeError('Failed to fetch');
    };
    await pass(19 * minute);
    expect([requests.length, selection.status, told(), errors]).to.deep.equal([5, 'ready', [], []]);
    await pass(minute);
    expect([requests.length, selection.status, told()]).to.deep.equal([6, 'error', ['failed']]);
    await pass(60 * minute);
    expect(requests).to.have.lengthOf(6);
  });

  it('because the cart has expired are told to the page at once, which signs it anew; the shopper reads nothing yet', async () => {
    const { pass, answers, requests, selection, told, errors } = await renewing();
    const { status, body } = new Refusal('token-expired', { details: { token: 'cart' } }).answer();
    answers.rates = () => json(body, { status });
    await pass(15 * minute);
    expect(errors.map((error) => 'reason' in error && error.reason)).to.deep.equal(['token-expired']);
    expect([selection.status, told()]).to.deep.equal(['ready', []]);
    await pass(4 * minute);
    expect(requests).to.have.lengthOf(1);
    await pass(minute);
    expect([requests.length, selection.status, told()]).to.deep.equal([2, 'error', ['failed']]);
  });

  it('because nobody serves the lane any more are none', async () => {
    const { pass, answers, selection, told } = await renewing();
    answers.rates = () => refusal(40001010);
    await pass(15 * minute);
    expect([selection.status, selection.value]).to.deep.equal(['empty', null]);
    expect(told()).to.deep.equal(['rates again', 'jne/reg 15000 → none: service-unavailable']);
  });
});
