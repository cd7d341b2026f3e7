import { expect } from 'chai';
import type { PromisedArrival, Rate } from '../../src/contract/index.ts';
import {
  type ArrivalSpan,
  badges,
  onlyWith,
  orderRows,
  praiseOf,
  recommendedOf,
  selectableOf,
  serviceKey,
  shortList,
} from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

/** `row('reg', 15_000, 3)` arrives within 3 days. Its arrival is unknown without days. */
const row = (service: string, price: number, days?: number, more: Partial<Rate> = {}): Rate =>
  rate({
    courier_service_code: service,
    price,
    duration: null,
    shipment_duration_range: days ? `${days}` : null,
    ...more,
  });

const services = (rates: readonly Rate[]) => rates.map(({ courier_service_code }) => courier_service_code).join(' ');

describe('orderRows', () => {
  const rows = [
    row('unknown', 9000),
    row('late', 9000, 6),
    row('cheap', 8000, 6),
    row('b', 9000, 3),
    row('a', 9000, 3),
    row('fast', 20_000, 1),
  ];

  for (const [by, sorted] of [
    ['price', 'cheap a b late unknown fast'],
    ['arrival', 'fast a b cheap late unknown'],
  ] as const)
    it(`sorts by ${by}, then by the other, then by key, and does not change the list`, () => {
      expect(services(orderRows(rows, by))).to.equal(sorted);
      expect(services(orderRows([...rows].reverse(), by))).to.equal(sorted);
      expect(services(rows)).to.equal('unknown late cheap b a fast');
    });
});

describe('shortList', () => {
  const [slow, fair, fast] = [row('slow', 9_000, 6), row('fair', 12_000, 3), row('fast', 30_000, 1)];
  const beaten = [row('dear', 31_000, 2), row('late', 12_500, 4), row('unknown', 40_000)];

  it('has the rates that no other beats in both price and arrival, fastest first', () => {
    expect(services(shortList([...beaten, slow, fair, fast], undefined, 5))).to.equal('fast fair slow');
  });

  it('begins with the recommended rate, also if another rate beats it', () => {
    const rates = [...beaten, slow, fair, fast];
    expect(services(shortList(rates, fair, 5))).to.equal('fair fast slow');
    expect(services(shortList(rates, beaten[0], 5))).to.equal('dear fast fair slow');
  });

  it('has all rates if there are no more than rows', () => {
    expect(services(shortList([...beaten.slice(0, 2), slow, fair, fast], fair, 5))).to.equal(
      'fair fast dear late slow',
    );
  });

  it('keeps one of two rates that are equal in price and arrival', () => {
    const rates = [row('b', 5, 1), row('a', 5, 1), row('c', 6, 1), row('d', 7, 2)];
    expect(services(shortList(rates, undefined, 3))).to.equal('a');
  });

  it('has the cheapest rates if no arrival is known', () => {
    const rates = [6, 3, 5, 1, 4, 2].map((price) => row(`s${price}`, price));
    expect(services(shortList(rates, undefined, 5))).to.equal('s1 s2 s3 s4 s5');
    expect(services(shortList(rates, rates[0], 5))).to.equal('s6 s1 s2 s3 s4');
  });

  it('keeps the cheapest rate if more rates are unbeaten than there are rows', () => {
    const rates = [1, 2, 3, 4, 5, 6, 7].map((days) => row(`d${days}`, 100 - days, days));
    expect(services(shortList(rates, rates[2], 5))).to.equal('d3 d1 d2 d4 d7');
    expect(services(shortList(rates, undefined, 5))).to.equal('d1 d2 d3 d4 d7');
  });

  it('has at most as many rates as rows, down to one', () => {
    const rates = [slow, fair, fast];
    expect(services(shortList(rates, fair, 1))).to.equal('fair');
    expect(services(shortList(rates, undefined, 1))).to.equal('slow');
    // What is submitted is in sight, also if another rate is recommended.
    expect(services(shortList(rates, fair, 1, slow))).to.equal('slow');
    expect(services(shortList(rates, fair, 1, fast))).to.equal('fast');
    expect(services(shortList([], undefined, 5))).to.equal('');
  });
});

describe('recommendedOf', () => {
  const rates = [row('slow', 1, 4), row('fair', 2, 3), row('fast', 9, 1)];
  const recommended = (...parameters: Parameters<typeof recommendedOf>) =>
    recommendedOf(...parameters)?.courier_service_code;

  it('is the cheapest that arrives within three days', () => {
    expect(recommended(rates)).to.equal('fair');
    expect(recommended(rates.slice(0, 2))).to.equal('fair');
  });

  it('is the shop’s own, or none if that is not offered', () => {
    expect(recommended(rates, 'jne/slow')).to.equal('slow');
    expect(recommended(rates, 'jne/gone')).to.equal(undefined);
    expect(recommended(rates, '')).to.equal('fair');
  });

  it('is none if there is nothing to compare, or if nothing arrives within three days', () => {
    expect(recommended([row('fair', 2, 2)])).to.equal(undefined);
    expect(recommended([row('a', 2, 5), row('b', 2)])).to.equal(undefined);
  });
});

describe('praiseOf', () => {
  const bold = row('bold', 1, 2, { available_for_insurance: false });
  const rates = [row('slow', 2, 6), row('fair', 3, 3), row('fast', 9, 1)];
  const [slow, fair] = rates as [Rate, Rate];

  it('says why a rate is recommended', () => {
    expect(praiseOf(slow, rates)).to.equal('cheapest');
    expect(praiseOf(fair, rates)).to.equal('soon');
    expect(praiseOf(slow, [bold, ...rates], 1_000_001)).to.equal('insurable');
  });

  it('is silent if no single reason is true', () => {
    expect(praiseOf(fair, [bold, ...rates], 1_000_001), 'a slower one that insures is cheaper').to.equal(undefined);
    expect(praiseOf(fair, [bold, ...rates]), 'a cheaper one is as early').to.equal(undefined);
  });
});

describe('rates with dates', () => {
  const rates = [row('slow', 1, 4), row('fair', 2, 3), row('fast', 9, 1)];
  const [slow, fair, fast] = rates as [Rate, Rate, Rate];
  const span = (last: number, more: Partial<ArrivalSpan> = {}): ArrivalSpan => ({
    ...{ first: last, last, hours: undefined, zone: 'WIB', later: false },
    ...more,
  });
  const dated = (...spans: (ArrivalSpan | undefined)[]) => {
    const known = new Map(rates.map((rate, index) => [rate, spans[index]]));
    return (rate: Rate) => known.get(rate);
  };

  it('recommend the cheapest that arrives by the date of the cheapest regular one, and name that date', () => {
    const later = dated(span(15), span(14), span(11));
    expect(recommendedOf(rates, null, 0, later)).to.equal(fair);
    expect(praiseOf(fair, rates, 0, later)).to.equal('byDate');
    const onSundays = dated(span(13), span(14), span(11));
    expect(recommendedOf(rates, null, 0, onSundays)).to.equal(slow);
    expect(praiseOf(slow, rates, 0, onSundays)).to.equal('cheapest');
  });

  it('name the date of those that can be insured, for goods of a high value', () => {
    const bold = { ...slow, available_for_insurance: false };
    const known = dated(span(14), span(14), span(11));
    const dates = (rate: Rate) => known(rate === bold ? slow : rate);
    expect(praiseOf(fair, [bold, fair, fast, { ...slow }], 1_000_001, dates), 'one has no date').to.equal(undefined);
    const late = { ...slow, courier_service_code: 'late' };
    const all = (rate: Rate) => (rate === late ? span(16) : dates(rate));
    expect(praiseOf(fair, [bold, late, fair, fast], 1_000_001, all)).to.equal('insurableByDate');
    expect(praiseOf(fair, [bold, late, fair, fast], 1_000_000, all)).to.equal(undefined);
  });

  it('give no date as a reason if the parcel may be later, or if only some rows have dates', () => {
    expect(praiseOf(fair, rates, 0, dated(span(15), span(14, { later: true }), span(11)))).to.equal(undefined);
    expect(praiseOf(fair, rates, 0, dated(undefined, span(14), span(11)))).to.equal(undefined);
  });

  it('are in a short list by their dates: one that comes on Sunday is not behind one that rests', () => {
    const all = [...rates, ...[3, 4, 5].map((price) => row(`later-${price}`, price, 6))];
    const sunday = dated(span(20), span(14), span(12));
    const dates = (rate: Rate) => sunday(rate) ?? span(20 + rate.price);
    expect(services(shortList(all, fair, 3, undefined, [], dates))).to.equal('fair fast slow');
    const swapped = (rate: Rate) => (rate === slow ? span(11) : dates(rate));
    expect(services(shortList(all, fair, 3, undefined, [], swapped))).to.equal('fair slow');
  });

  it('are not compared once their promises are over: no row says when it comes', () => {
    const over = rates.map((rate) => ({ ...rate, arrivals: [{} as PromisedArrival] }));
    expect([...badges(over, undefined).values()]).to.deep.equal(['cheapest']);
  });

  it('are the fastest by their dates', () => {
    const best = (dates: ReturnType<typeof dated>) => badges(rates, undefined, undefined, dates);
    expect(best(dated(span(15), span(11), span(12))).get(fair)).to.equal('fastest');
    expect([...best(dated(span(15), undefined, span(12))).values()]).to.deep.equal(['cheapest']);
  });
});

describe('the short list of rates that lack an extra', () => {
  const prepaid = { available_for_cash_on_delivery: false };
  const uninsurable = { available_for_insurance: false };

  it('has no row for an extra that the page does not offer', () => {
    const rates = [
      row('first', 1_000, 1, { ...prepaid, ...uninsurable }),
      row('second', 2_000, 2, { ...prepaid, ...uninsurable }),
      row('insures', 3_000, 3, prepaid),
      row('collects', 4_000, 4, uninsurable),
    ];
    const offering = (...wanted: ('insurance' | 'cashOnDelivery')[]) =>
      services(shortList(rates, undefined, 3, undefined, wanted));
    expect(offering('insurance', 'cashOnDelivery')).to.equal('first insures collects');
    expect(offering('insurance')).to.equal('first insures');
    expect(offering()).to.equal('first');
  });

  it('has the cheapest that collects COD, and one that insures', () => {
    const rates = [
      row('first', 1_000, 1, { ...prepaid, ...uninsurable }),
      row('second', 2_000, 2, { ...prepaid, ...uninsurable }),
      row('insures', 3_000, 3, prepaid),
      row('collects', 4_000, 4, uninsurable),
      row('dear', 5_000, 5),
    ];
    expect(services(shortList(rates, undefined, 3))).to.equal('first insures collects');
    expect(services(shortList(rates, undefined, 3, rates[4]))).to.equal('first collects dear');
  });

  it('recommends no service without insurance for goods of more than a million', () => {
    const rates = [row('bold', 1_000, 1, uninsurable), row('safe', 2_000, 1), row('slow', 500, 9)];
    expect(services([recommendedOf(rates, '', 1_000_000) as Rate])).to.equal('bold');
    expect(services([recommendedOf(rates, '', 1_000_001) as Rate])).to.equal('safe');
    expect(recommendedOf(rates, 'jne/bold', 1_000_001)).to.equal(undefined);
  });
});

describe('onlyWith', () => {
  const prepaid = row('prepaid', 1_000, 2, { available_for_cash_on_delivery: false });
  const collects = row('collects', 2_000, 2);

  it('is the extra that no rate has which is cheaper and as early', () => {
    expect(onlyWith(collects, [prepaid, collects], ['insurance', 'cashOnDelivery'])).to.equal('cashOnDelivery');
  });

  it('is none if no rate beats it, if one that does has the extra, or if the page does not offer the extra', () => {
    const late = row('late', 500, 6, { available_for_cash_on_delivery: false });
    expect(onlyWith(collects, [late, collects], ['cashOnDelivery'])).to.equal(undefined);
    expect(onlyWith(collects, [prepaid, row('too', 1_500, 1), collects], ['cashOnDelivery'])).to.equal(undefined);
    expect(onlyWith(collects, [prepaid, collects], ['insurance'])).to.equal(undefined);
  });
});

describe('selectableOf', () => {
  const rates = [
    row('all', 1),
    row('uninsured', 2, 2, { available_for_insurance: false }),
    row('prepaid', 3, 2, { available_for_cash_on_delivery: false }),
    row('cargo', 4, 2, { courier_code: 'jntcargo', available_for_insurance: false }),
  ];

  it('leaves out a rate without an extra that is on. The cargo courier always insures', () => {
    expect(selectableOf(rates, {})).to.deep.equal(rates);
    expect(services(selectableOf(rates, { insurance: true }))).to.equal('all prepaid cargo');
    expect(services(selectableOf(rates, { cashOnDelivery: true }))).to.equal('all uninsured cargo');
    expect(services(selectableOf(rates, { insurance: true, cashOnDelivery: true }))).to.equal('all cargo');
  });
});

describe('badges', () => {
  const praised = (rates: readonly Rate[], recommended?: Rate) =>
    Object.fromEntries([...badges(rates, recommended)].map(([rate, badge]) => [serviceKey(rate), badge]));

  it('praise the cheapest and the fastest rate', () => {
    expect(praised([row('reg', 15_000, 3), row('yes', 30_000, 1), row('oke', 12_000, 5)])).to.deep.equal({
      'jne/oke': 'cheapest',
      'jne/yes': 'fastest',
    });
  });

  it('are one a row: recommended before cheapest, cheapest before fastest', () => {
    const [best, dear] = [row('yes', 10_000, 1), row('reg', 15_000, 3)];
    expect(praised([dear, best])).to.deep.equal({ 'jne/yes': 'cheapest' });
    expect(praised([dear, best], best)).to.deep.equal({ 'jne/yes': 'recommended' });
    expect(praised([dear, best], dear)).to.deep.equal({ 'jne/yes': 'cheapest', 'jne/reg': 'recommended' });
  });

  it('go to the faster of two cheapest, and to the cheaper of two fastest', () => {
    const rates = [row('a', 10_000, 4), row('b', 10_000, 3), row('c', 20_000, 1), row('d', 19_000, 1)];
    expect(praised(rates)).to.deep.equal({ 'jne/b': 'cheapest', 'jne/d': 'fastest' });
  });

  it('call no rate fastest if no arrival is known', () => {
    expect(praised([row('a', 1), row('b', 2)])).to.deep.equal({ 'jne/a': 'cheapest' });
  });

  it('call a row cheapest or fastest only if no row out of sight is cheaper or faster', () => {
    const [dear, cheap, cheapest] = [row('dear', 30_000, 1), row('cheap', 20_000, 3), row('cheapest', 10_000, 3)];
    const seen = (...rows: Rate[]) => [...badges([dear, cheap, cheapest], undefined, (rate) => rows.includes(rate))];
    expect(seen(dear, cheap)).to.deep.equal([[dear, 'fastest']]);
    expect(seen(cheap, cheapest)).to.deep.equal([[cheapest, 'cheapest']]);
    expect(seen(cheapest)).to.deep.equal([[cheapest, 'cheapest']]);
    expect(seen()).to.deep.equal([]);
  });

  it('need two rates to compare, and praise no rate that is out of sight', () => {
    expect(praised([])).to.deep.equal({});
    expect(praised([row('a', 1, 1)], row('a', 1, 1))).to.deep.equal({});
    expect(praised([row('a', 1, 1), row('b', 2, 2)], row('c', 1, 1))).to.deep.equal({ 'jne/a': 'cheapest' });
  });
});
