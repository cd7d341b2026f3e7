import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { orderRows, serviceKey } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

/** `row('jne/reg', 15_000, 72)` arrives within 72 hours. Its arrival is unknown without hours. */
function row(key: string, price: number, hours?: number, overrides: Partial<Rate> = {}): Rate {
  const [courier_code = '', courier_service_code = ''] = key.split('/');
  const when = { shipment_duration_range: hours === undefined ? null : `${hours}`, shipment_duration_unit: 'hours' };
  const names = { courier_code, courier_service_code, courier_name: courier_code.toUpperCase(), duration: null };
  return rate({ ...names, ...when, price, shipping_fee: price, ...overrides });
}

const keys = (rows: Rate[]) => rows.map(serviceKey);

describe('orderRows', () => {
  it('puts the cheapest first; equals by arrival, then by key', () => {
    const rows = [
      row('tiki/eko', 9000),
      row('jne/reg', 9000, 72),
      row('sicepat/best', 9000, 24),
      row('anteraja/reg', 9000, 72),
      row('gojek/instant', 8000, 200),
    ];
    const sorted = ['gojek/instant', 'sicepat/best', 'anteraja/reg', 'jne/reg', 'tiki/eko'];
    expect(keys(orderRows(rows, 'price'))).to.deep.equal(sorted);
    expect(keys(orderRows([...rows].reverse(), 'price'))).to.deep.equal(sorted);
  });

  it('puts the fastest first; equals by price, unknown arrivals last', () => {
    const rows = [
      row('z/unknown', 2000),
      row('a/unknown', 3000),
      row('jne/reg', 9000, 72),
      row('jne/oke', 8000, 72),
      row('jne/yes', 20_000, 24),
    ];
    const sorted = ['jne/yes', 'jne/oke', 'jne/reg', 'z/unknown', 'a/unknown'];
    expect(keys(orderRows(rows, 'arrival'))).to.deep.equal(sorted);
    expect(keys(orderRows([...rows].reverse(), 'arrival'))).to.deep.equal(sorted);
  });

  it('does not change the given list', () => {
    const rows = [row('b/b', 2), row('a/a', 1)];
    orderRows(rows, 'price');
    expect(keys(rows)).to.deep.equal(['b/b', 'a/a']);
  });
});
