import { expect } from 'chai';
import { english } from '../../src/elements/words/en.ts';
import {
  errorSentence,
  missingSentence,
  noticeSentence,
  orderSentence,
  plainName,
  worthRetrying,
} from '../../src/elements/words/sentences.ts';
import { shipment } from '../support/fixtures.ts';
import { placedOrder } from './order-fixtures.ts';
import { chosen, oke, quoted, reg, voice, widget } from './widget.ts';

/** An error of the client. */
const failure = (code: string, more: object = {}) =>
  Object.assign(new Error(code), { code, operation: 'quoteRates', fields: [], ...more });

describe('the sentence about an error', () => {
  const cancelling = { operation: 'cancelOrder', reason: 'token-expired' };
  const postalCode = [{ path: 'destination_postal_code', remedy: 'must be a number' }];
  const cases: [string, Error, string | RegExp][] = [
    ['of the network', failure('network'), 'The shipping service isn’t answering.'],
    ['without a courier', failure('refused', { reason: 'no-courier' }), 'No courier delivers to this address.'],
    ['with an unknown reason', failure('refused', { reason: 'not-known-yet' }), english.refused.other],
    ['that is only a code', new Error('40001010'), english.unexpected],
    ['of a wrong field', failure('invalid-request', { fields: postalCode }), /postal code/],
    ['of a late cancellation', failure('refused', cancelling), english.cancelLate],
    ['that ends in 1.2 seconds', failure('unavailable', { retryAfter: 1.2 }), /in 2 seconds\.$/],
    ['that ends in ten minutes', failure('unavailable', { retryAfter: 600 }), /in 600 seconds\.$/],
    ['that ends later than in ten minutes', failure('unavailable', { retryAfter: 601 }), /in 11 minutes\.$/],
    ['that ends in an hour', failure('unavailable', { retryAfter: 3_600 }), /in 60 minutes\.$/],
    ...[undefined, 0].map((retryAfter): [string, Error, RegExp] => [
      `that ends in ${retryAfter} seconds`,
      failure('unavailable', { retryAfter }),
      /in a moment\.$/,
    ]),
  ];
  /** Ways in which a cancellation ends without proof. */
  const unproved: Record<string, object> = {
    network: {},
    timeout: {},
    unavailable: { status: 504, reason: 'unconfirmed', retryAfter: 30 },
    'unexpected-response': { status: 502 },
    refused: { status: 404, reason: 'other' },
  };
  for (const [code, more] of Object.entries(unproved)) {
    const unknown = failure(code, { ...more, operation: 'cancelOrder', outcome: 'unknown' });
    cases.push([`of a cancellation without proof (${code})`, unknown, english.cancelUnconfirmed]);
  }
  const open = { operation: 'cancelOrder', outcome: 'unknown', reason: 'needs-attention' };
  cases.push(['that the shop has to look into', failure('unavailable', open), english.refused['needs-attention']]);

  for (const [what, error, sentence] of cases)
    it(`says what helps after one ${what}`, () => {
      const said = errorSentence(error, english);
      if (typeof sentence === 'string') expect(said).to.equal(sentence);
      else expect(said).to.match(sentence);
    });

  it('offers a retry only if it may help', () => {
    expect(['network', 'timeout', 'unavailable'].every((code) => worthRetrying(failure(code)))).to.equal(true);
    expect(worthRetrying(failure('refused', { reason: 'other' }))).to.equal(false);
    expect(worthRetrying(new Error('odd'))).to.equal(false);
  });
});

describe('the sentence about a choice that cannot be submitted', () => {
  it('says what is missing now', () => {
    const reason = (page: ReturnType<typeof widget>) => missingSentence(page.state, voice);
    const page = widget({});
    expect(reason(page)).to.match(/^To see delivery options we still need/);
    page.set({ shipment });
    expect(reason(page)).to.equal(english.orderWaits);
    page.fail();
    expect(reason(page)).to.equal(english.unexpected);
    page.refresh();
    expect(reason(page)).to.match(/^No courier delivers/);
    expect(reason(quoted())).to.equal(english.chooseRate);
    expect(reason(chosen())).to.equal(undefined);
    const suspended = chosen('jne/oke');
    suspended.collect(reg, oke);
    expect(reason(suspended)).to.match(/doesn’t take COD\.$/);
    const uninsured = chosen('sicepat/best');
    uninsured.insure(true);
    expect(reason(uninsured)).to.match(/can’t be insured\.$/);
  });
});

describe('the sentence about a choice or an order', () => {
  it('names a cleared service by its key, and the day since it is no longer offered', () => {
    const notice = { kind: 'cleared', key: 'jne/jtr_250', previous: undefined, unasked: false } as const;
    expect(noticeSentence(notice, voice)).to.equal(
      'JNE JTR 250 has not been offered since 18\u00a0September\u00a02026.',
    );
    const unasked = { ...notice, key: 'tiki/reg', unasked: true };
    expect(noticeSentence(unasked, voice)).to.equal('TIKI REG isn’t offered here.');
  });

  it('has no characters that change the direction of writing', () => {
    expect(plainName('JNE\u202e\u2066 REG')).to.equal('JNE REG');
  });

  it('says that an order is placed, and both prices if they differ', () => {
    const order = { ...placedOrder, price: 16_000 };
    expect(orderSentence({ status: 'placed', order }, voice)).to.equal(
      'Order received. The courier charges Rp 16000. The price shown was Rp 15000.',
    );
  });

  it('says that nothing was ordered if the page refuses, and that nobody pays twice without an answer', () => {
    const error = new Error('no');
    expect(orderSentence({ status: 'refused', error, byPage: true }, voice)).to.match(
      /^The shop has not confirmed your order: nothing was ordered\./,
    );
    expect(english.unconfirmed).to.match(/waiting.*not be charged twice/);
  });
});
