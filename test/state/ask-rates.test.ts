import { expect } from 'chai';
import { answersTo } from '../../src/elements/shared/ask-rates.ts';
import { clientOf } from '../support/clients.ts';
import { json, rate, shipment } from '../support/fixtures.ts';

const off = { insured: false, cashOnDelivery: false };
const settings = { insuranceAmount: 150_000, cashOnDeliveryAmount: 150_000, cashOnDeliveryType: '7_days' } as const;

describe('rates that are asked for', () => {
  it('are asked for themselves once, of a courier too that should have had none', async () => {
    const gojek = rate({ courier_code: 'gojek', shipping_fee: undefined });
    let calls = 0;
    const client = clientOf(async () => {
      calls += 1;
      if (calls > 3) throw new TypeError('asked again and again');
      const none = json({ success: false, error: 'No courier', code: 40001010 }, { status: 400 });
      return calls === 1 ? json({ success: true, pricing: [gojek] }) : none;
    });
    const question = { shipment, couriers: ['gojek'], extras: { ...settings, insured: true, cashOnDelivery: true } };
    const answers = await answersTo(client, question, ['gojek'], () => off, {});
    expect(answers.map(({ rates }) => rates.length)).to.deep.equal([1, 0]);
    expect(calls).to.equal(2);
  });
});
