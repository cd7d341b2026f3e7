import { expect } from 'chai';
import * as prices from '../../src/elements/core/prices.ts';
import type { OpenQuestion } from '../../src/elements/core/state.ts';
import * as views from '../../src/elements/core/views.ts';
import { isAvailable } from '../../src/extras/index.ts';
import { shipment } from '../support/fixtures.ts';
import { at, bare, best, cargo, chosen, elsewhere, oke, quoted, reg, widget } from './widget.ts';

const settings = {
  ...{ insuranceAmount: 150_000, cashOnDeliveryAmount: 150_000 },
  ...{ cashOnDeliveryCollects: 'total', cashOnDeliveryPayout: '7_days' },
};

describe('the first question', () => {
  it('waits until the shipment is complete. The missing parts are named', () => {
    const page = widget({});
    expect([page.question, page.status]).to.deep.equal([undefined, 'incomplete']);
    expect(prices.missing(page.state)).to.deep.equal(['items', 'origin', 'destination']);
    page.set({ shipment: { ...shipment, destination_postal_code: undefined as never } });
    expect([page.question, prices.missing(page.state)]).to.deep.equal([undefined, ['destination']]);
    page.set({ shipment });
    expect([page.status, prices.declared(page.state)]).to.deep.equal(['loading', 150_000]);
    expect(page.question).to.deep.include({ couriers: [], cart: '', refresh: 0 });
  });

  for (const insurance of [false, true])
    it(`asks with the amount to insure and without COD while insurance is ${insurance ? 'on' : 'off'}`, () => {
      const page = widget();
      page.setExtras({ insurance });
      expect(page.question?.extras).to.deep.equal({ ...settings, insurance: true, cashOnDelivery: false });
    });

  it('is sent with the couriers and the cart, and without COD fields', () => {
    const { question } = widget({ shipment, couriers: ' jne, jnt ,', cart: 'signed' });
    expect(question && prices.requestFor(question, question.couriers)).to.deep.equal({
      ...{ ...shipment, couriers: 'jne,jnt', courier_insurance: 150_000, cart: 'signed' },
    });
  });

  it('has no insurance if the page neither offers nor sets it', () => {
    const page = widget();
    page.set({ offered: ['cashOnDelivery'] });
    expect(page.question?.extras.insurance).to.equal(false);
    page.setExtras({ insurance: true });
    expect(page.question?.extras.insurance).to.equal(true);
  });

  it('has the amounts of the page instead of the declared value', () => {
    const page = widget();
    page.setExtras({ insuranceAmount: 9_000, cashOnDeliveryAmount: 0 });
    expect(page.question?.extras).to.include({ insuranceAmount: 9_000, cashOnDeliveryAmount: 0 });
  });

  it('is asked again for another cart, and not for an equal shipment', () => {
    const page = quoted();
    page.set({ shipment: structuredClone(shipment) });
    expect([page.question, page.status]).to.deep.equal([undefined, 'ready']);
    const { input } = page.state;
    page.set({ cart: '' });
    expect(page.state.input).to.equal(input);
    page.set({ cart: 'signed' });
    expect([page.question?.cart, page.status]).to.deep.equal(['signed', 'stale']);
  });
});

describe('the prices of the switches', () => {
  it('are the same objects whenever the switches stand the same', () => {
    const page = quoted();
    const before = prices.rates(page.state);
    page.insure(true);
    page.insure(false);
    expect(prices.rates(page.state)).to.equal(before);
  });

  it('with COD are a question of their own. Both answers are kept, and rows that it leaves out stay', () => {
    const page = quoted();
    page.collect();
    expect(page.question?.extras).to.include({ insurance: true, cashOnDelivery: true });
    expect([page.status, page.rows]).to.deep.equal(['stale', ['jne/oke 12000', 'jne/reg 15000', 'sicepat/best 16000']]);
    page.answer(reg);
    const uncollected = ['jne/oke 12000', 'sicepat/best 16000', 'jne/reg 18000'];
    expect([page.status, page.rows]).to.deep.equal(['ready', uncollected]);
    expect(prices.rates(page.state).map((row) => isAvailable('cashOnDelivery', row))).to.deep.equal([
      false,
      false,
      true,
    ]);
    page.insure(true);
    const insurance = ['jne/oke 12500', 'sicepat/best 16000', 'jne/reg 18500'];
    expect([page.rows, page.question]).to.deep.equal([insurance, undefined]);
    page.prepay();
    const prepaid = ['jne/oke 12500', 'jne/reg 15500', 'sicepat/best 16000'];
    expect([page.rows, page.question]).to.deep.equal([prepaid, undefined]);
    page.collect();
    expect([page.rows, page.question]).to.deep.equal([insurance, undefined]);
  });

  it('are asked again for another COD amount while COD is on', () => {
    const page = quoted();
    page.collect(reg);
    page.setExtras({ cashOnDeliveryAmount: 7 });
    expect(page.question?.extras.cashOnDeliveryAmount).to.equal(7);
    page.prepay();
    expect(page.question, 'COD is off').to.equal(undefined);
  });

  it('are asked without insurance, for all couriers, if a part is missing', () => {
    const page = quoted(bare(), oke);
    expect(page.question).to.deep.include({ couriers: [] });
    expect(page.question?.extras).to.include({ insurance: false, cashOnDelivery: false });
    expect([page.status, page.rows]).to.deep.equal(['loading', []]);
    page.answer(bare(), oke);
    expect([page.status, page.rows]).to.deep.equal(['ready', ['jne/oke 12000', 'jne/reg 15000']]);
    page.insure(true);
    expect([page.question, page.rows]).to.deep.equal([undefined, ['jne/oke 12500', 'jne/reg 15500']]);
  });

  it('are those without COD if no service is listed with it. None can be chosen', () => {
    const page = quoted();
    page.collect();
    page.answer();
    expect([page.status, page.rows.length, prices.blockedEverywhere(page.state)]).to.deep.equal([
      ...['ready', 3, 'cashOnDelivery'],
    ]);
    page.choose('jne/reg');
    expect(page.value).to.equal(null);
    page.prepay();
    expect([page.rows.length, prices.blockedEverywhere(page.state)]).to.deep.equal([3, undefined]);
  });

  it('without COD are asked first, also if COD is on from the start: they have all rows', () => {
    const page = widget({});
    page.setExtras({ cashOnDelivery: true });
    page.set({ shipment });
    expect([page.status, page.question?.extras.cashOnDelivery]).to.deep.equal(['loading', false]);
    page.answer(reg, oke);
    expect([page.status, page.rows]).to.deep.equal(['loading', []]);
    expect([page.question?.extras.cashOnDelivery, prices.blockedEverywhere(page.state)]).to.deep.equal([
      true,
      undefined,
    ]);
    page.answer(reg);
    expect([page.status, page.rows]).to.deep.equal(['ready', ['jne/oke 12000', 'jne/reg 18000']]);
  });
});

describe('the fee of a switch', () => {
  it('is the fee of the chosen rate, or the least of all rates', () => {
    const page = quoted({ ...bare(oke), insurance_fee: 200 }, reg);
    expect(prices.feeOf(page.state, 'insurance')).to.deep.equal({ fee: 200, least: true });
    page.answer(oke, reg);
    page.choose('jne/reg');
    expect(prices.feeOf(page.state, 'insurance')).to.deep.equal({ fee: 500, least: false });
  });

  it('is no mandatory fee, which is paid without the switch', () => {
    expect(prices.feeOf(quoted(cargo).state, 'insurance')).to.equal(undefined);
    const cheap = { ...cargo, insurance_fee: 1, price: 20_001 };
    expect(prices.feeOf(quoted(cheap, reg).state, 'insurance')).to.deep.equal({ fee: 500, least: true });
  });

  it('of COD is unknown until COD is on and answered', () => {
    const page = chosen();
    expect(prices.feeOf(page.state, 'cashOnDelivery')).to.equal('unknown');
    page.collect();
    expect([prices.feeOf(page.state, 'cashOnDelivery'), page.announced]).to.deep.equal(['unknown', '']);
    page.answer(reg, oke);
    expect(prices.feeOf(page.state, 'cashOnDelivery')).to.deep.equal({ fee: 3_000, least: false });
    expect(page.announced).to.equal('JNE Reguler: Rp 18000');
    page.setValue(null);
    expect(prices.feeOf(page.state, 'cashOnDelivery')).to.deep.equal({ fee: 3_000, least: true });
  });
});

describe('asking again', () => {
  it('makes what is shown stale, and asks every combination again', () => {
    const page = chosen();
    page.collect(reg);
    page.dispatch({ type: 'refresh' });
    expect([page.status, page.submittable, page.question?.refresh]).to.deep.equal(['stale', false, 1]);
    page.answer(at(16_000));
    expect([page.status, page.price]).to.deep.equal(['ready', 19_000]);
    page.prepay();
    expect(page.question?.extras.cashOnDelivery).to.equal(false);
  });

  it('asks only what was out of date past all caches', () => {
    const page = chosen();
    page.collect(reg);
    page.dispatch({ type: 'refresh' });
    expect(page.question?.fresh, 'the shown combination').to.equal(true);
    page.answer(reg);
    page.set({ shipment: elsewhere });
    expect(page.question?.fresh, 'another address').to.equal(false);
    page.answer(reg);
    page.set({ shipment });
    expect(page.question?.fresh, 'without COD, not answered since').to.equal(true);
    page.answer(reg);
    expect(page.question?.fresh, 'with COD, answered since').to.equal(false);
  });

  it('after a failure is no reason to pass a cache, unless the prices were out of date before', () => {
    const page = widget();
    page.fail();
    page.dispatch({ type: 'refresh' });
    expect([page.question?.refresh, page.question?.fresh]).to.deep.equal([1, false]);
    page.answer(reg);
    page.dispatch({ type: 'refresh' });
    page.fail();
    page.dispatch({ type: 'refresh' });
    expect([page.question?.refresh, page.question?.fresh]).to.deep.equal([3, true]);
  });

  it('passes the caches if the question was on its way, and leaves its earlier answer out of date', () => {
    const page = widget();
    const asked = page.question as OpenQuestion;
    page.dispatch({ type: 'refresh' });
    expect(page.question?.fresh).to.equal(true);
    const { couriers, refresh } = asked;
    page.dispatch({ type: 'answered', question: asked, couriers, rates: [reg], duration: 7, refresh });
    expect(page.question?.fresh).to.equal(true);
  });

  it('for a renewal is left out while another question is on its way', () => {
    const page = chosen();
    page.set({ shipment: elsewhere });
    const { question } = page;
    page.dispatch({ type: 'renew' });
    expect(page.question).to.equal(question);
  });

  it('keeps a handful of answers, and those of one cart', () => {
    const page = widget({ shipment, cart: 'signed' });
    page.answer(reg);
    for (const insuranceAmount of Array(20).keys()) {
      page.setExtras({ insuranceAmount: insuranceAmount + 1 });
      page.answer(reg);
    }
    expect(Object.keys(page.state.quote.answers).length).to.equal(8);
    page.set({ cart: 'signed again' });
    page.answer(reg);
    expect(Object.keys(page.state.quote.answers).length).to.equal(1);
  });

  it('keeps a handful of what is out of date, however often the cart is signed again', () => {
    const page = widget({ shipment, cart: 'signed' });
    page.answer(reg);
    for (const time of Array(40).keys()) {
      page.set({ cart: `signed again ${time}` });
      page.answer(reg);
      page.collect(reg);
      page.prepay();
      page.refresh(reg);
    }
    expect(page.state.quote.outdated.length).to.be.at.most(16);
    page.collect();
    expect(page.question?.fresh, 'the newest').to.equal(true);
  });

  it('for a renewal leaves what is shown valid, also if it fails', () => {
    const page = chosen();
    page.dispatch({ type: 'renew' });
    expect([page.status, page.submittable, page.question?.refresh]).to.deep.equal(['ready', true, 1]);
    page.fail();
    expect([page.status, page.submittable, page.events()]).to.deep.equal(['ready', true, []]);
    page.answer({ ...reg, offer: 'new' }, oke);
    expect([page.question, views.offer(page.state)]).to.deep.equal([undefined, 'new']);
    expect(page.announced, 'a price that stands is no notice').to.equal(undefined);
  });
});

describe('a shipment that JSON cannot hold', () => {
  it('is not asked for, and is the error', () => {
    const problem = new Error('BigInt');
    const page = widget({ shipment, problem });
    expect([page.question, page.status, prices.error(page.state)]).to.deep.equal([undefined, 'error', problem]);
  });
});

describe('an action that changes nothing', () => {
  it('reports an error to the page, or announces a sentence', () => {
    const page = chosen();
    const { state } = page;
    page.dispatch({ type: 'report', error: new Error('wrong') });
    expect(page.events()).to.deep.equal(['ship-error']);
    page.dispatch({ type: 'announce', sentence: 'Copied.' });
    expect([page.announced, page.events()]).to.deep.equal(['Copied.', []]);
    expect(page.state).to.equal(state);
  });
});

describe('a question without an answer', () => {
  for (const [status, offline] of Object.entries({ error: false, offline: true }))
    it(`has the status ${status} until it is asked again`, () => {
      const page = widget();
      const error = page.fail(undefined, offline);
      expect([page.status, prices.error(page.state)]).to.deep.equal([status, error]);
      page.dispatch({ type: 'refresh' });
      expect([page.status, prices.error(page.state)]).to.deep.equal(['loading', undefined]);
    });

  it('keeps the choice and the switch. The choice can be submitted once COD is off again', () => {
    const page = chosen();
    page.collect();
    page.events();
    page.fail();
    expect([page.status, page.value, page.submittable]).to.deep.equal(['error', 'jne/reg', false]);
    expect([views.marked(page.state), views.requestedSwitches(page.state).cashOnDelivery]).to.deep.equal([null, true]);
    expect(page.events()).to.deep.equal(['ship-error']);
    page.prepay();
    expect([page.status, page.submittable]).to.deep.equal(['ready', true]);
  });

  it('is forgotten with another shipment', () => {
    const page = widget();
    page.fail();
    page.set({ shipment: elsewhere });
    expect([page.status, page.question?.shipment]).to.deep.equal(['loading', elsewhere]);
  });
});

describe('an answer', () => {
  it('for another shipment replaces the answers before it', () => {
    const page = quoted();
    page.set({ shipment: elsewhere });
    page.answer(reg);
    expect(Object.keys(page.state.quote.answers)).to.have.lengthOf(1);
    page.set({ shipment });
    expect(page.status).to.equal('stale');
  });

  it('is sorted by price, announced, and told with its duration', () => {
    const page = widget();
    page.answer(best, reg, oke);
    expect(page.heard.map(({ type }) => type)).to.deep.equal(['ship-rates']);
    expect(page.heard[0]).to.deep.include({ duration: 7, rates: prices.rates(page.state) });
    expect(page.rows).to.deep.equal(['jne/oke 12000', 'jne/reg 15000', 'sicepat/best 16000']);
    expect(page.announced).to.equal('3 delivery options found.');
  });
});
