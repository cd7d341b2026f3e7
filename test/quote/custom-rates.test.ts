import { expect } from 'chai';
import type { CustomRate } from '../../src/contract/index.ts';
import { adjust } from '../../src/quote/index.ts';

const rule = (type: CustomRate['type'], unit: CustomRate['unit'], amount: number, service?: string): CustomRate => ({
  courier_code: 'jne',
  ...(service && { courier_service_code: service }),
  type,
  unit,
  amount,
});

const adjusted = (rules: CustomRate[], fee = 20_000) => adjust(rules, { courier: 'jne', service: 'reg' }, fee);

describe('adjust', () => {
  it('changes nothing without a rule', () => {
    expect(adjusted([])).to.deep.equal({ discount: 0, surcharge: 0 });
  });

  it('takes a flat discount off', () => {
    expect(adjusted([rule('discount', 'flat', 3000)])).to.deep.equal({ discount: 3000, surcharge: 0 });
  });

  it('puts a flat surcharge on', () => {
    expect(adjusted([rule('surcharge', 'flat', 1500)])).to.deep.equal({ discount: 0, surcharge: 1500 });
  });

  it('takes percentages of the shipping fee, rounded up to a whole rupiah', () => {
    expect(adjusted([rule('discount', 'percent', 10)])).to.deep.equal({ discount: 2000, surcharge: 0 });
    expect(adjusted([rule('surcharge', 'percent', 12.5)], 20_001)).to.deep.equal({ discount: 0, surcharge: 2501 });
  });

  it('adds several rules up, each percentage of the fee itself and not of what is left', () => {
    const rules = [
      rule('discount', 'percent', 10),
      rule('discount', 'percent', 10),
      rule('discount', 'flat', 500),
      rule('surcharge', 'flat', 700),
      rule('surcharge', 'percent', 1),
    ];
    expect(adjusted(rules)).to.deep.equal({ discount: 4500, surcharge: 900 });
    expect(adjusted(rules.reverse())).to.deep.equal({ discount: 4500, surcharge: 900 });
  });

  it('never takes more off than the shipping costs, whatever is put on', () => {
    const rules = [rule('discount', 'flat', 15_000), rule('discount', 'percent', 50), rule('surcharge', 'flat', 9000)];
    expect(adjusted(rules)).to.deep.equal({ discount: 20_000, surcharge: 9000 });
    expect(adjusted([rule('discount', 'flat', 1)], 0)).to.deep.equal({ discount: 0, surcharge: 0 });
  });

  it('holds for the named service only, or for all services of the courier', () => {
    const rules = [rule('discount', 'flat', 100, 'reg'), rule('discount', 'flat', 1000, 'yes')];
    expect(adjusted(rules).discount).to.equal(100);
    expect(adjusted([...rules, rule('discount', 'flat', 10)]).discount).to.equal(110);
  });

  it('compares codes exactly: a rule for jnt is none for jntcargo', () => {
    const rules = [{ ...rule('discount', 'flat', 5000), courier_code: 'jnt' }];
    expect(adjust(rules, { courier: 'jntcargo', service: 'ft' }, 60_000).discount).to.equal(0);
    expect(adjust(rules, { courier: 'jnt', service: 'ez' }, 60_000).discount).to.equal(5000);
  });
});
