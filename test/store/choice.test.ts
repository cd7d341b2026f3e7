import { expect } from 'chai';
import { cashOnDeliveryLimit } from '../../src/contract/index.ts';
import * as views from '../../src/elements/store/views.ts';
import { item, shipment } from '../support/fixtures.ts';
import { at, bare, best, cargo, chosen, elsewhere, oke, quoted, reg, widget } from './widget.ts';

const off = { insured: false, cashOnDelivery: false };

describe('what the shopper chooses', () => {
  it('is told at once: input, change, then the rate', () => {
    const page = quoted();
    page.choose('jne/reg');
    expect(page.told()).to.deep.equal(['input', 'change', 'none → jne/reg 15000: user']);
    expect([page.value, page.price, page.submittable]).to.deep.equal(['jne/reg', 15_000, true]);
  });

  it('is nothing if the rate is not offered or takes no COD', () => {
    const page = quoted();
    const before = page.state;
    page.choose('tiki/sds');
    expect(page.state).to.equal(before);
    page.turn('cashOnDelivery', true);
    page.answer(reg, oke);
    page.choose('jne/oke');
    expect(page.value).to.equal(null);
  });

  it('ends what was said of the choice before it', () => {
    const page = chosen();
    page.dispatch({ type: 'refresh' });
    page.answer(oke);
    expect(page.news).to.include({ kind: 'cleared', key: 'jne/reg' });
    page.choose('jne/oke');
    expect(page.news).to.equal(undefined);
  });
});

describe('a value that the page sets', () => {
  it('is chosen without an event if it is quoted', () => {
    const page = quoted();
    page.setValue('jne/oke');
    expect([page.value, page.price, page.told()]).to.deep.equal(['jne/oke', 12_000, []]);
  });

  it('waits for the rates, and is told as preset then', () => {
    const page = widget({});
    page.setValue('jne/reg');
    page.set({ shipment });
    expect([page.value, page.price, page.submittable]).to.deep.equal(['jne/reg', undefined, false]);
    page.answer(reg, oke);
    expect(page.told()).to.deep.equal(['ship-quote', 'none → jne/reg 15000: preset']);
  });

  it('waits while the rates of another shipment are asked', () => {
    const page = quoted();
    page.set({ shipment: elsewhere });
    page.setValue('jne/yes');
    expect(page.value).to.equal('jne/yes');
    page.answer({ ...reg, courier_service_code: 'yes' });
    expect(page.told()).to.deep.equal(['ship-quote', 'none → jne/yes 15000: preset']);
  });

  it('is cleared with an event and its key if it is not offered', () => {
    const page = quoted();
    page.setValue('jne/jtr_250');
    expect(page.told()).to.deep.equal(['none → none: service-unavailable']);
    expect([page.value, page.news]).to.deep.equal([
      null,
      { kind: 'cleared', key: 'jne/jtr_250', previous: undefined, unasked: false },
    ]);
  });

  it('is suspended with an event if it takes no COD while COD is on', () => {
    const page = quoted();
    page.turn('cashOnDelivery', true);
    page.answer(reg, oke);
    page.told();
    page.setValue('jne/oke');
    expect(page.told()).to.deep.equal(['none → none: not-eligible']);
    expect([page.value, views.suspended(page.state)?.courier_service_code]).to.deep.equal([null, 'oke']);
  });

  it('takes the choice away if it is null', () => {
    const page = chosen();
    page.setValue(null);
    expect([page.value, page.price, page.told()]).to.deep.equal([null, undefined, []]);
  });

  it('changes nothing if the page repeats it', () => {
    const page = chosen();
    const { choice } = page.state;
    page.setValue('jne/reg');
    expect(page.state.choice).to.equal(choice);
    page.dispatch({ type: 'refresh' });
    page.answer(oke);
    page.setValue(null);
    expect(page.news, 'what was said stays').to.include({ kind: 'cleared' });
  });

  it('is the default until a value is set or chosen', () => {
    const page = quoted();
    const setDefault = (key: string | null) => page.dispatch({ type: 'set-default', key });
    setDefault('jne/oke');
    expect([page.value, page.price]).to.deep.equal(['jne/oke', 12_000]);
    setDefault('jne/reg');
    expect(page.price).to.equal(15_000);
    page.choose('sicepat/best');
    setDefault('jne/oke');
    expect(page.value).to.equal('sicepat/best');
    page.setValue(null);
    expect(page.value).to.equal(null);
  });

  it('of couriers that the page does not compare is cleared as not offered here', () => {
    const page = widget({ shipment, couriers: 'jne' });
    page.setValue('tiki/reg');
    page.answer(reg);
    expect(page.news).to.include({ kind: 'cleared', unasked: true });
  });
});

describe('a choice held against new rates', () => {
  it('is kept without an event if its price stands', () => {
    const page = chosen();
    page.dispatch({ type: 'refresh' });
    page.answer(reg, oke);
    expect([page.told(), page.news, page.price]).to.deep.equal([['ship-quote'], undefined, 15_000]);
  });

  it('is kept at another price, with both prices as news until the price stands', () => {
    const page = chosen();
    page.dispatch({ type: 'refresh' });
    page.answer(at(17_000), oke);
    expect(page.told()).to.deep.equal(['ship-quote', 'jne/reg 15000 → jne/reg 17000: price-changed']);
    expect(page.news).to.deep.include({ kind: 'price-changed' });
    expect(page.said).to.equal('The price of JNE Reguler changed from Rp 15000 to Rp 17000.');
  });

  it('is cleared and never replaced if it is no longer offered', () => {
    for (const rows of [[oke, best], []]) {
      const page = chosen();
      page.dispatch({ type: 'refresh' });
      page.answer(...rows);
      expect(page.told()).to.deep.equal(['ship-quote', 'jne/reg 15000 → none: service-unavailable']);
      expect([page.value, page.price, page.submittable]).to.deep.equal([null, undefined, false]);
    }
  });

  it('belongs to another shipment then, at any price', () => {
    for (const price of [15_000, 17_000]) {
      const page = chosen();
      page.set({ shipment: elsewhere });
      expect([page.status, page.submittable]).to.deep.equal(['stale', false]);
      page.answer(at(price), oke);
      expect(page.told().at(-1)).to.equal(`jne/reg 15000 → jne/reg ${price}: shipment-changed`);
    }
  });

  it('is told with the fee of a switch, which is no price change', () => {
    const page = chosen();
    page.turn('insured', true);
    expect(page.told()).to.deep.equal([
      ...['input', 'change', 'ship-extras-change', 'ship-quote'],
      'jne/reg 15000 → jne/reg 15500: user',
    ]);
    expect(page.news).to.equal(undefined);
    page.turn('cashOnDelivery', true);
    page.answer(at(14_000), oke);
    expect(page.told().at(-1), 'its carriage has changed').to.equal('jne/reg 15500 → jne/reg 17500: price-changed');
  });

  it('loses its news with other switches and with another shipment', () => {
    for (const change of ['switch', 'shipment'] as const) {
      const page = chosen();
      page.dispatch({ type: 'refresh' });
      page.answer(oke);
      expect(page.news).to.include({ kind: 'cleared' });
      if (change === 'switch') page.turn('insured', true);
      else page.set({ shipment: elsewhere });
      if (page.question) page.answer(oke);
      expect(page.news, change).to.equal(undefined);
    }
  });

  it('stays when the question fails, and is not submitted until the price is known', () => {
    const page = chosen();
    page.dispatch({ type: 'refresh' });
    page.told();
    const error = page.fail();
    expect(page.told()).to.deep.equal(['ship-error']);
    expect([page.status, page.value, page.submittable, views.marked(page.state)]).to.deep.equal([
      ...['error', 'jne/reg', false, null],
    ]);
    expect(views.error(page.state)).to.equal(error);
  });
});

describe('a choice that takes no COD', () => {
  function suspended() {
    const page = chosen('jne/oke');
    page.turn('cashOnDelivery', true);
    return page;
  }

  it('is suspended as soon as COD is on: no value, nothing to submit, and an event', () => {
    const page = suspended();
    expect(page.told()).to.deep.equal(['input', 'change', 'ship-extras-change', 'jne/oke 12000 → none: not-eligible']);
    page.answer(reg, oke);
    expect([page.value, page.price, page.submittable]).to.deep.equal([null, undefined, false]);
    expect(page.said).to.match(/JNE Reguler/);
  });

  it('is restored when COD is off again', () => {
    const page = suspended();
    page.answer(reg, oke);
    page.told();
    page.turn('cashOnDelivery', false);
    expect(page.told().at(-1)).to.equal('none → jne/oke 12000: restored');
    expect([page.value, page.submittable]).to.deep.equal(['jne/oke', true]);
  });

  it('is suspended too if the answer with COD does not list it', () => {
    const page = suspended();
    page.answer(reg);
    expect([page.value, views.suspended(page.state)?.courier_service_code]).to.deep.equal([null, 'oke']);
    page.turn('cashOnDelivery', false);
    expect(page.value).to.equal('jne/oke');
  });

  it('is not given up by a page that repeats null, but by another choice', () => {
    const page = suspended();
    page.answer(reg, oke);
    page.setValue(null);
    expect(views.chosenKey(page.state)).to.equal('jne/oke');
    page.choose('jne/reg');
    page.turn('cashOnDelivery', false);
    expect(page.value).to.equal('jne/reg');
  });

  it('is cleared with an event once it is not offered without COD either', () => {
    const page = suspended();
    page.answer(reg, oke);
    page.dispatch({ type: 'refresh' });
    page.told();
    page.answer(reg);
    expect(page.told()).to.include('none → none: service-unavailable');
    expect([page.value, views.suspended(page.state)]).to.deep.equal([null, undefined]);
  });
});

describe('a preselected rate', () => {
  it('is the recommended or the cheapest one, once the first rates are there', () => {
    for (const [preselect, price] of [
      ['recommended', 12_000],
      ['cheapest', 12_000],
    ] as const) {
      const page = widget({ shipment, preselect });
      page.answer(reg, oke);
      expect(page.told()).to.deep.equal(['ship-quote', `none → jne/oke ${price}: preselected`]);
    }
  });

  it('is the shop’s own recommendation, or the cheapest if that is not offered', () => {
    for (const [recommended, value] of [
      ['sicepat/best', 'sicepat/best'],
      ['tiki/sds', 'jne/oke'],
    ] as const) {
      const page = widget({ shipment, preselect: 'recommended', recommended });
      page.answer(reg, oke, best);
      expect(page.value).to.equal(value);
    }
  });

  it('has everything that is switched on', () => {
    const page = widget({});
    page.dispatch({ type: 'set-extras', extras: { cashOnDelivery: true } });
    page.set({ shipment, preselect: 'cheapest' });
    page.answer(reg, oke);
    expect(page.value).to.equal('jne/reg');
  });

  it('never takes the place of a value, of a default, or of none that the page has set', () => {
    for (const first of [{ type: 'set-value', key: null } as const, { type: 'set-default', key: 'jne/reg' } as const]) {
      const page = widget({});
      page.dispatch(first);
      page.set({ shipment, preselect: 'cheapest' });
      page.answer(reg, oke);
      expect(page.value).to.equal(first.key);
    }
    const page = widget({ shipment });
    page.answer(reg, oke);
    expect(page.value, 'nothing is chosen unless the shop wants it').to.equal(null);
  });

  it('is not chosen again after it was cleared', () => {
    const page = widget({ shipment, preselect: 'cheapest' });
    page.answer(reg, oke);
    page.dispatch({ type: 'refresh' });
    page.answer(reg);
    expect(page.value).to.equal(null);
  });
});

describe('the switches', () => {
  it('are off if there is nothing to insure and nothing to collect', () => {
    const page = widget({ shipment: { ...shipment, items: [{ ...item, value: 0 }] } });
    page.dispatch({ type: 'set-extras', extras: { insured: true, cashOnDelivery: true } });
    expect(views.switches(page.state)).to.deep.equal(off);
    expect(page.question?.extras).to.include(off);
    expect(views.wishes(page.state)).to.deep.equal({ insured: true, cashOnDelivery: true });
  });

  it('show insurance on if the chosen courier always insures, and off if it never does', () => {
    const page = quoted(cargo, best, reg);
    const insured = () => views.switches(page.state).insured;
    page.choose('jntcargo/ft');
    expect(insured()).to.equal(true);
    page.turn('insured', true);
    page.choose('sicepat/best');
    expect(insured()).to.equal(false);
    page.choose('jne/reg');
    expect(insured()).to.equal(true);
  });

  it('lose COD with an event when the cart grows above the limit', () => {
    const page = chosen();
    page.turn('cashOnDelivery', true);
    page.answer(reg);
    page.told();
    page.dispatch({ type: 'set-extras', extras: { cashOnDeliveryAmount: cashOnDeliveryLimit } });
    expect([page.told(), views.wishes(page.state).cashOnDelivery]).to.deep.equal([[], true]);
    page.dispatch({ type: 'set-extras', extras: { cashOnDeliveryAmount: cashOnDeliveryLimit + 1 } });
    expect(page.told()).to.include('ship-extras-change');
    expect(views.wishes(page.state).cashOnDelivery).to.equal(false);
    expect(page.said).to.match(/^Couriers collect at most Rp 15000000/);
  });

  it('that the page sets are no event', () => {
    const page = chosen();
    page.dispatch({ type: 'set-extras', extras: { insured: true } });
    expect(page.told()).to.deep.equal(['ship-quote', 'jne/reg 15000 → jne/reg 15500: user']);
  });
});

describe('a form', () => {
  const reset = { type: 'reset', switches: off } as const;

  it('resets to the default, with an event if the rate has changed', () => {
    const page = chosen();
    page.dispatch(reset);
    expect([page.told(), page.value]).to.deep.equal([['jne/reg 15000 → none: reset'], null]);
    page.dispatch(reset);
    expect(page.told()).to.deep.equal([]);
    page.dispatch({ type: 'set-default', key: 'jne/oke' });
    page.choose('jne/reg');
    page.told();
    page.dispatch(reset);
    expect(page.told()).to.deep.equal(['jne/reg 15000 → jne/oke 12000: reset']);
  });

  it('resets the switches too, and tells them first', () => {
    const page = chosen();
    page.turn('insured', true);
    page.told();
    page.dispatch({ type: 'set-default', key: 'jne/reg' });
    page.dispatch(reset);
    expect(page.told()).to.deep.equal(['ship-extras-change', 'ship-quote', 'jne/reg 15500 → jne/reg 15000: reset']);
  });

  it('clears a default that is not offered', () => {
    const page = chosen();
    page.dispatch({ type: 'set-default', key: 'tiki/sds' });
    page.dispatch(reset);
    expect(page.told()).to.deep.equal(['jne/reg 15000 → none: service-unavailable']);
    expect(page.value).to.equal(null);
  });

  it('tells a reset default once the rates are there', () => {
    const page = widget();
    page.dispatch({ type: 'set-default', key: 'jne/reg' });
    page.dispatch(reset);
    page.answer(reg);
    expect(page.told()).to.deep.equal(['ship-quote', 'none → jne/reg 15000: reset']);
  });

  it('restores the choice and the switches of a reloaded page', () => {
    const page = widget({});
    page.dispatch({ type: 'restore', key: 'jne/reg', switches: { ...off, insured: true } });
    page.setValue('jne/reg');
    page.set({ shipment });
    expect(page.told()).to.deep.equal(['ship-extras-change']);
    page.answer(reg, oke);
    expect(page.told()).to.deep.equal(['ship-quote', 'none → jne/reg 15500: restored']);
  });

  it('restores no choice, or clears one that is no longer offered', () => {
    const page = chosen();
    page.dispatch({ type: 'restore', key: null, switches: off });
    expect(page.told()).to.deep.equal(['jne/reg 15000 → none: restored']);
    page.dispatch({ type: 'restore', key: 'jne/jtr_250', switches: off });
    expect(page.told()).to.deep.equal(['none → none: service-unavailable']);
  });
});

describe('a choice that can be submitted', () => {
  it('is priced for exactly this shipment and these switches', () => {
    expect(quoted().submittable).to.equal(false);
    const page = chosen();
    expect(page.submittable).to.equal(true);
    page.turn('cashOnDelivery', true);
    expect([page.submittable, page.value], 'while COD is asked').to.deep.equal([false, 'jne/reg']);
    page.answer(reg);
    expect(page.submittable).to.equal(true);
    page.set({ shipment: { items: [item] } });
    expect([page.submittable, page.status]).to.deep.equal([false, 'incomplete']);
    page.set({ shipment });
    expect(page.submittable, 'the same shipment again').to.equal(true);
  });

  it('has its offer, and none while the price is asked', () => {
    const page = chosen('jne/reg', { ...reg, offer: 'signed' });
    expect(views.offer(page.state)).to.equal('signed');
    page.turn('cashOnDelivery', true);
    expect(views.offer(page.state)).to.equal(undefined);
  });

  it('is not one whose price without insurance is being asked', () => {
    const page = quoted(bare());
    page.answer(bare());
    page.choose('jne/reg');
    expect([page.status, page.submittable]).to.deep.equal(['ready', true]);
    page.set({ shipment: elsewhere });
    page.answer(bare());
    expect([page.status, page.submittable]).to.deep.equal(['stale', false]);
  });
});

describe('the couriers that the shopper picks', () => {
  it('filter the list, and leave the choice chosen and submitted', () => {
    const page = chosen();
    page.dispatch({ type: 'pick', couriers: ['sicepat'] });
    expect(page.told()).to.deep.equal(['ship-courier-change']);
    expect([page.value, page.submittable, page.question]).to.deep.equal(['jne/reg', true, undefined]);
    expect(page.said).to.equal('1 delivery option found.');
  });

  it('are couriers that the page compares, and go when it compares others', () => {
    const page = widget({ shipment, couriers: 'jne,sicepat' });
    page.answer(reg, best);
    page.dispatch({ type: 'pick', couriers: ['jne', 'tiki'] });
    expect(page.state.input.picks).to.deep.equal(['jne']);
    page.set({ couriers: 'jne,sicepat' });
    expect(page.state.input.picks).to.deep.equal(['jne']);
    page.set({ couriers: 'jne,tiki' });
    expect(page.state.input.picks).to.deep.equal([]);
  });
});

describe('rates of the page’s own', () => {
  it('are shown without a question, and the choice is held against each list', () => {
    const page = widget({ rates: [reg, oke] });
    expect([page.status, page.question, page.told()]).to.deep.equal(['ready', undefined, []]);
    page.choose('jne/reg');
    page.told();
    page.set({ rates: [at(16_000)] });
    expect(page.told()).to.deep.equal(['jne/reg 15000 → jne/reg 16000: price-changed']);
    page.set({ rates: [oke] });
    expect(page.told()).to.deep.equal(['jne/reg 16000 → none: service-unavailable']);
    page.set({ rates: [] });
    expect(page.status).to.equal('empty');
  });

  it('suspend a choice that takes no COD, without a question', () => {
    const page = widget({ shipment, rates: [reg, oke] });
    page.choose('jne/oke');
    page.turn('cashOnDelivery', true);
    expect([page.value, page.question]).to.deep.equal([null, undefined]);
    page.turn('cashOnDelivery', false);
    expect(page.value).to.equal('jne/oke');
  });
});
