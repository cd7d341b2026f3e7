import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLibsqlStore } from '../../src/gateway/index.ts';
import { signCart } from '../../src/server.ts';
import { contacts } from '../support/fixtures.ts';
import { cart, key, openSandboxShop, order, question } from './shop.ts';

const address = '198.51.100.77';

/** A database of its own, because orders of other tests stay unsettled. */
const folder = mkdtempSync(join(tmpdir(), 'ship-gateway-'));
const store = await openLibsqlStore(join(folder, 'gateway.db'));

after(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** All that is in the database's files, its log included, byte by byte. */
const written = (): string =>
  readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('\n');

describe('after orders are settled', () => {
  it('no name, phone, address, token or key is in the files', async () => {
    const faults = ['', 'drop-after', 'error=40002031', 'malformed', ''];
    const shop = openSandboxShop(
      { store, orders: 'order', cancels: true, timeouts: { pause: 0, wait: 0 } },
      { faults: (request) => (/\/v1\/orders$/.test(request.url) ? faults.shift() : undefined) },
    );
    const answers: unknown[] = [];
    const tokens: string[] = [];
    const post = async (path: string, body: object) => {
      const init = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const told = await shop.ask('POST', path, init, address);
      answers.push(told.body);
      return told.body;
    };
    const signed = await signCart({ ...cart, session: 'visit-of-somebody' }, shop.keys);
    tokens.push(signed);
    const { pricing } = await post('/v1/rates/couriers', { ...question, cart: signed });
    tokens.push(...pricing.map(({ offer }: { offer: string }) => offer));

    for (const [n, changes] of [{}, {}, {}, {}, { price_max: 1 }].entries()) {
      const grant = await shop.grant({ reference: `CART-${n}`, ...changes });
      tokens.push(grant);
      const { id, cancel } = await post('/v1/orders', { grant });
      if (n !== 0) continue;
      tokens.push(cancel);
      await post(`/v1/orders/${id}/cancel`, { cancel, cancellation_reason: 'Ratna does not want it' });
    }
    await post('/v1/orders', { grant: `${tokens[0]}x`, name: contacts.destination_contact_name });
    await post('/v1/rates/couriers', { ...question, items: contacts.destination_address });

    expect(written(), 'there is something to be erased').to.include(contacts.destination_contact_name);
    for (let n = 0; n < 3; n++) await shop.gateway.settle();
    const open = await store.ledger.list(shop.account, ['claimed', 'sending', 'unknown', 'cancelling'], 9);
    expect(open).to.deep.equal([]);

    // The offers and the cancel token are answers; nothing else of them is.
    const told = JSON.stringify(answers).replaceAll(/"(offer|cancel)":"[^"]*"/g, '""');
    const personal = [
      ...Object.values(contacts).map(String),
      'Ratna',
      address,
      'visit-of-somebody',
      order.destination_address,
    ];
    const secrets = [key, shop.keys.current.secret, ...tokens, ...tokens.map((token) => token.split('.')[2] ?? '')];
    for (const [where, text] of Object.entries({
      database: written(),
      events: JSON.stringify(shop.events),
      answers: told,
    }))
      for (const word of [...personal, ...secrets])
        expect(text.includes(word), `${word} in the ${where}`).to.equal(false);
  });
});
