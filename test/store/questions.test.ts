import { expect } from 'chai';
import { requestFor } from '../../src/elements/store/questions.ts';
import * as views from '../../src/elements/store/views.ts';
import { item, shipment } from '../support/fixtures.ts';
import { at, bare, best, cargo, chosen, elsewhere, oke, quoted, reg, widget } from './widget.ts';

const settings = {
  ...{ insuranceAmount: 150_000, cashOnDeliveryAmount: 150_000 },
  ...{ cashOnDeliveryCollects: 'total', cashOnDeliveryType: '7_days' },
};

describe('the first question', () => {
  it('waits until the shipment is complete. The missing parts are named', () => {
    const page = widget({});
    expect([page.question, page.status]).to.deep.equal([undefined, 'incomplete']);
    expect(views.missing(page.state)).to.deep.equal(['items', 'origin', 'destination']);
    page.set({ shipment: { ...shipment, destination_postal_code: undefined as never } });
    expect([page.question, views.missing(page.state)]).to.deep.equal([undefined, ['destination']]);
    page.set({ shipment });
    expect([page.status, views.declared(page.state)]).to.deep.equal(['loading', 150_000]);
    expect(page.question).to.deep.include({ couriers: [], cart: '', refresh: 0 });
  });

  for (const insured of [false, true])
    it(`asks with the amount to insure and without COD while insurance is ${insured ? 'on' : 'off'}`, () => {
      const page = widget();
      page.setExtras({ insured });
      expect(page.question?.extras).to.deep.equal({ ...settings, insured: true, cashOnDelivery: false });
    });

  it('is sent with the couriers and the cart, and without COD fields', () => {
    const { question } = widget({ shipment, couriers: ' jne, jnt ,', cart: 'signed' });
    expect(question && requestFor(question, question.couriers)).to.deep.equal({
      ...{ ...shipment, couriers: 'jne,jnt', courier_insurance: 150_000, cart: 'signed' },
    });
  });

  it('has the amounts of the page instead of the declared value', () => {
    const page = widget();
    page.setExtras({ insuranceAmount: 9_000, cashOnDeliveryAmount: 0 });
    expect(page.question?.extras).to.include({ insuranceAmount: 9_000, cashOnDeliveryAmount: 0 });
  });

  it('asks without insurance if no value is declared', () => {
    const page = widget({ shipment: { ...shipment, items: [{ ...item, value: 0 }] } });
    expect(page.question?.extras.insured).to.equal(false);
    page.answer(reg);
    expect([page.question, page.rows]).to.deep.equal([undefined, ['jne/reg 15000']]);
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
  it('without insurance are the asked rows minus their fee, cheapest first', () => {
    const page = quoted(at(15_000), at(14_900, best));
    expect([page.rows, page.question]).to.deep.equal([['sicepat/best 14900', 'jne/reg 15000'], undefined]);
    page.insure(true);
    expect([page.rows, page.question]).to.deep.equal([['sicepat/best 14900', 'jne/reg 15500'], undefined]);
  });

  it('keep the fee of a courier that always insures', () => {
    expect(quoted(cargo).rows).to.deep.equal(['jntcargo/ft 20500']);
  });

  it('are the same objects whenever the switches stand the same', () => {
    const page = quoted();
    const before = views.rates(page.state);
    page.insure(true);
    page.insure(false);
    expect(views.rates(page.state)).to.equal(before);
  });

  it('with COD are a question of their own. Both answers are kept', () => {
    const page = quoted();
    page.collect();
    expect(page.question?.extras).to.include({ insured: true, cashOnDelivery: true });
    expect([page.status, page.rows]).to.deep.equal(['stale', ['jne/oke 12000', 'jne/reg 15000', 'sicepat/best 16000']]);
    page.answer(reg);
    expect([page.status, page.rows]).to.deep.equal(['ready', ['jne/reg 18000']]);
    page.insure(true);
    expect([page.rows, page.question]).to.deep.equal([['jne/reg 18500'], undefined]);
    page.prepay();
    const prepaid = ['jne/oke 12500', 'jne/reg 15500', 'sicepat/best 16000'];
    expect([page.rows, page.question]).to.deep.equal([prepaid, undefined]);
    page.collect();
    expect([page.rows, page.question]).to.deep.equal([['jne/reg 18500'], undefined]);
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
    expect(page.question?.extras).to.include({ insured: false, cashOnDelivery: false });
    expect([page.status, page.rows]).to.deep.equal(['loading', []]);
    page.answer(bare(), oke);
    expect([page.status, page.rows]).to.deep.equal(['ready', ['jne/oke 12000', 'jne/reg 15000']]);
    page.insure(true);
    expect([page.question, page.rows]).to.deep.equal([undefined, ['jne/oke 12500', 'jne/reg 15500']]);
  });

  it('are asked without insurance if the parts do not add up', () => {
    expect(quoted({ ...reg, shipping_fee: 1 }).question?.extras).to.include({ insured: false });
  });

  it('are those without COD if no service is listed with it. None can be chosen', () => {
    const page = quoted();
    page.collect();
    page.answer();
    expect([page.status, page.rows.length, views.nobodyCollects(page.state)]).to.deep.equal(['ready', 3, true]);
    page.choose('jne/reg');
    expect(page.value).to.equal(null);
    page.prepay();
    expect([page.rows.length, views.nobodyCollects(page.state)]).to.deep.equal([3, false]);
  });

  it('without COD are asked next if COD was asked first and lists nothing', () => {
    const page = widget({});
    page.setExtras({ cashOnDelivery: true });
    page.set({ shipment });
    page.answer();
    expect([page.status, page.question?.extras.cashOnDelivery]).to.deep.equal(['loading', false]);
    expect(views.nobodyCollects(page.state)).to.equal(false);
    page.answer(reg);
    expect([page.status, page.rows]).to.deep.equal(['ready', ['jne/reg 15000']]);
  });
});

describe('the fee of a switch', () => {
  it('is the fee of the chosen rate, or the least of all rates', () => {
    const page = quoted({ ...bare(oke), insurance_fee: 200 }, reg);
    expect(views.feeOf(page.state, 'insured')).to.deep.equal({ fee: 200, least: true });
    page.answer(oke, reg);
    page.choose('jne/reg');
    expect(views.feeOf(page.state, 'insured')).to.deep.equal({ fee: 500, least: false });
  });

  it('is no mandatory fee, which is paid without the switch', () => {
    expect(views.feeOf(quoted(cargo).state, 'insured')).to.equal(undefined);
    const cheap = { ...cargo, insurance_fee: 1, price: 20_001 };
    expect(views.feeOf(quoted(cheap, reg).state, 'insured')).to.deep.equal({ fee: 500, least: true });
  });

  it('of COD is unknown until COD is on and answered', () => {
    const page = chosen();
    expect(views.feeOf(page.state, 'cashOnDelivery')).to.equal(undefined);
    page.collect();
    expect([views.feeOf(page.state, 'cashOnDelivery'), page.announced]).to.deep.equal([undefined, '']);
    page.answer(reg, oke);
    expect(views.feeOf(page.state, 'cashOnDelivery')).to.deep.equal({ fee: 3_000, least: false });
    expect(page.announced).to.equal('JNE Reguler: Rp 18000');
    page.setValue(null);
    expect(views.feeOf(page.state, 'cashOnDelivery')).to.deep.equal({ fee: 3_000, least: true });
  });

  it('of another shipment is unknown', () => {
    const page = chosen();
    page.set({ shipment: elsewhere });
    page.insure(true);
    expect([views.feeOf(page.state, 'insured'), page.announced]).to.deep.equal([undefined, '']);
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

  it('for a renewal leaves what is shown valid, also if it fails', () => {
    const page = chosen();
    page.dispatch({ type: 'renew' });
    expect([page.status, page.submittable, page.question?.refresh]).to.deep.equal(['ready', true, 1]);
    page.fail();
    expect([page.status, page.submittable, page.events()]).to.deep.equal(['ready', true, []]);
    page.answer({ ...reg, offer: 'new' }, oke);
    expect([page.question, views.offer(page.state)]).to.deep.equal([undefined, 'new']);
    expect(page.announced, 'a price that stands is no news').to.equal(undefined);
  });
});

describe('a shipment that JSON cannot hold', () => {
  it('is not asked for, and is the error', () => {
    const problem = new Error('BigInt');
    const page = widget({ shipment, problem });
    expect([page.question, page.status, views.error(page.state)]).to.deep.equal([undefined, 'error', problem]);
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
      expect([page.status, views.error(page.state)]).to.deep.equal([status, error]);
      page.dispatch({ type: 'refresh' });
      expect([page.status, views.error(page.state)]).to.deep.equal(['loading', undefined]);
    });

  it('keeps the choice and the switch. The choice can be submitted once COD is off again', () => {
    const page = chosen();
    page.collect();
    page.events();
    page.fail();
    expect([page.status, page.value, page.submittable]).to.deep.equal(['error', 'jne/reg', false]);
    expect([views.marked(page.state), views.wishes(page.state).cashOnDelivery]).to.deep.equal([null, true]);
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

  it('without rows is empty and announced', () => {
    const page = widget();
    page.answer();
    expect(page.status).to.equal('empty');
    expect(page.announced).to.match(/^No courier delivers to this address\./);
  });

  it('is sorted by price, announced, and told with its duration', () => {
    const page = widget();
    page.answer(best, reg, oke);
    expect(page.heard.map(({ type }) => type)).to.deep.equal(['ship-quote']);
    expect(page.heard[0]).to.deep.include({ duration: 7, rates: views.rates(page.state) });
    expect(page.rows).to.deep.equal(['jne/oke 12000', 'jne/reg 15000', 'sicepat/best 16000']);
    expect(page.announced).to.equal('3 delivery options found.');
  });
});
