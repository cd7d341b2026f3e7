import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import Libsql from 'libsql';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { createPurchases } from '../../src/purchases/index.ts';
import type { TokenKeys } from '../../src/server.ts';
import { verifyCancel, verifyCart, verifyGrant, verifyTrack } from '../../src/tokens/index.ts';
import { destination, openSandboxShop } from '../gateway/shop.ts';
import { contacts } from '../support/fixtures.ts';

const fixture = (name: string) => readFileSync(new URL(`before/${name}`, import.meta.url), 'utf8');

/** Written by the program of 28 November 2026, before purchases were a part of it: a placed order, and one whose answer was lost. */
describe('what was stored and signed before there were purchases', () => {
  const tokens = JSON.parse(fixture('tokens.json'));
  const now = () => new Date('2026-11-26T09:05:00+07:00');
  const keys: TokenKeys = {
    account: 'shop',
    current: { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' },
  };

  it('is read unchanged: orders, tokens, and a purchase from an offer of then', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ship-before-'));
    const file = join(folder, 'gateway.db');
    const database = new Libsql(file);
    database.exec(fixture('gateway.sql'));
    database.close();
    const store = await openLibsqlStore(file);
    const shop = openSandboxShop(
      {
        store,
        account: 'shop',
        secrets: { current: keys.current },
        orders: 'order',
        now,
        timeouts: { pause: 0, wait: 0 },
      },
      { now },
    );
    expect(await shop.gateway.find('INV-1')).to.include({ state: 'placed', price: 11_000 });
    expect(await shop.gateway.find('INV-2')).to.include({ state: 'unknown' });
    // The same grant is the same order: it is sent once more.
    const { id } = await shop.gateway.order(tokens.grant);
    expect(await shop.gateway.find('INV-2')).to.include({ state: 'placed', id });

    const read = await Promise.all([
      verifyCart(tokens.cart, keys, now()),
      verifyGrant(tokens.grant, keys, now()),
      verifyTrack(tokens.track, keys, now()),
      verifyCancel(tokens.cancel, keys, now()),
    ]);
    expect(read.map((claims) => ('reference' in claims ? claims.reference : undefined))).to.deep.equal([
      ...[undefined, 'INV-2', 'INV-1', 'INV-1'],
    ]);

    const purchases = createPurchases({ gateway: shop.gateway, keys, store, now });
    const { reference } = await purchases.begin('visit-1');
    const choice = {
      service: tokens.service,
      offer: tokens.offer,
      insurance: false,
      cashOnDelivery: false,
      destination,
    };
    const cart = read[0];
    const { pay } = await purchases.accept({ visit: 'visit-1', reference }, { cart, contacts, choice });
    await purchases.paid(pay?.id ?? '', { id: 'one', rupiah: pay?.rupiah ?? 0 });
    expect(await purchases.ship(reference)).to.include({ state: 'shipped', giveBack: 0 });

    // The first version of purchases has stored no references of earlier choices.
    const row = await store.purchases.find('shop', reference);
    const { retired, ...story } = JSON.parse(row?.story ?? '');
    expect(retired).to.deep.equal([]);
    if (row)
      await store.purchases.replace({ ...row, version: row.version + 1, story: JSON.stringify(story) }, row.version);
    expect(await purchases.cancel(reference)).to.include({ state: 'cancelled', giveBack: pay?.rupiah });
    await store.close();
    rmSync(folder, { recursive: true });
  });
});
