import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { signCart } from '../../src/server.ts';
import { contacts } from '../support/fixtures.ts';
import { cart, key, openSandboxShop, order, question } from './shop.ts';

describe('personal data, tokens and keys', () => {
  // A database of its own, because orders of other tests stay unsettled.
  const folder = mkdtempSync(join(tmpdir(), 'ship-gateway-'));
  /** All that is in the database's files, its log included, byte by byte. */
  const written = () =>
    readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'latin1'))
      .join('\n');

  it('are neither in the database after orders are settled, nor in events or answers', async () => {
    const store = await openLibsqlStore(join(folder, 'gateway.db'));
    const faults = ['', 'drop-after', 'error=40002031', 'malformed', ''];
    const shop = openSandboxShop(
      { store, orders: 'order', cancels: true, timeouts: { pause: 0, wait: 0 } },
      { faults: (request) => (/\/v1\/orders$/.test(request.url) ? faults.shift() : undefined) },
    );
    const address = '198.51.100.77';
    const answers: object[] = [];
    const post = async (path: string, body: object) => {
      const answer = await shop.post(path, body, address);
      answers.push(answer.body);
      return answer.body;
    };
    const tokens = [await signCart({ ...cart, session: 'visit-of-somebody' }, shop.keys)];
    await post('/v1/rates/couriers', { ...question, cart: tokens[0] });
    for (const [n, changes] of [{}, {}, {}, {}, { price_max: 1 }].entries()) {
      const grant = await shop.grant({ reference: `CART-${n}`, ...changes });
      tokens.push(grant);
      const { id, cancel } = await post('/v1/orders', { grant });
      if (n === 0) await post(`/v1/orders/${id}/cancel`, { cancel, cancellation_reason: 'Ratna does not want it' });
    }
    await post('/v1/orders', { grant: `${tokens[0]}x`, name: contacts.destination_contact_name });
    await post('/v1/rates/couriers', { ...question, items: contacts.destination_address });

    expect(written(), 'there is something to be erased').to.include(contacts.destination_contact_name);
    for (let n = 0; n < 3; n++) await shop.gateway.settle();
    // As `settle()` does five seconds later.
    await store.prune(Date.now());
    expect(await shop.entries('claimed', 'sending', 'unknown', 'cancelling')).to.deep.equal([]);

    // Offers and cancel tokens belong into answers, and nowhere else.
    const issued = /"(?:offer|cancel)":"([^"]*)"/g;
    const told = JSON.stringify(answers);
    tokens.push(...[...told.matchAll(issued)].map(([, token = '']) => token));
    const places = { database: written(), events: JSON.stringify(shop.events), answers: told.replaceAll(issued, '""') };
    const personal = [
      ...Object.values(contacts).map(String),
      'Ratna',
      address,
      'visit-of-somebody',
      order.destination_address,
    ];
    const secrets = [key, shop.keys.current.secret, ...tokens, ...tokens.map((token) => token.split('.')[2] ?? '')];
    for (const [place, text] of Object.entries(places))
      for (const word of [...personal, ...secrets])
        expect(text.includes(word), `${word} in the ${place}`).to.equal(false);
    await store.close();
    rmSync(folder, { recursive: true });
  });
});
