import { expect } from 'chai';
import { Selection } from '../../src/elements/state/selection.ts';
import { type Question, requestOf } from '../../src/elements/state/terms.ts';
import { item, rate, shipment } from '../support/fixtures.ts';
import { at, elsewhere, oke, select, selectChosen, selectQuoted, sicepat } from './selecting.ts';

const keys = (selection: Selection) => selection.rates.map((row) => `${row.courier_code}/${row.courier_service_code}`);

describe('what a selection asks', () => {
  it('is nothing before there is a shipment, and all that is missing is named', () => {
    const { selection } = select();
    expect(selection.question).to.equal(undefined);
    expect(selection.missing).to.deep.equal(['items', 'origin', 'destination']);
    expect(selection.shipment).to.equal(undefined);
    expect(selection.declared).to.equal(0);
  });

  it('is asked of all couriers and without extras where nothing else is set', () => {
    const { selection } = select();
    selection.shipment = shipment;
    expect(selection.question).to.deep.include({ shipment, couriers: [] });
    expect(selection.wishes).to.deep.equal({ insured: false, cashOnDelivery: false });
  });

  it('is nothing as long as the destination is not known', () => {
    const { selection } = select();
    selection.shipment = { origin_postal_code: 12440, items: [item] };
    expect(selection.missing).to.deep.equal(['destination']);
    expect(selection.question).to.equal(undefined);
  });

  it('is about the shipment, the couriers, and both amounts, however the switches stand', () => {
    const { selection } = select();
    selection.shipment = shipment;
    selection.couriers = 'jne, sicepat,';
    selection.setExtra('insured', true);
    expect(selection.couriers).to.equal('jne, sicepat,');
    expect(selection.declared).to.equal(150_000);
    expect(selection.question).to.deep.equal({
      shipment,
      couriers: ['jne', 'sicepat'],
      extras: {
        insured: true,
        insuranceAmount: 150_000,
        cashOnDelivery: true,
        cashOnDeliveryAmount: 150_000,
        cashOnDeliveryType: '7_days',
      },
    });
  });

  it('has the amounts that the page has set instead of the declared value', () => {
    const { selection } = select();
    selection.shipment = shipment;
    selection.setExtra('insuranceAmount', 1_000);
    selection.setExtra('cashOnDeliveryAmount', 2_000);
    selection.setExtra('cashOnDeliveryType', '3_days');
    expect(selection.question?.extras).to.include({
      insuranceAmount: 1_000,
      cashOnDeliveryAmount: 2_000,
      cashOnDeliveryType: '3_days',
    });
    expect(selection.getExtra('insuranceAmount')).to.equal(1_000);
  });

  it('is about the cart that the shop has signed, and about none where there is none', () => {
    const { selection } = select();
    selection.shipment = shipment;
    expect(requestOf(selection.question as Question, ['jne'])).to.not.have.property('cart');
    selection.cart = 'signed';
    expect(requestOf(selection.question as Question, ['jne'])).to.have.property('cart', 'signed');
    for (const none of [null, undefined, '']) {
      selection.cart = none;
      expect([selection.cart, selection.question?.cart]).to.deep.equal(['', undefined]);
    }
  });

  it('is nothing where the page has rates of its own', () => {
    const { selection } = select();
    selection.shipment = shipment;
    selection.givenRates = [rate()];
    expect(selection.question).to.equal(undefined);
  });

  it('is nothing that has to be settled where nothing is set', () => {
    const { selection, notices } = select();
    selection.settle();
    expect(notices).to.deep.equal([]);
  });

  it('is told to whoever listens, with everything that the page sets', () => {
    const { selection, notices } = select();
    selection.shipment = shipment;
    selection.couriers = 'jne';
    selection.setExtra('insured', true);
    selection.value = 'jne/reg';
    selection.defaultValue = 'jne/oke';
    selection.givenRates = undefined;
    expect(notices).to.deep.equal(Array.from({ length: 6 }));
  });
});

describe('the status of a selection', () => {
  it('is incomplete, loading, ready, stale, and ready again', () => {
    const { selection, quote } = select();
    expect(selection.status).to.equal('incomplete');
    selection.shipment = shipment;
    expect(selection.status).to.equal('loading');
    quote(rate());
    expect(selection.status).to.equal('ready');
    selection.shipment = elsewhere;
    expect(selection.status).to.equal('stale');
    quote(rate());
    expect(selection.status).to.equal('ready');
  });

  it('is stale while the same is asked once more', () => {
    const { selection, quoted } = selectQuoted();
    selection.ask();
    expect(selection.status).to.equal('stale');
    selection.answer(quoted([rate()]));
    expect(selection.status).to.equal('ready');
  });

  it('is stale as soon as the page has an amount or couriers changed, and ready with whatever is switched', () => {
    const { selection } = selectQuoted();
    selection.switch('insured', true);
    expect(selection.status).to.equal('ready');
    selection.setExtra('insuranceAmount', 1_000);
    expect(selection.status).to.equal('stale');
    selection.setExtra('insuranceAmount', undefined);
    expect(selection.status).to.equal('ready');
    selection.couriers = 'jne';
    expect(selection.status).to.equal('stale');
  });

  it('is stale for an answer that comes too late', () => {
    const { selection, quoted } = selectQuoted();
    const late = quoted([at(9_000)]);
    selection.shipment = elsewhere;
    selection.answer(late);
    expect(selection.status).to.equal('stale');
  });

  it('is ready for a shipment that says the same in a new object', () => {
    const { selection } = selectQuoted();
    selection.shipment = structuredClone(shipment);
    expect(selection.status).to.equal('ready');
  });

  it('is empty where nobody serves the lane, and loading when another one is asked', () => {
    const { selection, quote } = select();
    selection.shipment = shipment;
    quote();
    expect(selection.status).to.equal('empty');
    selection.shipment = elsewhere;
    expect(selection.status).to.equal('loading');
  });

  it('is an error until the next question, with the rates still there', () => {
    const { selection } = selectQuoted();
    const error = new Error('no answer');
    selection.ask();
    selection.fail(error);
    expect(selection.status).to.equal('error');
    expect(selection.error).to.equal(error);
    expect(selection.rates).to.have.length(3);
    selection.ask();
    expect(selection.status).to.equal('stale');
    expect(selection.error).to.equal(undefined);
  });

  it('is an error no more once there is an answer', () => {
    const { selection, quoted } = selectQuoted();
    selection.fail(new Error('no answer'));
    selection.answer(quoted([rate()]));
    expect(selection.status).to.equal('ready');
    expect(selection.error).to.equal(undefined);
  });

  it('is loading, and no longer waiting, after an error without rates', () => {
    const { selection, quoted } = select();
    selection.shipment = shipment;
    selection.ask();
    expect(selection.status).to.equal('loading');
    selection.fail(new Error('no answer'));
    expect(selection.status).to.equal('error');
    selection.answer(quoted([rate()]));
    expect(selection.status).to.equal('ready');
  });

  it('is offline instead, where there is no connection', () => {
    let connected = false;
    const { selection } = select({ offline: () => !connected });
    selection.shipment = shipment;
    expect(selection.status).to.equal('loading');
    selection.fail(new Error('no answer'));
    expect(selection.status).to.equal('offline');
    connected = true;
    expect(selection.status).to.equal('error');
  });

  it('is incomplete before it is an error', () => {
    const { selection } = selectQuoted();
    selection.fail(new Error('no answer'));
    selection.shipment = { items: [item] };
    expect(selection.status).to.equal('incomplete');
  });

  it('asks the browser whether it is offline: where there is none, it is not', () => {
    const selection = new Selection();
    selection.shipment = shipment;
    selection.fail(new Error('no answer'));
    expect(selection.status).to.equal('error');
  });
});

describe('the rates of a selection', () => {
  it('are told as new ones with the answer that they come by', () => {
    const { selection, notices, quoted } = select();
    selection.shipment = shipment;
    const quote = quoted([rate()]);
    notices.length = 0;
    selection.answer(quote);
    expect(notices).to.deep.equal([{ type: 'rates', quote, again: false }]);
    expect(selection.quote).to.equal(quote);
  });

  it('stand from the cheapest to the dearest at first', () => {
    const { selection } = selectQuoted();
    expect(selection.rowOrder).to.equal('price');
    expect(keys(selection)).to.deep.equal(['jne/oke', 'jne/reg', 'sicepat/reg']);
  });

  it('stand as the shopper wants them, now and for the next question', () => {
    const { selection, quote, notices } = selectQuoted();
    notices.length = 0;
    selection.sortBy('arrival');
    expect(notices).to.deep.equal([undefined]);
    expect(selection.rowOrder).to.equal('arrival');
    expect(keys(selection)).to.deep.equal(['sicepat/reg', 'jne/oke', 'jne/reg']);
    selection.shipment = elsewhere;
    quote(rate(), oke, sicepat);
    expect(keys(selection)).to.deep.equal(['sicepat/reg', 'jne/oke', 'jne/reg']);
  });

  it('stand as the shopper wants them when the same is asked once more, and are told as such', () => {
    const { selection, quote, told } = selectQuoted();
    quote(at(1_000), oke, sicepat);
    expect(keys(selection)).to.deep.equal(['jne/reg', 'jne/oke', 'sicepat/reg']);
    expect(told()).to.deep.equal(['rates again']);
  });

  it('keep their places and their choice where the shop has signed the cart anew, and only another price is news', () => {
    const { selection, quote, told } = selectChosen();
    selection.cart = 'signed anew';
    expect(selection.status).to.equal('stale');
    quote({ ...rate(), offer: 'new' }, oke, sicepat);
    expect([told(), selection.news, selection.offer]).to.deep.equal([['rates again'], undefined, 'new']);
    selection.cart = 'signed once more';
    quote(at(16_000), oke, sicepat);
    expect(told()).to.deep.equal(['rates again', 'jne/reg 15000 → jne/reg 16000: price-changed']);
    expect(selection.news).to.have.property('kind', 'price-changed');
  });

  it('are sorted anew when something else is asked', () => {
    for (const change of [
      (selection: Selection) => {
        selection.shipment = elsewhere;
      },
      (selection: Selection) => selection.setExtra('insuranceAmount', 1_000),
    ]) {
      const { selection, quote, told } = selectQuoted();
      change(selection);
      quote(at(1_000), oke, sicepat);
      expect(keys(selection)).to.deep.equal(['jne/reg', 'jne/oke', 'sicepat/reg']);
      expect(told()).to.deep.equal(['rates']);
    }
  });
});

describe('rates of the page’s own', () => {
  function give() {
    const selected = select();
    const { selection } = selected;
    selection.givenRates = [rate(), oke];
    selection.settle();
    return selected;
  }

  it('are sorted and told as rates, and there is nothing missing', () => {
    const { selection, told, notices } = give();
    expect(notices).to.deep.include({ type: 'rates', again: false });
    expect(told()).to.deep.equal(['rates']);
    expect(keys(selection)).to.deep.equal(['jne/oke', 'jne/reg']);
    expect(selection.missing).to.deep.equal([]);
    expect(selection.status).to.equal('ready');
  });

  it('are empty where there are none', () => {
    const { selection } = give();
    selection.givenRates = [];
    expect(selection.status).to.equal('empty');
  });

  it('are never an error', () => {
    const { selection } = give();
    selection.fail(new Error('no answer'));
    expect(selection.error).to.equal(undefined);
    expect(selection.status).to.equal('ready');
  });

  it('are taken once, not with every other thing that is set', () => {
    const { selection, told } = give();
    told();
    selection.shipment = shipment;
    selection.couriers = 'jne';
    selection.settle();
    expect(told()).to.deep.equal([]);
  });

  it('are held against the choice once more when a switch is moved', () => {
    const { selection, told } = give();
    selection.shipment = shipment;
    selection.choose('jne/oke');
    told();
    selection.switch('cashOnDelivery', true);
    selection.settle();
    expect(told()).to.deep.equal(['input', 'switches by shopper', 'rates', 'jne/oke 12000 → none: not-eligible']);
  });

  it('say nothing of what a switch adds, nor do answers from before them', () => {
    const { selection } = selectQuoted();
    selection.givenRates = [rate()];
    selection.settle();
    expect(selection.additionOf('insured')).to.include({ fee: undefined, able: 0, of: 0 });
  });

  it('settle the choice with each new list', () => {
    const { selection, told } = give();
    selection.choose('jne/reg');
    told();
    selection.givenRates = [at(17_000), oke];
    selection.settle();
    expect(told()).to.deep.equal(['rates', 'jne/reg 15000 → jne/reg 17000: price-changed']);
    selection.givenRates = [oke];
    selection.settle();
    expect(told()).to.deep.equal(['rates', 'jne/reg 17000 → none: service-unavailable']);
  });

  it('are what a value that comes with them is held against', () => {
    const { selection, told } = give();
    told();
    selection.value = 'sicepat/reg';
    selection.givenRates = [sicepat, oke];
    selection.settle();
    expect(selection.rate).to.equal(sicepat);
    expect(told()).to.deep.equal(['rates', 'none → sicepat/reg 16000: preset']);
  });

  it('are asked again once they are taken back', () => {
    const { selection } = give();
    selection.shipment = shipment;
    selection.givenRates = undefined;
    selection.settle();
    expect(selection.question?.shipment).to.equal(shipment);
    expect(selection.status).to.equal('stale');
  });
});

describe('an amount of the page’s', () => {
  it('that is no number is none: the declared value counts, and stays so while an order is under way', () => {
    const { selection } = selectChosen();
    selection.setExtra('cashOnDeliveryAmount', Number.NaN);
    selection.setExtra('cashOnDelivery', true);
    expect(selection.extras).to.include({ cashOnDelivery: true, cashOnDeliveryAmount: 150_000 });
    const { extras } = selection;
    selection.freeze();
    expect(selection.extras).to.deep.equal(extras);
  });

  it('may be a BigInt, which JSON could not hold', () => {
    const { selection } = selectChosen();
    selection.setExtra('insuranceAmount', 100_000n as unknown as number);
    expect(selection.wishedExtras).to.include({ insuranceAmount: 100_000 });
    expect(() => selection.freeze()).not.to.throw();
  });
});

describe('a frozen selection', () => {
  it('does not look up a value that was set right before the click', () => {
    const { selection } = selectChosen();
    selection.value = 'jne/oke';
    selection.freeze();
    selection.settle();
    expect(selection.rate).to.deep.equal(rate());
  });

  it('asks, shows and sends what it did, whatever the page sets', () => {
    const { selection } = selectChosen();
    const { question } = selection;
    selection.freeze();
    selection.shipment = { ...elsewhere, items: [] };
    selection.couriers = 'tiki';
    selection.setExtra('cashOnDelivery', true);
    expect(selection.question).to.deep.equal(question);
    expect(selection.missing).to.deep.equal([]);
    expect(selection.declared).to.equal(150_000);
    expect(selection.switches).to.deep.equal({ insured: false, cashOnDelivery: false });
    expect(selection.status).to.equal('ready');
    expect(selection.submittable).to.equal(true);
  });

  it('stays as it was though the page changes its cart in place', () => {
    const { selection } = selectChosen();
    const own = structuredClone(shipment);
    selection.shipment = own;
    selection.freeze();
    Object.assign(own.items[0] as object, { quantity: 40, value: 10_000_000 });
    expect(selection.question?.shipment).to.deep.equal(shipment);
    expect(selection.declared).to.equal(150_000);
    expect(selection.submittable).to.equal(true);
  });

  it('is not moved by what the shopper, a form or the page want chosen: that waits, or comes to nothing', () => {
    const { selection, told } = selectChosen();
    selection.freeze();
    selection.choose('sicepat/reg');
    selection.switch('insured', true);
    selection.compare(['jne']);
    selection.value = 'jne/oke';
    selection.settle();
    expect(told()).to.deep.equal([]);
    expect([selection.value, selection.rate]).to.deep.equal(['jne/reg', rate()]);
    selection.restore({ value: undefined }, 'reset');
    selection.defaultValue = 'sicepat/reg';
    expect([selection.value, selection.defaultValue]).to.deep.equal(['jne/reg', null]);
    expect(selection.submittable).to.equal(true);
    selection.unfreeze();
    selection.settle();
    expect([selection.value, selection.defaultValue]).to.deep.equal(['sicepat/reg', 'sicepat/reg']);
    expect(selection.couriers).to.equal('');
    expect(selection.wishes.insured).to.equal(false);
  });

  it('stays as it was frozen first', () => {
    const { selection } = selectChosen();
    selection.freeze();
    selection.shipment = elsewhere;
    selection.freeze();
    expect(selection.question?.shipment).to.deep.equal(shipment);
  });

  it('asks what the page has set meanwhile once it is let go, and says so once', () => {
    const { selection, notices } = selectChosen();
    selection.freeze();
    selection.shipment = elsewhere;
    notices.length = 0;
    selection.unfreeze();
    expect(selection.question?.shipment).to.equal(elsewhere);
    expect(selection.shipment).to.equal(elsewhere);
    selection.unfreeze();
    expect(notices).to.deep.equal([undefined]);
  });

  it('holds the choice against what was asked, not against what the page has set', () => {
    const { selection, quote, told } = selectChosen();
    selection.freeze();
    selection.shipment = elsewhere;
    quote(at(17_000), oke, sicepat);
    expect(told()).to.deep.equal(['rates again', 'jne/reg 15000 → jne/reg 17000: price-changed']);
  });
});

describe('whoever listens to a selection', () => {
  it('hears no more of it once the subscription ends', () => {
    const { selection } = select();
    const heard: string[] = [];
    const end = selection.subscribe(() => heard.push('first'));
    selection.subscribe(() => heard.push('second'));
    selection.value = 'jne/reg';
    end();
    selection.value = null;
    expect(heard).to.deep.equal(['first', 'second', 'second']);
  });

  it('may end the subscription while it is told', () => {
    const { selection } = select();
    const heard: string[] = [];
    const end = selection.subscribe(() => {
      heard.push('once');
      end();
    });
    selection.subscribe(() => heard.push('always'));
    selection.value = 'jne/reg';
    selection.value = null;
    expect(heard).to.deep.equal(['once', 'always', 'always']);
  });
});
