import { expect } from 'chai';
import { dayInJakarta, inForce, merchantKey, olderRules, removed, rules } from '../../src/contract/index.ts';

const lastMinute = new Date('2026-09-17T23:59:00+07:00');
const firstMinute = new Date('2026-09-18T00:00:00+07:00');

const gone = [
  ...['anteraja/next_day', 'sicepat/sds', 'idexpress/smd', 'idexpress/reg_half_kilo', 'sap/sds', 'sap/reg_half_kilo'],
  ...['lion/one_pack', 'lion/jago_pack', 'lion/docu_pack', 'jne/jtr_150', 'jne/jtr_250', 'jne/jtr_150_250'],
  ...['tiki/sds', 'tiki/t15', 'tiki/t25', 'tiki/t60', 'tiki/trc'],
];

describe('a day in Jakarta', () => {
  it('begins at 17:00 UTC', () => {
    expect(dayInJakarta(new Date('2026-09-17T16:59:59Z'))).to.equal('2026-09-17');
    expect(dayInJakarta(new Date('2026-12-31T17:00:00Z'))).to.equal('2027-01-01');
  });

  it('is the first one of a rule from its midnight on', () => {
    expect(inForce(rules.removedServices, lastMinute)).to.equal(false);
    expect(inForce(rules.removedServices, firstMinute)).to.equal(true);
    expect(inForce(rules.removedServices, new Date('2031-01-01T00:00:00Z'))).to.equal(true);
  });
});

describe('rules', () => {
  it('have the dates of the history', () => {
    const since = Object.fromEntries(
      Object.entries({ ...olderRules, ...rules }).map(([name, rule]) => [name, rule.since]),
    );
    expect(since).to.deep.equal({
      productCategory: '2024-08-30',
      draftOrders: '2024-09-19',
      cancellation: '2025-01-15',
      customRatesInsuranceAndCashOnDelivery: '2025-10-06',
      cargoCourier: '2026-09-07',
      removedServices: '2026-09-18',
    });
  });
});

describe('merchantKey', () => {
  it('matches live and test keys, in any case and at any position', () => {
    for (const text of [
      'biteship_live.eyJ',
      'biteship_test.eyJ',
      'Bearer Biteship_Live.eyJ',
      '/?key=BITESHIP_TEST%2Ee',
    ])
      expect(merchantKey.test(text), text).to.equal(true);
  });

  it('matches no other text', () => {
    for (const text of ['', 'biteship', 'biteship_', 'https://biteship.test', 'test', 'live_biteship.eyJ'])
      expect(merchantKey.test(text), text).to.equal(false);
  });
});

describe('removed', () => {
  it('is true for seventeen services from 2026-09-18 in Jakarta on', () => {
    expect(rules.removedServices.services).to.have.lengthOf(17);
    for (const service of gone) {
      expect(removed(service, lastMinute), service).to.equal(false);
      expect(removed(service, firstMinute), service).to.equal(true);
    }
  });

  it('is false for all other services', () => {
    for (const service of ['jne/jtr', 'jne/reg', 'tiki/t', 'lion/sds', 'sds', 'jntcargo/ft'])
      expect(removed(service, firstMinute), service).to.equal(false);
  });
});
