import { expect } from 'chai';
import type { CustomRate } from '../../src/contract/index.ts';
import { adjust } from '../../src/sandbox/rates.ts';

const rule = (type: CustomRate['type'], unit: CustomRate['unit'], amount: number, service?: string): CustomRate => ({
  courier_code: 'jne',
  ...(service && { courier_service_code: service }),
  type,
  unit,
  amount,
});

const adjusted = (rules: CustomRate[]) => adjust(rules, { courier: 'jne', service: 'reg' }, 20_000);

describe('adjust', () => {
  const cases: [title: string, rules: CustomRate[], discount: number, surcharge: number][] = [
    ['puts a flat surcharge on', [rule('surcharge', 'flat', 1500)], 0, 1500],
    ['rounds percentages up to a whole rupiah', [rule('surcharge', 'percent', 12.501)], 0, 2501],
    [
      'adds several rules up, each percentage of the fee itself and not of what is left',
      [
        ...['percent', 'percent', 'flat'].map((unit) => rule('discount', unit as 'flat', 10)),
        rule('surcharge', 'flat', 7),
      ],
      4010,
      7,
    ],
    [
      'never takes more off than the shipping costs, whatever is put on',
      [rule('discount', 'flat', 15_000), rule('discount', 'percent', 50), rule('surcharge', 'flat', 9000)],
      20_000,
      9000,
    ],
    [
      'holds for the named service, or for all services of the courier',
      [rule('discount', 'flat', 100, 'reg'), rule('discount', 'flat', 1000, 'yes'), rule('discount', 'flat', 10)],
      110,
      0,
    ],
  ];
  for (const [title, rules, discount, surcharge] of cases)
    it(title, () => {
      expect(adjusted(rules)).to.deep.equal({ discount, surcharge });
      expect(adjusted([...rules].reverse())).to.deep.equal({ discount, surcharge });
    });

  it('compares codes exactly: a rule for jnt is none for jntcargo', () => {
    const rules = [{ ...rule('discount', 'flat', 5000), courier_code: 'jnt' }];
    expect(adjust(rules, { courier: 'jntcargo', service: 'ft' }, 60_000).discount).to.equal(0);
    expect(adjust(rules, { courier: 'jnt', service: 'ez' }, 60_000).discount).to.equal(5000);
  });
});
