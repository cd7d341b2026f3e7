import { expect } from 'chai';
import { rate, shipment } from '../support/fixtures.ts';
import { cargo, elsewhere, oke, select, selectChosen, selectQuoted, sicepat } from './selecting.ts';

const keys = ({ rates }: { rates: readonly { courier_code: string; courier_service_code: string }[] }) =>
  rates.map((row) => `${row.courier_code}/${row.courier_service_code}`);

describe('the couriers that the shopper picks', () => {
  it('narrow what is shown, at once and without another question', () => {
    const { selection, told } = selectQuoted();
    const { question } = selection;
    selection.compare(['sicepat']);
    expect(told()).to.deep.equal(['couriers', 'rates']);
    expect(keys(selection)).to.deep.equal(['sicepat/reg']);
    expect([selection.status, selection.couriers, selection.picks]).to.deep.equal(['ready', 'sicepat', ['sicepat']]);
    expect(selection.question).to.deep.equal(question);
    selection.compare([]);
    expect([keys(selection).length, selection.couriers]).to.deep.equal([3, '']);
  });

  it('are compared exactly: jnt is not jntcargo', () => {
    const { selection } = selectQuoted(cargo, rate({ courier_code: 'jnt' }));
    selection.compare(['jnt']);
    expect(keys(selection)).to.deep.equal(['jnt/reg']);
  });

  it('leave the rows in the order that they are sorted by, whichever are added and taken away', () => {
    const { selection } = selectQuoted();
    for (const picks of [['jne'], ['jne', 'sicepat'], []]) selection.compare(picks);
    expect(keys(selection)).to.deep.equal(['jne/oke', 'jne/reg', 'sicepat/reg']);
    selection.compare(['sicepat']);
    selection.sortBy('arrival');
    selection.compare([]);
    expect(keys(selection)).to.deep.equal(['sicepat/reg', 'jne/oke', 'jne/reg']);
  });

  it('are out of those that the page wants compared, and are all of them where none is left', () => {
    const { selection, quote, notices } = select();
    selection.shipment = shipment;
    selection.couriers = 'jne,tiki';
    quote(rate(), oke);
    expect(selection.offeredCouriers).to.deep.equal(['jne', 'tiki']);
    selection.compare(['jne', 'sicepat']);
    expect(selection.picks).to.deep.equal(['jne']);
    expect(notices).to.deep.include({ type: 'couriers', couriers: ['jne'] });
    selection.compare(['sicepat']);
    expect([selection.picks, selection.couriers]).to.deep.equal([[], 'jne,tiki']);
    expect(selection.question?.couriers).to.deep.equal(['jne', 'tiki']);
  });

  it('may be repeated by the page for nothing; others that it sets are its own question', () => {
    const { selection } = selectQuoted();
    selection.compare(['jne', 'sicepat']);
    selection.couriers = 'jne,sicepat';
    expect([selection.status, selection.question?.couriers]).to.deep.equal(['ready', []]);
    selection.couriers = 'sicepat';
    expect([selection.status, selection.question?.couriers, selection.picks]).to.deep.equal(['stale', ['sicepat'], []]);
  });

  it('are shown all again where the page takes them away', () => {
    const { selection, told } = selectQuoted();
    selection.compare(['jne']);
    told();
    selection.couriers = '';
    selection.settle();
    expect([keys(selection).length, told()]).to.deep.equal([3, ['rates']]);
  });

  it('hold for the next question', () => {
    const { selection, quote } = selectQuoted();
    selection.compare(['jne']);
    selection.shipment = elsewhere;
    quote(rate(), sicepat);
    expect([keys(selection), selection.allRates.length]).to.deep.equal([['jne/reg'], 2]);
  });

  it('leave an empty list where none of them answers, and all that there is in reach', () => {
    const { selection } = selectQuoted();
    selection.compare(['gojek']);
    expect([selection.status, selection.rates.length, selection.allRates.length]).to.deep.equal(['empty', 0, 3]);
    selection.compare([]);
    expect(selection.status).to.equal('ready');
  });

  it('count for what a switch adds', () => {
    const { selection } = selectQuoted();
    selection.compare(['sicepat']);
    expect(selection.additionOf('insured')).to.include({ able: 0, of: 1 });
  });

  it('are not changed while an order is under way', () => {
    const { selection, told } = selectChosen();
    selection.compare(['jne']);
    told();
    selection.freeze();
    selection.compare([]);
    selection.couriers = 'sicepat';
    selection.settle();
    expect([keys(selection), selection.picks, told()]).to.deep.equal([['jne/oke', 'jne/reg'], ['jne'], []]);
  });
});

describe('a choice that the shopper’s pick of couriers hides', () => {
  function hide() {
    const selected = selectChosen();
    selected.selection.compare(['sicepat']);
    return selected;
  }

  it('rests: it is kept in mind and not submitted, and that is told', () => {
    const { selection, told } = hide();
    expect(told()).to.deep.equal(['couriers', 'rates', 'jne/reg 15000 → none: couriers-changed, now']);
    expect([selection.value, selection.rate, selection.submittable, selection.marked]).to.deep.equal([
      ...[null, undefined, false, null],
    ]);
    expect(selection.resting).to.deep.equal({ rate: rate(), because: 'couriers' });
    expect(selection.news).to.deep.equal({ kind: 'hidden', name: 'JNE Reguler' });
    expect(selection.repairs).to.equal(undefined);
    expect(selection.keptValue).to.equal('jne/reg');
  });

  it('comes back as soon as its courier is shown again', () => {
    const { selection, told } = hide();
    told();
    selection.compare(['sicepat', 'jne']);
    expect(told()).to.deep.equal(['couriers', 'rates', 'none → jne/reg 15000: restored, now']);
    expect([selection.value, selection.submittable, selection.news]).to.deep.equal(['jne/reg', true, undefined]);
  });

  it('makes way for another one', () => {
    const { selection, told } = hide();
    told();
    selection.choose('sicepat/reg');
    selection.compare([]);
    expect(told()).to.deep.equal(['input', 'none → sicepat/reg 16000: user, now', 'couriers', 'rates']);
    expect(selection.value).to.equal('sicepat/reg');
  });

  it('makes way for one that the page sets', () => {
    const { selection } = hide();
    selection.value = 'sicepat/reg';
    selection.settle();
    expect([selection.value, selection.resting]).to.deep.equal(['sicepat/reg', undefined]);
  });

  it('cannot be chosen there, and rests where the page sets it', () => {
    const { selection, told } = selectQuoted();
    selection.compare(['sicepat']);
    told();
    selection.choose('jne/reg');
    expect([selection.value, told()]).to.deep.equal([null, []]);
    selection.value = 'jne/reg';
    selection.settle();
    expect([selection.value, selection.resting?.because]).to.deep.equal([null, 'couriers']);
    expect(told()).to.deep.equal(['none → none: couriers-changed']);
  });

  it('is at the price that it has then, and what has moved meanwhile is news', () => {
    const { selection, quote, told } = hide();
    quote(rate({ price: 17_000, shipping_fee: 17_000 }), sicepat);
    told();
    selection.compare([]);
    expect(told().at(-1)).to.equal('none → jne/reg 17000: restored, now');
  });

  it('comes back at the price of a switch that was moved meanwhile', () => {
    const { selection } = hide();
    selection.switch('insured', true);
    selection.compare([]);
    expect([selection.value, selection.switches.insured]).to.deep.equal(['jne/reg', true]);
  });
});
