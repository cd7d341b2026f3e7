import { expect } from 'chai';
import { openShop, refusalIn } from '../sandbox/shop.ts';
import { faults } from './table.ts';

describe('the table of faults', () => {
  const headers = faults.flatMap(({ met }) => ('header' in met ? [met.header] : []));

  it('has every fault of the sandbox', async () => {
    const asked = await openShop().send('GET', '/v1/couriers', { headers: { 'sandbox-fault': 'none that there is' } });
    const [, list = ''] = /must be one of: (.*); not/.exec(refusalIn(asked).error) ?? [];
    const forms = list.split('; ').map((form) => /^[a-z-]+(=balance|=)?/.exec(form)?.[0] ?? form);
    expect(forms.length, list).to.be.at.least(8);
    expect(
      forms.filter(
        (form) => !headers.some((header) => (form.endsWith('=') ? header.startsWith(form) : header === form)),
      ),
    ).to.deep.equal([]);
  });

  it('has unique names', () => {
    expect(new Set(faults.map(({ name }) => name)).size).to.equal(faults.length);
    expect(new Set(headers).size).to.equal(headers.length);
  });
});
