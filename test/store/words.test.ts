import { expect } from 'chai';
import { orderSentence } from '../../src/elements/words/order-sentence.ts';
import {
  errorSentence,
  missingSentence,
  newsSentence,
  plainName,
  worthRetrying,
} from '../../src/elements/words/sentences.ts';
import { english } from '../../src/elements/words/words-en.ts';
import { indonesian } from '../../src/elements/words/words-id.ts';
import { shipment } from '../support/fixtures.ts';
import { placedOrder } from './order-fixtures.ts';
import { chosen, elsewhere, oke, quoted, reg, voice, widget } from './widget.ts';

/** An error of the client. */
const failure = (code: string, more: object = {}) =>
  Object.assign(new Error(code), { code, operation: 'quoteRates', fields: [], ...more });

describe('words', () => {
  it('are those that shoppers in Indonesia know from other shops', () => {
    expect(indonesian.cashOnDelivery).to.equal('Bayar di Tempat (COD)');
    expect(indonesian.incomplete(['destination'])).to.equal('Isi kode pos untuk melihat ongkir.');
    expect(indonesian.badge.recommended).to.equal('Rekomendasi');
    expect(indonesian.unconfirmed).to.match(/Pesanan tidak akan diproses dua kali/);
  });

  it('do not alarm the shopper of an order without an answer', () => {
    expect(english.unconfirmed).to.match(/waiting.*not be charged twice/);
  });
});

describe('what the shopper reads of an error', () => {
  const read = (error: unknown) => errorSentence(error, english);

  it('says what helps, and never a code', () => {
    expect(read(failure('network'))).to.equal('The shipping service isn’t answering.');
    expect(read(failure('refused', { reason: 'no-courier' }))).to.equal('No courier delivers to this address.');
    expect(read(failure('refused', { reason: 'not-known-yet' }))).to.equal(english.refused.other);
    expect(read(new Error('40001010'))).to.equal(english.unexpected);
  });

  it('says how long to wait only if that is more than nothing and at most ten minutes', () => {
    expect(read(failure('unavailable', { retryAfter: 1.2 }))).to.match(/in 2 seconds\.$/);
    for (const retryAfter of [undefined, 0, 601, 1_000_000_000])
      expect(read(failure('unavailable', { retryAfter })), `${retryAfter}`).to.match(/in a moment\.$/);
  });

  it('names the missing part of a request, and the late cancellation', () => {
    const fields = [{ path: 'destination_postal_code', remedy: 'must be a number' }];
    expect(read(failure('invalid-request', { fields }))).to.match(/postal code/);
    expect(read(failure('refused', { operation: 'cancelOrder', reason: 'token-expired' }))).to.equal(
      english.cancelLate,
    );
  });

  it('offers a retry only if it may help', () => {
    expect(['network', 'timeout', 'unavailable'].every((code) => worthRetrying(failure(code)))).to.equal(true);
    expect(worthRetrying(failure('refused', { reason: 'other' }))).to.equal(false);
    expect(worthRetrying(new Error('odd'))).to.equal(false);
  });
});

describe('why the choice cannot be submitted', () => {
  const reason = (page: ReturnType<typeof widget>) => missingSentence(page.state, voice);

  it('is what is missing now', () => {
    const page = widget({});
    expect(reason(page)).to.match(/^To see delivery options we still need/);
    page.set({ shipment });
    expect(reason(page)).to.equal(english.orderWaits);
    page.fail();
    expect(reason(page)).to.equal(english.unexpected);
    page.dispatch({ type: 'refresh' });
    page.answer();
    expect(reason(page)).to.match(/^No courier delivers/);
    expect(reason(quoted())).to.equal(english.chooseRate);
    expect(reason(chosen())).to.equal(undefined);
    const suspended = chosen('jne/oke');
    suspended.collect(reg, oke);
    expect(reason(suspended)).to.match(/doesn’t take COD\.$/);
    page.set({ shipment: elsewhere });
    expect(reason(page)).to.equal(english.orderWaits);
  });
});

describe('what is said of a choice and of an order', () => {
  it('names a saved service by its key, and the day since it is no longer offered', () => {
    const news = { kind: 'cleared', key: 'jne/jtr_250', previous: undefined, unasked: false } as const;
    expect(newsSentence(news, voice)).to.equal(
      'JNE JTR 250 has not been offered since 18 September 2026. Please choose another option.',
    );
    const unasked = { ...news, key: 'tiki/reg', unasked: true };
    expect(newsSentence(unasked, voice)).to.equal('TIKI REG isn’t offered here. Please choose another option.');
  });

  it('has names without characters that change the direction of writing', () => {
    expect(plainName('JNE\u202e\u2066 REG')).to.equal('JNE REG');
  });

  it('says the number of an order, and a price that differs from the shown one', () => {
    const order = { ...placedOrder, price: 16_000 };
    expect(orderSentence({ status: 'placed', order }, voice)).to.equal(
      'Your delivery is confirmed. Reference: cart The courier charges Rp 16000; you were shown Rp 15000.',
    );
    expect(orderSentence({ status: 'refused', error: new Error('no'), byPage: true }, voice)).to.match(
      /^The shop has not confirmed your order: nothing was ordered\./,
    );
  });
});
