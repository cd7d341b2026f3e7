import { expect } from 'chai';
import { cashOnDeliveryLimit } from '../../src/contract/index.ts';
import { item, rate, shipment } from '../support/fixtures.ts';
import {
  at,
  cargo,
  elsewhere,
  fees,
  oke,
  select,
  selectChosen,
  selectChosenWithFees,
  selectQuoted,
  sicepat,
} from './selecting.ts';

const off = { insured: false, cashOnDelivery: false };

describe('what the shopper chooses', () => {
  it('is told at once: that there was input, then which rate it is', () => {
    const { selection, notices } = selectQuoted();
    notices.length = 0;
    selection.choose('jne/reg');
    expect(notices).to.deep.equal([
      { type: 'input' },
      { type: 'rate', now: true, rate: rate(), previous: undefined, reason: 'user' },
    ]);
    expect(selection.value).to.equal('jne/reg');
    expect(selection.breakdown).to.deep.equal({ parts: [{ kind: 'shipping', amount: 15_000 }], total: 15_000 });
  });

  it('is set before the first word of it, and what was chosen before is named', () => {
    const { selection } = selectChosen();
    const seen: unknown[] = [];
    selection.subscribe((notice) => seen.push([notice?.type, selection.value, selection.rate]));
    selection.choose('jne/oke');
    expect(seen).to.deep.equal([
      ['input', 'jne/oke', oke],
      ['rate', 'jne/oke', oke],
    ]);
  });

  it('is not told of where the page has put another one back at the first word', () => {
    const { selection, told } = selectChosen();
    selection.subscribe((notice) => {
      if (notice?.type === 'input') selection.value = 'jne/reg';
    });
    selection.choose('jne/oke');
    selection.settle();
    expect(told()).to.deep.equal(['input']);
    expect(selection.rate).to.deep.equal(rate());
  });

  it('comes to nothing where it is not offered, or cannot be had as the switches stand', () => {
    const { selection, told, quote } = selectQuoted();
    selection.choose('tiki/sds');
    selection.switch('cashOnDelivery', true);
    quote(rate(), oke);
    told();
    selection.choose('jne/oke');
    expect(told()).to.deep.equal([]);
    expect(selection.value).to.equal(null);
    expect(selection.breakdown).to.equal(undefined);
  });

  it('takes the place of a value that the page has set just before', () => {
    const { selection, told } = selectQuoted();
    selection.value = 'sicepat/reg';
    selection.choose('jne/reg');
    selection.settle();
    expect(selection.value).to.equal('jne/reg');
    expect(told()).to.deep.equal(['input', 'none → jne/reg 15000: user, now']);
  });

  it('ends what was said of the choice before', () => {
    const { selection, quote } = selectChosen();
    quote(oke);
    expect(selection.news).to.include({ kind: 'cleared', name: 'JNE Reguler' });
    selection.choose('jne/oke');
    expect(selection.news).to.equal(undefined);
  });

  it('is not explained again by the rates that come next', () => {
    const { selection, quote, told } = selectChosen();
    quote(rate(), oke);
    selection.choose('jne/reg');
    told();
    quote(rate(), oke);
    expect(told()).to.deep.equal(['rates again']);
  });
});

describe('a value that the page sets', () => {
  it('is chosen once all is set, without a notice, where it is quoted', () => {
    const { selection, told } = selectQuoted();
    selection.value = 'jne/oke';
    expect(selection.rate).to.equal(undefined);
    selection.settle();
    expect(selection.rate).to.equal(oke);
    expect(told()).to.deep.equal([]);
  });

  it('is said to listeners when it is taken, once', () => {
    const { selection, notices } = selectQuoted();
    selection.value = 'jne/oke';
    notices.length = 0;
    selection.settle();
    selection.settle();
    expect(notices).to.deep.equal([undefined]);
  });

  it('stays the rate that it is, where it is the one that is chosen', () => {
    const { selection, notices } = selectChosen();
    selection.value = null;
    selection.value = 'jne/reg';
    notices.length = 0;
    selection.settle();
    expect(selection.rate).to.deep.equal(rate());
    expect(notices).to.deep.equal([]);
  });

  it('is held while there are no rates, and told as preset when they come', () => {
    const { selection, quote, told } = select();
    selection.value = 'jne/reg';
    selection.shipment = shipment;
    quote(rate());
    expect(told()).to.deep.equal(['rates', 'none → jne/reg 15000: preset']);
    expect(selection.news).to.equal(undefined);
  });

  it('is told as preset even where the rates come before all is settled', () => {
    const { selection, quoted, told } = select();
    selection.shipment = shipment;
    const quote = quoted([rate()]);
    selection.value = 'jne/reg';
    selection.answer(quote);
    expect(told()).to.deep.equal(['rates', 'none → jne/reg 15000: preset']);
  });

  it('is held with one word to listeners, however often all is settled', () => {
    const { selection, notices } = select();
    selection.value = 'jne/reg';
    notices.length = 0;
    selection.settle();
    selection.settle();
    expect(notices).to.deep.equal([undefined]);
  });

  it('is held while new rates are on their way', () => {
    const { selection, quote, told } = selectQuoted();
    selection.shipment = elsewhere;
    selection.value = 'jne/yes';
    selection.settle();
    expect(selection.value).to.equal('jne/yes');
    quote(rate({ courier_service_code: 'yes' }));
    expect(told()).to.deep.equal(['rates', 'none → jne/yes 15000: preset']);
  });

  it('is explained where it is not offered, by its key and the day it was given up on', () => {
    const { selection, told } = selectQuoted();
    selection.value = 'jne/jtr_250';
    selection.settle();
    expect(told()).to.deep.equal(['none → none: service-unavailable']);
    expect(selection.value).to.equal(null);
    expect(selection.news).to.deep.equal({
      kind: 'cleared',
      reason: 'service-unavailable',
      previous: undefined,
      name: 'JNE JTR 250',
      since: '2026-09-18',
    });
  });

  it('is explained where it cannot be had as the switches stand', () => {
    const { selection, quote, told } = selectQuoted();
    selection.setExtra('cashOnDelivery', true);
    quote(rate(), oke);
    told();
    selection.value = 'jne/oke';
    selection.settle();
    expect(told()).to.deep.equal(['none → none: not-eligible']);
    expect(selection.news).to.include({ kind: 'cleared', reason: 'not-eligible', name: 'JNE OKE' });
  });

  it('takes the choice away where it is none', () => {
    for (const none of [null, undefined, '']) {
      const { selection, told } = selectChosen();
      selection.value = none;
      selection.settle();
      expect(selection.value).to.equal(null);
      expect(selection.rate).to.equal(undefined);
      expect(told()).to.deep.equal([]);
    }
  });

  it('ends nothing that is said of the choice where it is what it was: a framework sets all again', () => {
    const { selection, quote } = selectChosen();
    quote(oke);
    selection.value = null;
    selection.defaultValue = null;
    selection.settle();
    expect(selection.news).to.include({ kind: 'cleared', name: 'JNE Reguler' });
  });

  it('is still the default where it is none of its own', () => {
    const { selection, quote, told } = select();
    selection.defaultValue = 'jne/reg';
    expect(selection.value).to.equal('jne/reg');
    expect(selection.defaultValue).to.equal('jne/reg');
    selection.shipment = shipment;
    quote(rate());
    expect(told()).to.deep.equal(['rates', 'none → jne/reg 15000: preset']);
    selection.value = null;
    selection.settle();
    expect(selection.value).to.equal(null);
  });

  it('follows a default that the page changes, until there is a value', () => {
    const { selection } = selectQuoted();
    selection.defaultValue = 'jne/oke';
    selection.settle();
    expect(selection.rate).to.equal(oke);
    selection.choose('jne/reg');
    selection.defaultValue = 'sicepat/reg';
    selection.settle();
    expect(selection.value).to.equal('jne/reg');
    expect(selection.rate).to.deep.equal(rate());
  });
});

describe('a choice held against new rates', () => {
  it('is kept without a word where its price stands', () => {
    const { selection, quote, told } = selectChosen();
    const again = rate();
    quote(again, oke);
    expect(told()).to.deep.equal(['rates again']);
    expect(selection.rate).to.equal(again);
    expect(selection.news).to.equal(undefined);
  });

  it('is kept at another price, and both prices are told', () => {
    const { selection, quote, told } = selectChosen();
    const dearer = at(17_000);
    quote(dearer, oke);
    expect(told()).to.deep.equal(['rates again', 'jne/reg 15000 → jne/reg 17000: price-changed']);
    expect(selection.news).to.deep.equal({
      kind: 'price-changed',
      rate: dearer,
      previous: rate(),
      name: 'JNE Reguler',
      since: undefined,
    });
    quote(dearer, oke);
    expect(selection.news).to.equal(undefined);
  });

  it('is cleared where it is not offered any more, and never replaced', () => {
    const { selection, quote, told } = selectChosen();
    quote(oke, sicepat);
    expect(told()).to.deep.equal(['rates again', 'jne/reg 15000 → none: service-unavailable']);
    expect([selection.rate, selection.value]).to.deep.equal([undefined, null]);
  });

  it('is cleared where nobody serves the lane any more', () => {
    const { selection, quote, told } = selectChosen();
    quote();
    expect(told()).to.deep.equal(['rates again', 'jne/reg 15000 → none: service-unavailable']);
    expect([selection.rate, selection.value, selection.status]).to.deep.equal([undefined, null, 'empty']);
  });

  it('is cleared where it collects nothing any more', () => {
    const { selection, quote, told } = selectChosen();
    selection.switch('cashOnDelivery', true);
    quote(rate());
    told();
    quote(rate({ available_for_cash_on_delivery: false }));
    expect(told()).to.deep.equal(['rates again', 'jne/reg 15000 → none: not-eligible']);
  });

  it('is of another shipment then, whatever its price', () => {
    for (const row of [rate(), at(17_000)]) {
      const { selection, quote, told } = selectChosen();
      selection.shipment = elsewhere;
      quote(row);
      expect(told().at(-1)).to.equal(`jne/reg 15000 → jne/reg ${row.price}: shipment-changed`);
    }
  });

  it('has another price by the shopper’s own switch, at once: that is told, and no news', () => {
    const { selection, told } = selectChosenWithFees();
    selection.switch('insured', true);
    expect(told()).to.deep.equal(['input', 'switches by shopper', 'rates', 'jne/reg 15000 → jne/reg 15500: user, now']);
    expect(selection.news).to.equal(undefined);
  });

  it('tells nothing of a switch that costs nothing', () => {
    const { selection, told } = selectChosen();
    selection.switch('insured', true);
    expect(told()).to.deep.equal(['input', 'switches by shopper']);
  });

  it('is news where the carriage has moved', () => {
    const { selection, quote, told } = selectChosenWithFees();
    selection.switch('insured', true);
    told();
    quote(fees(17_000));
    expect(told()).to.deep.equal(['rates again', 'jne/reg 15500 → jne/reg 17500: price-changed']);
  });

  it('is settled when its rates are told', () => {
    const { selection, quote } = selectChosen();
    const seen: unknown[] = [];
    selection.subscribe((notice) => notice?.type === 'rates' && seen.push([selection.rate, selection.value]));
    quote(oke);
    expect(seen).to.deep.equal([[undefined, null]]);
  });

  it('has nothing to tell where there is none', () => {
    const { selection, quote, told } = selectQuoted();
    quote(oke);
    expect(told()).to.deep.equal(['rates again']);
    expect(selection.news).to.equal(undefined);
  });

  it('is explained only as long as the same is asked', () => {
    const { selection, quote } = selectChosen();
    quote(oke);
    quote(oke);
    expect(selection.news).to.include({ kind: 'cleared' });
    selection.couriers = 'jne';
    quote(oke);
    expect(selection.news).to.include({ kind: 'cleared' });
    selection.shipment = elsewhere;
    quote(oke);
    expect(selection.news).to.equal(undefined);
  });

  it('is explained no more once a switch is another one', () => {
    const { selection, quote } = selectChosen();
    quote(oke);
    selection.switch('insured', true);
    quote(oke);
    expect(selection.news).to.equal(undefined);
  });

  it('stays, and is told as failed, where nobody answers', () => {
    const { selection, notices } = selectChosen();
    const error = new Error('no answer');
    notices.length = 0;
    selection.fail(error);
    expect(notices).to.deep.equal([{ type: 'failed', error }]);
    expect(selection.rate).to.deep.equal(rate());
  });

  it('asks with a word to listeners', () => {
    const { selection, notices } = selectChosen();
    notices.length = 0;
    selection.ask();
    expect(notices).to.deep.equal([undefined]);
  });
});

describe('a choice that may be sent', () => {
  it('is one that is quoted for the shipment and possible as the switches stand', () => {
    expect(selectQuoted().selection.submittable).to.equal(false);
    expect(selectChosen().selection.submittable).to.equal(true);
  });

  it('is none while the shipment lacks something', () => {
    const { selection } = selectChosen();
    selection.shipment = { items: [item] };
    expect(selection.submittable).to.equal(false);
  });

  it('is one after an error still, which says nothing about what was quoted for this shipment', () => {
    const { selection } = selectChosen();
    selection.fail(new Error('no answer'));
    expect([selection.submittable, selection.marked]).to.deep.equal([true, 'jne/reg']);
  });

  it('is none while it is quoted for another shipment, and no row is marked once no other rates are on their way', () => {
    const { selection } = selectChosen();
    selection.shipment = elsewhere;
    expect([selection.status, selection.submittable, selection.marked]).to.deep.equal(['stale', false, 'jne/reg']);
    selection.settle();
    selection.ask();
    expect(selection.submittable).to.equal(false);
    selection.fail(new Error('no answer'));
    expect([selection.submittable, selection.marked, selection.value]).to.deep.equal([false, null, 'jne/reg']);
    selection.shipment = shipment;
    expect([selection.submittable, selection.marked]).to.deep.equal([true, 'jne/reg']);
  });

  it('is none once the page has changed its shipment in place', () => {
    const { selection, quote } = selectChosen();
    const own = structuredClone(shipment);
    selection.shipment = own;
    quote(rate());
    expect(selection.submittable).to.equal(true);
    Object.assign(own, { destination_postal_code: 60111 });
    expect(selection.submittable).to.equal(false);
  });

  it('has its offer with it, and none while it may not be sent', () => {
    const { selection, quote } = selectChosen();
    quote({ ...rate(), offer: 'signed' }, oke);
    expect(selection.offer).to.equal('signed');
    selection.value = 'jne/oke';
    expect(selection.offer).to.equal(undefined);
  });

  it('is none as soon as the page has set another value', () => {
    const { selection } = selectChosen();
    selection.value = 'jne/oke';
    expect(selection.submittable).to.equal(false);
  });

  it('is none as soon as a switch is on that it cannot do', () => {
    const { selection } = selectQuoted();
    selection.choose('jne/oke');
    expect(selection.submittable).to.equal(true);
    selection.switch('cashOnDelivery', true);
    expect(selection.submittable).to.equal(false);
  });
});

describe('the switches of a selection', () => {
  it('are told as the shopper’s own at once, with what they are now', () => {
    const { selection, notices } = selectQuoted();
    notices.length = 0;
    selection.switch('insured', true);
    expect(notices).to.deep.equal([undefined, { type: 'input' }, { type: 'switches', by: 'shopper' }]);
    expect(selection.wishes).to.deep.equal({ insured: true, cashOnDelivery: false });
  });

  it('are not told of where the page has put them back at the first word', () => {
    const { selection, told } = selectQuoted();
    selection.subscribe((notice) => {
      if (notice?.type === 'input') selection.setExtra('insured', false);
    });
    selection.switch('insured', true);
    expect(told()).to.deep.equal(['input']);
  });

  it('are off where there is nothing to cover and nothing to collect, whatever is wished', () => {
    const { selection } = select();
    selection.shipment = { ...shipment, items: [{ ...item, value: 0 }] };
    selection.setExtra('insured', true);
    selection.setExtra('cashOnDelivery', true);
    expect(selection.switches).to.deep.equal(off);
    expect(selection.question?.extras).to.include(off);
    expect(selection.wishes).to.deep.equal({ insured: true, cashOnDelivery: true });
  });

  it('show insurance as on where the chosen courier insures always, and as off where it never does', () => {
    const { selection } = selectQuoted(cargo, sicepat, rate());
    selection.choose('jntcargo/ft');
    expect(selection.switches.insured).to.equal(true);
    expect(selection.keptOn).to.deep.equal([{ name: 'insured', reason: 'mandatory' }]);
    expect(selection.extras.insured).to.equal(false);
    selection.setExtra('insured', true);
    selection.choose('sicepat/reg');
    expect(selection.switches.insured).to.equal(false);
    expect(selection.extras.insured).to.equal(true);
    expect(selection.keptOn).to.deep.equal([]);
    selection.choose('jne/reg');
    expect(selection.switches.insured).to.equal(true);
  });

  it('are switched off, with a word, where the cart grows above what couriers collect', () => {
    const { selection, told } = selectChosen();
    selection.switch('insured', true);
    selection.switch('cashOnDelivery', true);
    told();
    selection.setExtra('cashOnDeliveryAmount', cashOnDeliveryLimit);
    selection.settle();
    expect(told()).to.deep.equal([]);
    selection.setExtra('cashOnDeliveryAmount', cashOnDeliveryLimit + 1);
    expect(selection.extras.cashOnDelivery).to.equal(false);
    selection.settle();
    expect(told()).to.deep.equal(['switches by limit']);
    expect(selection.wishes).to.deep.equal({ insured: true, cashOnDelivery: false });
    selection.settle();
    expect(told()).to.deep.equal([]);
  });
});

describe('what a form brings back', () => {
  it('by a reset is the default, told even where it is what it was', () => {
    const { selection, told } = selectChosen();
    selection.restore({ value: undefined, ...off }, 'reset');
    expect(told()).to.deep.equal(['jne/reg 15000 → none: reset']);
    expect(selection.value).to.equal(null);
    selection.restore({ value: undefined, ...off }, 'reset');
    expect(told()).to.deep.equal(['none → none: reset']);
  });

  it('by a reset is chosen at once where it is quoted', () => {
    const { selection, told } = selectQuoted();
    selection.defaultValue = 'jne/oke';
    selection.settle();
    selection.choose('jne/reg');
    told();
    selection.restore({ value: undefined, ...off }, 'reset');
    expect(told()).to.deep.equal(['jne/reg 15000 → jne/oke 12000: reset']);
  });

  it('by a reset is the shopper’s again with the next switch', () => {
    const { selection, told } = selectChosenWithFees();
    selection.restore({ value: 'jne/reg', ...off }, 'reset');
    told();
    selection.switch('insured', true);
    expect(told().at(-1)).to.equal('jne/reg 15000 → jne/reg 15500: user, now');
  });

  it('by a reset is no value where the default is not offered', () => {
    const { selection, told } = selectChosen();
    selection.defaultValue = 'tiki/sds';
    selection.restore({ value: undefined, ...off }, 'reset');
    expect(selection.value).to.equal(null);
    expect(told()).to.deep.equal(['jne/reg 15000 → none: reset']);
    selection.settle();
    expect(told()).to.deep.equal([]);
  });

  it('by a reset is held where no rates have been asked yet, and told when they come', () => {
    const { selection, quote, told } = select();
    selection.defaultValue = 'jne/reg';
    selection.shipment = shipment;
    selection.settle();
    selection.restore({ value: undefined, ...off }, 'reset');
    told();
    quote(rate());
    expect(told()).to.deep.equal(['rates', 'none → jne/reg 15000: reset']);
  });

  it('by a reset is held while the same is asked once more, whatever is switched meanwhile', () => {
    const { selection, quote, told } = selectChosenWithFees();
    selection.defaultValue = 'tiki/reg';
    selection.ask();
    selection.restore({ value: undefined, ...off }, 'reset');
    selection.switch('insured', true);
    expect(selection.value).to.equal('tiki/reg');
    told();
    quote(fees(15_000), fees(14_000, rate({ courier_code: 'tiki' })));
    expect(told()).to.deep.equal(['rates again', 'none → tiki/reg 14500: reset']);
  });

  it('switches as well, and tells that first', () => {
    const { selection, told } = selectChosenWithFees();
    selection.switch('insured', true);
    told();
    selection.restore({ value: 'jne/reg', ...off }, 'reset');
    expect(told()).to.deep.equal(['switches by form', 'rates', 'jne/reg 15500 → jne/reg 15000: reset']);
  });

  it('takes the place of a value that the page has set just before', () => {
    const { selection, told } = selectChosen();
    selection.value = 'sicepat/reg';
    selection.restore({ value: 'jne/oke', ...off }, 'reset');
    selection.settle();
    expect(selection.value).to.equal('jne/oke');
    expect(told()).to.deep.equal(['jne/reg 15000 → jne/oke 12000: reset']);
  });

  it('after a reload is chosen where it is quoted', () => {
    const { selection, told, notices } = selectQuoted();
    selection.restore({ value: 'jne/oke', ...off }, 'restored');
    expect(told()).to.deep.equal(['none → jne/oke 12000: restored']);
    selection.restore({ value: 'jne/oke', ...off }, 'restored');
    expect(notices).to.deep.equal([undefined, undefined]);
  });

  it('after a reload may be no choice, which is told where there was one', () => {
    const { selection, told } = selectChosen();
    selection.restore({ value: null, ...off }, 'restored');
    expect(told()).to.deep.equal(['jne/reg 15000 → none: restored']);
  });

  it('after a reload is held until there are rates, and told as restored', () => {
    const { selection, quote, told } = select();
    selection.restore({ value: 'jne/reg', insured: true, cashOnDelivery: false }, 'restored');
    selection.shipment = shipment;
    expect(told()).to.deep.equal(['switches by form']);
    quote(rate({ price: 15_500, insurance_fee: 500 }));
    expect(told()).to.deep.equal(['rates', 'none → jne/reg 15500: restored']);
    expect(selection.switches.insured).to.equal(true);
  });

  it('after a reload is explained where it is not offered any more', () => {
    const { selection, told } = selectQuoted();
    selection.restore({ value: 'jne/jtr_250', ...off }, 'restored');
    expect(told()).to.deep.equal(['none → none: service-unavailable']);
    expect(selection.news).to.include({ name: 'JNE JTR 250', since: '2026-09-18' });
    expect(selection.value).to.equal(null);
  });

  it('after a reload is held while the switches that come with it are asked', () => {
    const { selection, quotePart, told } = selectQuoted({ ...rate(), insurance_fee: undefined });
    quotePart({ rates: [rate()] });
    selection.restore({ value: 'jne/yes', insured: true, cashOnDelivery: false }, 'restored');
    expect([selection.value, selection.status]).to.deep.equal(['jne/yes', 'stale']);
    told();
    quotePart({ rates: [rate({ courier_service_code: 'yes' })] });
    expect(told()).to.deep.equal(['rates again', 'none → jne/yes 15000: restored']);
  });

  it('keeps its reason where the page sets the same value once more', () => {
    const { selection, quote, told } = select();
    selection.restore({ value: 'jne/reg', ...off }, 'restored');
    selection.value = 'jne/reg';
    selection.shipment = shipment;
    quote(rate());
    expect(told()).to.deep.equal(['rates', 'none → jne/reg 15000: restored']);
  });
});
