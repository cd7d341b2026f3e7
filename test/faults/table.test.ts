import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop, refusalIn } from '../sandbox/shop.ts';
import { faults } from './table.ts';

describe('the table of faults', () => {
  const headers = faults.flatMap(({ met }) => ('header' in met ? [met.header] : []));

  it('has every fault that the sandbox knows', async () => {
    const asked = await openShop().send('GET', '/v1/couriers', { headers: { 'sandbox-fault': 'none that there is' } });
    const [, list = ''] = /must be one of: (.*); not/.exec(refusalIn(asked).error) ?? [];
    const forms = list.split('; ').map((form) => /^[a-z-]+(=balance|=)?/.exec(form)?.[0] ?? form);
    assert.ok(forms.length >= 8, list);
    assert.deepEqual(
      forms.filter(
        (form) => !headers.some((header) => (form.endsWith('=') ? header.startsWith(form) : header === form)),
      ),
      [],
    );
  });

  it('tells its rows apart', () => {
    assert.equal(new Set(faults.map(({ name }) => name)).size, faults.length);
    assert.equal(new Set(headers).size, headers.length);
  });
});
