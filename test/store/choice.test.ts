import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import type { PlacedOrder } from '../../src/elements/core/submission.ts';
import * as views from '../../src/elements/core/views.ts';
import { item, orderRequest, shipment } from '../support/fixtures.ts';
import { at, best, cargo, chosen, elsewhere, oke, quoted, reg, widget } from './widget.ts';

const off = { insurance: false, cashOnDelivery: false };

describe('the choice of the shopper', () => {
  it('is told at once: input, change, then the rate', () => {
    const page = quoted();
    page.choose('jne/reg');
    expect(page.events()).to.deep.equal(['input', 'change', 'none → jne/reg 15000: user']);
    expect([page.value, page.price, page.submittable]).to.deep.equal(['jne/reg', 15_000, true]);
  });

  it('cannot be a rate that is not offered, or that takes no COD while COD is on', () => {
    const page = quoted();
    const before = page.state;
    page.choose('tiki/sds');
    expect(page.state).to.equal(before);
    page.collect(reg, oke);
    page.choose('jne/oke');
    expect(page.value).to.equal(null);
  });
});

describe('a value that the page sets', () => {
  it('is chosen without an event if it is quoted', () => {
    const page = quoted();
    page.setValue('jne/oke');
    expect([page.value, page.price, page.events()]).to.deep.equal(['jne/oke', 12_000, []]);
  });

  it('waits for the rates, and is told as preset then', () => {
    const page = widget({});
    page.setValue('jne/reg');
    page.set({ shipment });
    expect([page.value, page.price, page.submittable]).to.deep.equal(['jne/reg', undefined, false]);
    page.answer(reg, oke);
    expect(page.events()).to.deep.equal(['ship-rates', 'none → jne/reg 15000: preset']);
  });

  it('is cleared with an event and its key if it is not offered', () => {
    const page = quoted();
    page.setValue('jne/jtr_250');
    expect(page.events()).to.deep.equal(['none → none: service-unavailable']);
    const notice = { kind: 'cleared', key: 'jne/jtr_250', previous: undefined, unasked: false };
    expect([page.value, page.notice]).to.deep.equal([null, notice]);
  });

  for (const [key, unasked] of Object.entries({ 'tiki/jne': true, 'jne/yes': false }))
    it(`is cleared with the notice that ${key} is ${unasked ? 'of a courier that the page does not compare' : 'gone'}`, () => {
      const page = widget({ shipment, couriers: 'jne,sicepat' });
      page.setValue(key);
      page.answer(reg);
      expect(page.notice).to.include({ kind: 'cleared', unasked });
    });

  it('replaces the choice of the shopper while rates are asked', () => {
    const page = chosen();
    page.set({ shipment: elsewhere });
    page.setValue('jne/yes');
    page.answer(reg, { ...reg, courier_service_code: 'yes' });
    expect(page.events()).to.deep.equal(['ship-rates', 'none → jne/yes 15000: preset']);
  });

  it('changes nothing if the page repeats it', () => {
    const page = chosen();
    page.setValue('jne/reg');
    const { choice } = page.state;
    page.setValue('jne/reg');
    expect(page.state.choice).to.equal(choice);
    expect(choice.origin).to.equal('user');
    page.refresh(oke);
    page.setValue(null);
    expect(page.notice).to.include({ kind: 'cleared' });
  });

  it('comes before a default', () => {
    const page = quoted();
    page.setDefault('jne/oke');
    expect([page.value, page.price]).to.deep.equal(['jne/oke', 12_000]);
    page.setDefault('jne/reg');
    expect(page.price).to.equal(15_000);
    page.refresh(at(17_000), oke, best);
    page.setDefault('jne/reg');
    expect(page.notice, 'the same default').to.include({ kind: 'price-changed' });
    page.setDefault('sicepat/best');
    expect(page.notice).to.equal(undefined);
    page.choose('sicepat/best');
    page.setDefault('jne/oke');
    expect([page.value, page.state.choice.origin]).to.deep.equal(['sicepat/best', 'user']);
    page.setValue(null);
    expect(page.value).to.equal(null);
  });
});

describe('a choice held against new rates', () => {
  it('is kept at another price. The event and the announcement have both prices', () => {
    const page = chosen();
    page.refresh(at(17_000), oke);
    expect(page.events()).to.deep.equal(['ship-rates', 'jne/reg 15000 → jne/reg 17000: price-changed']);
    expect(page.notice).to.deep.include({ kind: 'price-changed' });
    expect(page.announced).to.equal('The price of JNE Reguler changed from Rp 15000 to Rp 17000.');
  });

  for (const price of [15_000, 17_000])
    it(`belongs to another shipment then, for ${price} rupiah`, () => {
      const page = chosen();
      page.set({ shipment: elsewhere });
      expect([page.status, page.submittable, views.marked(page.state)]).to.deep.equal(['stale', false, 'jne/reg']);
      page.answer(at(price), oke);
      expect(page.events().at(-1)).to.equal(`jne/reg 15000 → jne/reg ${price}: shipment-changed`);
    });

  it('is told with the fee of a switch, which is no change of the price', () => {
    const page = chosen();
    page.insure(true);
    expect(page.events()).to.deep.equal([
      ...['input', 'change', 'ship-extras-change', 'ship-rates'],
      'jne/reg 15000 → jne/reg 15500: user',
    ]);
    expect(page.notice).to.equal(undefined);
    page.collect(at(14_000), oke);
    expect(page.events().at(-1), 'its carriage has changed').to.equal('jne/reg 15500 → jne/reg 17500: price-changed');
  });

  const changes: Record<string, (page: ReturnType<typeof widget>) => void> = {
    'another choice': (page) => page.choose('jne/oke'),
    'other switches': (page) => page.insure(true),
    'another shipment': (page) => page.set({ shipment: elsewhere }),
  };
  for (const [what, change] of Object.entries(changes))
    it(`loses its notice with ${what}`, () => {
      const page = chosen();
      page.refresh(oke);
      expect(page.notice).to.include({ kind: 'cleared', key: 'jne/reg' });
      change(page);
      if (page.question) page.answer(oke);
      expect(page.notice).to.equal(undefined);
    });
});

describe('a preselected rate', () => {
  for (const [preselect, recommended, value] of [
    ['cheapest', undefined, 'jne/oke'],
    ['recommended', undefined, 'jne/oke'],
    ['recommended', 'sicepat/best', 'sicepat/best'],
    ['recommended', 'tiki/sds', 'jne/oke'],
    ['cheapest', 'sicepat/best', 'jne/oke'],
  ] as const)
    it(`is ${value} for ${preselect} if the shop recommends ${recommended ?? 'none'}`, () => {
      const page = widget({ shipment, preselect, recommended });
      page.answer(reg, oke, best);
      expect(page.value).to.equal(value);
      expect(page.events().at(-1)).to.match(/: preselected$/);
    });

  it('takes COD if COD is on', () => {
    const page = widget({});
    page.setExtras({ cashOnDelivery: true });
    page.set({ shipment, preselect: 'cheapest' });
    page.answer(reg, oke);
    page.answer(reg, oke);
    expect(page.value).to.equal('jne/reg');
  });

  it('is one that can be insured for dear goods, whose row says so, although another is cheaper and as fast', () => {
    const dear = { ...shipment, items: shipment.items.map((item) => ({ ...item, value: 4_000_000 })) };
    const bold = { ...oke, available_for_insurance: false };
    const preselected = (insurance: boolean) => {
      const page = widget({ preselect: 'recommended' });
      page.setExtras({ insurance });
      page.set({ shipment: dear });
      page.answer(reg, bold, best);
      return page.value;
    };
    expect(preselected(false)).to.equal('jne/reg');
    expect(preselected(true)).to.equal('jne/reg');
  });

  it('never replaces a value or a default that the page has set', () => {
    for (const type of ['set-value', 'set-default'] as const) {
      const page = widget({});
      page.dispatch({ type, key: 'jne/reg' });
      page.set({ shipment, preselect: 'cheapest' });
      page.answer(reg, oke);
      expect(page.value).to.equal('jne/reg');
    }
    expect(quoted().value, 'without `preselect`').to.equal(null);
  });

  it('stands although a framework binds null, at first and again with each of its updates', () => {
    const page = widget({ shipment, preselect: 'cheapest' });
    page.setValue(null);
    page.answer(reg, oke);
    expect(page.value).to.equal('jne/oke');
    page.setValue(null);
    expect([page.value, page.price]).to.deep.equal(['jne/oke', 12_000]);
    page.choose('jne/reg');
    page.setValue(null);
    expect(page.value, 'the choice of the shopper is undone').to.equal(null);
  });

  it('goes with a null that the page has not bound', () => {
    const page = widget({ shipment, preselect: 'cheapest' });
    page.answer(reg, oke);
    page.setValue('jne/reg');
    page.setValue(null);
    expect(page.value).to.equal(null);
    page.refresh(reg, oke);
    expect(page.value).to.equal(null);
  });

  it('and a default are not chosen after an order, until the page or the shopper acts', () => {
    const order = { id: 'o-1', reference: 'r', draft: false } as PlacedOrder;
    for (const input of [{ preselect: 'cheapest' }, {}]) {
      const page = widget({ shipment, ...input });
      page.setDefault('jne/reg');
      page.answer(reg, oke);
      page.dispatch({ type: 'placed-before', order });
      page.events();
      page.dispatch({ type: 'next-order' });
      expect([page.value, page.submittable, page.events()]).to.deep.equal([
        null,
        false,
        ['jne/reg 15000 → none: reset'],
      ]);
      page.refresh(at(17_000), oke);
      page.set({ preselect: 'recommended' });
      expect(page.value).to.equal(null);
      page.setDefault('jne/oke');
      expect([page.value, page.price]).to.deep.equal(['jne/oke', 12_000]);
    }
  });

  it('is not chosen after an order because a framework repeats the value in the meantime', () => {
    const page = quoted();
    page.setValue('jne/reg');
    page.dispatch({ type: 'placed-before', order: { id: 'o-1', reference: 'r', draft: false } as PlacedOrder });
    page.setValue('jne/reg');
    page.dispatch({ type: 'next-order' });
    expect(page.value).to.equal(null);
    page.setValue('jne/reg');
    expect(page.value, 'the page acts').to.equal('jne/reg');
  });

  it('is chosen again for a form that is reset after an order', () => {
    const page = widget({ shipment, preselect: 'cheapest' });
    page.answer(reg, oke);
    page.dispatch({ type: 'placed-before', order: { id: 'o-1', reference: 'r', draft: false } as PlacedOrder });
    page.dispatch({ type: 'next-order' });
    expect(page.value).to.equal(null);
    page.dispatch({ type: 'reset', switches: off });
    expect(page.value).to.equal('jne/oke');
  });

  it('is not chosen again after it was cleared', () => {
    const page = widget({ shipment, preselect: 'cheapest' });
    page.answer(reg, oke);
    page.refresh(reg);
    expect(page.value).to.equal(null);
  });
});

describe('the insurance switch', () => {
  it('is off if there is nothing to insure, and so is COD. The wishes stay', () => {
    const page = widget({ shipment: { ...shipment, items: [{ ...item, value: 0 }] } });
    page.setExtras({ insurance: true, cashOnDelivery: true });
    expect(views.switches(page.state)).to.deep.equal(off);
    expect(page.question?.extras).to.include(off);
    expect(views.requestedSwitches(page.state)).to.deep.equal({ insurance: true, cashOnDelivery: true });
  });

  it('is on if the chosen courier always insures, and off if it never does. Neither is asked', () => {
    const page = quoted(cargo, best, reg);
    const insurance = () => {
      const asked = views.requoteFor(page.state, orderRequest, views.rate(page.state) as Rate);
      return [views.switches(page.state).insurance, asked.courier_insurance];
    };
    page.choose('jntcargo/ft');
    expect(insurance()).to.deep.equal([true, undefined]);
    page.insure(true);
    page.choose('sicepat/best');
    expect(insurance()).to.deep.equal([false, undefined]);
    page.choose('jne/reg');
    expect(insurance()).to.deep.equal([true, 150_000]);
  });

  it('moves without its event if the page sets it', () => {
    const page = chosen();
    page.setExtras({ insurance: true });
    expect(page.events()).to.deep.equal(['ship-rates', 'jne/reg 15000 → jne/reg 15500: user']);
  });
});

describe('a form', () => {
  const reset = { type: 'reset', switches: off } as const;

  it('resets to the default, with an event if the rate has changed', () => {
    const page = chosen();
    page.dispatch(reset);
    expect([page.events(), page.value]).to.deep.equal([['jne/reg 15000 → none: reset'], null]);
    page.dispatch(reset);
    expect(page.events()).to.deep.equal([]);
    page.setDefault('jne/oke');
    page.choose('jne/reg');
    page.events();
    page.dispatch(reset);
    expect(page.events()).to.deep.equal(['jne/reg 15000 → jne/oke 12000: reset']);
  });

  it('resets the switches too, and tells them first', () => {
    const page = chosen();
    page.insure(true);
    page.setDefault('jne/reg');
    page.events();
    page.dispatch(reset);
    expect(page.events()).to.deep.equal(['ship-extras-change', 'ship-rates', 'jne/reg 15500 → jne/reg 15000: reset']);
  });

  it('clears a default that is not offered', () => {
    const page = chosen();
    page.setDefault('tiki/sds');
    page.dispatch(reset);
    expect([page.events(), page.value]).to.deep.equal([['jne/reg 15000 → none: service-unavailable'], null]);
  });

  it('tells the page of a reset default once the rates are there', () => {
    const page = widget();
    page.setDefault('jne/reg');
    page.dispatch(reset);
    page.answer(reg);
    expect(page.events()).to.deep.equal(['ship-rates', 'none → jne/reg 15000: reset']);
  });

  it('restores the choice and the switches of a reloaded page', () => {
    const page = widget({});
    page.dispatch({ type: 'restore', key: 'jne/reg', switches: { ...off, insurance: true } });
    page.setValue('jne/reg');
    page.set({ shipment });
    expect(page.events()).to.deep.equal(['ship-extras-change']);
    page.answer(reg, oke);
    expect(page.events()).to.deep.equal(['ship-rates', 'none → jne/reg 15500: restored']);
  });

  it('restores no choice, or clears one that is no longer offered', () => {
    const page = chosen();
    page.dispatch({ type: 'restore', key: null, switches: off });
    expect(page.events()).to.deep.equal(['jne/reg 15000 → none: restored']);
    page.dispatch({ type: 'restore', key: 'jne/jtr_250', switches: off });
    expect(page.events()).to.deep.equal(['none → none: service-unavailable']);
  });
});

describe('a shipment whose destination is taken back (bigcommerce/checkout-js#840)', () => {
  const { destination_postal_code: _code, ...nowhere } = shipment;

  for (const [what, taken] of [
    ['an empty postal code', { ...shipment, destination_postal_code: '' }],
    ['no destination', nowhere],
    ['a postal code that is being typed', { ...shipment, destination_postal_code: 401 }],
  ] as const)
    it(`has no choice, and says so, with ${what}`, () => {
      const page = chosen();
      page.set({ shipment: taken as typeof shipment });
      expect(page.events()).to.deep.equal(['jne/reg 15000 → none: shipment-changed']);
      expect([page.value, page.price, page.submittable, views.marked(page.state)]).to.deep.equal([
        null,
        undefined,
        false,
        null,
      ]);
    });

  it('lets nothing be chosen from the old prices', () => {
    const page = chosen();
    page.set({ shipment: nowhere as typeof shipment });
    page.events();
    const before = page.state;
    page.choose('jne/oke');
    expect(page.state).to.equal(before);
  });

  it('brings the choice back with the price of the next destination, not before', () => {
    const page = chosen();
    page.set({ shipment: nowhere as typeof shipment });
    page.events();
    page.set({ shipment: elsewhere });
    expect([page.events(), page.price]).to.deep.equal([[], undefined]);
    page.answer(at(23_000), oke);
    expect(page.events()).to.deep.equal(['ship-rates', 'none → jne/reg 23000: shipment-changed']);
  });

  it('brings it back at once with the same destination', () => {
    const page = chosen();
    page.set({ shipment: nowhere as typeof shipment });
    page.set({ shipment });
    expect(page.events().at(-1)).to.equal('none → jne/reg 15000: shipment-changed');
    expect(page.submittable).to.equal(true);
  });

  it('is not chosen for if the page repeats that nothing is', () => {
    const page = chosen();
    page.set({ shipment: nowhere as typeof shipment });
    page.setValue(null);
    page.set({ shipment });
    expect(page.price).to.equal(15_000);
  });
});

describe('a choice that can be submitted', () => {
  it('has a price and an offer for exactly this shipment and these switches', () => {
    const signed = { ...reg, offer: 'signed' };
    const page = quoted(signed);
    expect(page.submittable).to.equal(false);
    page.choose('jne/reg');
    expect([page.submittable, views.offer(page.state)]).to.deep.equal([true, 'signed']);
    page.collect();
    expect([page.submittable, views.offer(page.state)], 'COD is asked').to.deep.equal([false, undefined]);
    expect(page.value).to.equal('jne/reg');
    page.answer(signed);
    expect(page.submittable).to.equal(true);
    page.set({ shipment: { items: [item] } });
    expect([page.submittable, page.status]).to.deep.equal([false, 'incomplete']);
    page.set({ shipment });
    expect(page.submittable, 'the same shipment again').to.equal(true);
  });

  it('needs a rate for an order of a button that stands alone, and none for a draft', () => {
    const page = widget({ body: orderRequest });
    expect([views.canOrder(page.state, 'order'), views.canOrder(page.state, 'draft')]).to.deep.equal([false, true]);
  });
});

describe('the couriers that the shopper picks', () => {
  it('filter the list. The choice stays chosen and submitted', () => {
    const page = chosen();
    page.dispatch({ type: 'pick', couriers: ['sicepat'] });
    expect(page.events()).to.deep.equal(['ship-courier-change']);
    expect([page.value, page.submittable, page.question]).to.deep.equal(['jne/reg', true, undefined]);
    expect(page.announced).to.equal('1 delivery option found.');
  });

  it('are couriers that the page compares. They go when it compares others', () => {
    const page = widget({ shipment, couriers: 'jne,sicepat' });
    page.answer(reg, best);
    page.dispatch({ type: 'pick', couriers: ['jne', 'tiki'] });
    page.set({ cart: 'signed' });
    page.set({ cart: 'signed again', couriers: 'jne,sicepat' });
    expect(page.state.input.picks).to.deep.equal(['jne']);
    page.set({ couriers: 'jne,tiki' });
    expect(page.state.input.picks).to.deep.equal([]);
  });
});

describe('rates of the page’s own', () => {
  it('are shown without a question. The choice is held against each list', () => {
    const page = widget({ rates: [reg, oke] });
    expect([page.status, page.question, page.events()]).to.deep.equal(['ready', undefined, []]);
    page.choose('jne/reg');
    page.events();
    page.set({ rates: [at(16_000)] });
    expect(page.events()).to.deep.equal(['jne/reg 15000 → jne/reg 16000: price-changed']);
    page.set({ rates: [oke] });
    expect(page.events()).to.deep.equal(['jne/reg 16000 → none: service-unavailable']);
    page.set({ rates: [] });
    expect(page.status).to.equal('empty');
  });
});
