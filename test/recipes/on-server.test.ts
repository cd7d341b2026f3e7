/** The recipes for a shop's server, as they stand, over the built package, a gateway and the sandbox. */
import { once } from 'node:events';
import { expect } from 'chai';
import type { Hono } from 'hono';
import { Webhook } from 'standardwebhooks';
import { previousOf, signCart, signTrack, type TokenKeys, verifyCart, verifyTrack } from '../../src/tokens/index.ts';
import { cart, question, used } from '../gateway/shop.ts';
import { item } from '../support/fixtures.ts';
import { carriageOf, openShop, recipe, rowOf } from './server-shop.ts';

describe('the recipes for the server of a shop', () => {
  it('makes shipping free from the amount on', async () => {
    const shop = openShop(await recipe('free-shipping.mjs'));
    expect((await rowOf(shop)).price).to.be.above(5_000);
    expect(carriageOf(await rowOf(shop, { ...cart, subtotal: 500_000 }))).to.equal(0);
  });

  it('offers its own price as an estimate while the service is down', async () => {
    const shop = openShop(await recipe('service-down.mjs'), 'offline');
    expect(await rowOf(shop)).to.include({ courier_code: 'jne', price: 20_000, estimate: true });
  });

  it('charges what the offer says in the district of the form, and refuses another service and another district', async () => {
    const shop = openShop();
    const { acceptedOffer } = await recipe('charge-delivery.mjs');
    // What `<ship-area-search for="…">` sets in the checkout, and what it submits.
    const place = { destination_area_id: 'IDNP9IDNC206IDND1068IDZ40132', destination_postal_code: 40132 };
    const row = await rowOf(shop, cart, place);
    const district = { area: place.destination_area_id, 'area-postal-code': '40132', 'area-name': 'Coblong' };
    const form = { shipping: 'jne/reg', 'shipping-offer': row.offer, ...district };
    const charged = await acceptedOffer(form, cart, shop.keys);
    expect([charged.payNow, charged.payAtDoor]).to.deep.equal([150_000 + carriageOf(row), 0]);
    const refusal = (changes: object) =>
      acceptedOffer({ ...form, ...changes }, cart, shop.keys).catch((problem: Error) => problem);
    expect(await refusal({ shipping: 'jne/oke' })).to.have.property('code', 'other-service');
    expect(await refusal({ area: 'IDNP9IDNC206IDND1068IDZ40135' })).to.have.property('code', 'other-destination');
  });

  it('plays the scenario that a page’s header names, also for a question that was answered before', async () => {
    const { settings, keys } = openShop();
    const { createScenarioGateway } = await recipe('scenario-gateway.mjs');
    const gateway = createScenarioGateway(settings);
    const ask = async (scenario?: string) => {
      const headers = { 'content-type': 'application/json', ...(scenario && { 'sandbox-scenario': scenario }) };
      const body = JSON.stringify({ ...question, cart: await signCart(cart, keys) });
      const asked = new Request('https://shop.test/v1/rates/couriers', { method: 'POST', headers, body });
      return (await gateway.fetch(asked, { address: '203.0.113.7' })).json();
    };
    expect((await ask()).pricing).to.have.length.above(1);
    expect((await ask('empty-lane')).reason).to.equal('no-courier');
    expect((await ask('offline')).reason).to.equal('service-unreachable');
    expect((await ask()).pricing).to.have.length.above(1);
  });

  it('shows the shopper the tracking number of the service', async () => {
    const secret = `whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`;
    const { createTracking } = await recipe('tracking.mjs');
    const tracking: Hono = createTracking({ secret, parcels: new Map() });
    const news = async (type: string, data: object) => {
      const [id, body] = [`msg_${type}`, JSON.stringify({ type, timestamp: '2026-11-23T08:00:00Z', data })];
      const headers = {
        ...{ 'webhook-id': id, 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) },
        'webhook-signature': new Webhook(secret).sign(id, new Date(), body),
      };
      return (await tracking.request('/shipping-news', { method: 'POST', headers, body })).status;
    };
    expect((await tracking.request('/orders/INV-1')).status).to.equal(404);
    expect(await news('order.placed', { reference: 'INV-1', id: 'o1' })).to.equal(204);
    expect(await (await tracking.request('/orders/INV-1')).text()).to.match(/Status: placed[\s\S]*comes as soon/);
    expect(
      await news('order.status', { reference: 'INV-1', id: 'o1', status: 'picked', waybill_id: 'JNE17' }),
    ).to.equal(204);
    expect(await (await tracking.request('/orders/INV-1')).text()).to.match(/Status: picked[\s\S]*JNE17/);
    // Webhooks come late and in any order, and some have no status.
    await news('order.status', { reference: 'INV-1', id: 'o1', status: 'droppingOff' });
    await news('order.status', { reference: 'INV-1', id: 'o1', status: 'picked' });
    await news('order.waybill_id', { reference: 'INV-1', id: 'o1', waybill_id: 'JNE18' });
    expect(await (await tracking.request('/orders/INV-1')).text()).to.match(/Status: dropping_off[\s\S]*JNE18/);
    const forged = await tracking.request('/shipping-news', { method: 'POST', body: '{}' });
    expect(forged.status).to.equal(403);
  });

  it('ships from the nearest warehouse', async () => {
    const shop = openShop();
    const { deliveryFrom } = await recipe('several-warehouses.mjs');
    const starts = await Promise.all(
      [40111, 60299].map(async (destination_postal_code) => {
        const to = { destination_postal_code };
        const { cart: token, shipment } = await deliveryFrom([item], to, 'visit', shop.keys);
        const { status } = await shop.post('/v1/rates/couriers', { ...to, couriers: 'jne', cart: token });
        return [shipment.origin_postal_code, status];
      }),
    );
    expect(starts).to.deep.equal([
      [12440, 200],
      [60231, 200],
    ]);
  });

  it('passes rates to the sheets of three wallets', async () => {
    const { shippingOptions, shippingMethods, shippingOptionParameters } = await recipe('wallet-options.js');
    const row = await rowOf(openShop());
    expect(shippingOptions([row])).to.deep.equal([
      { id: 'jne/reg', label: 'JNE Reguler', amount: { currency: 'IDR', value: String(row.price) }, selected: true },
    ]);
    expect(shippingMethods([row])[0]).to.include({ identifier: 'jne/reg', amount: String(row.price) });
    expect(shippingOptionParameters([row]).defaultSelectedOptionId).to.equal('jne/reg');
  });

  it('keeps the gateways of a platform’s shops for a while, and goes on if one shop fails', async () => {
    const { settings } = openShop();
    const { createShops } = await recipe('many-shops.mjs');
    const [read, failed]: string[][] = [[], []];
    const { key, origins, secrets, upstream, fetch } = settings;
    const shops = createShops({
      store: { ...settings.store, dueAccounts: async () => ['b', 'broken', 'gone', 'a'] },
      most: 2,
      report: (account: string) => failed?.push(account),
      async optionsOf(account: string) {
        read?.push(account);
        if (account === 'broken') throw new Error('The database is locked.');
        return account === 'gone' ? undefined : { key, origins, secrets, upstream, fetch };
      },
    });
    const ask = async (account: string) =>
      (await shops.fetch(account, new Request('https://shop.test/v1/couriers'), {})).status;
    expect(await Promise.all(['a', 'a', 'gone'].map(ask))).to.deep.equal([200, 200, 404]);
    expect(read).to.deep.equal(['a', 'gone']);
    for (const account of ['b', 'a', 'c', 'a', 'b']) expect(await ask(account)).to.equal(200);
    expect(read, 'the one that was asked first is let go').to.deep.equal(['a', 'gone', 'b', 'c', 'b']);
    shops.close('b');
    expect(await ask('b')).to.equal(200);
    expect(read?.length).to.equal(6);
    await shops.settle();
    expect(failed).to.deep.equal(['broken']);
  });

  it('settles a lost answer while 40 other shops have 20 orders each that hang, and sends none of those twice', async () => {
    const { settings } = openShop();
    const { createShops } = await recipe('many-shops.mjs');
    const { key, origins, secrets, upstream, store } = settings;
    const hanging = Array.from({ length: 40 }, (_, n) => `hanging-${n}`);
    const put = (account: string, reference: string) =>
      store.ledger.insert({
        ...{ account, kind: 'order', reference, state: 'unknown', version: 1, fingerprint: 'f', permit: 'p' },
        ...{ body: JSON.stringify({ account, reference }), terms: null, answer: null, order: null, attempts: 1 },
        ...{ lease: 0, created: Date.now(), changed: Date.now() },
      });
    await Promise.all(hanging.flatMap((account) => Array.from({ length: 20 }, (_, n) => put(account, `INV-${n}`))));
    await put('lucky', 'LOST');
    const sent: unknown[] = [];
    const fetch = (_input: unknown, { body }: RequestInit) => {
      sent.push(body);
      return String(body).includes('LOST') ? Promise.resolve(used('LOST')) : new Promise(() => {});
    };
    const shops = createShops({
      store: { ...store, dueAccounts: async () => [...hanging, 'lucky'] },
      turn: 1,
      report: () => {},
      optionsOf: async () => ({ key, origins, secrets, upstream, orders: 'order', fetch }),
    });
    await shops.settle();
    await shops.settle();
    const lucky = { account: 'lucky', kind: 'order', reference: 'LOST' } as const;
    while ((await store.ledger.find(lucky))?.state !== 'placed') await new Promise((later) => setImmediate(later));
    expect(new Set(sent).size).to.equal(sent.length);
    expect(sent.length).to.be.above(40);
  });

  it('gives all shops new secrets while they sell, also after it was interrupted anywhere', async () => {
    const { rotateSecrets } = await recipe('rotate-secrets.mjs');
    type Secrets = Pick<TokenKeys, 'current' | 'previous'>;
    const old = (n: number): Secrets => ({
      current: { kid: '2026-11', secret: `old-secret-of-a-shop-${n}-${'x'.repeat(20)}` },
    });
    const refused: string[] = [];
    const table = new Map(['a', 'b'].map((account, n) => [account, old(n)]));
    const shops = async () => [...table].map(([account, secrets]) => ({ account, secrets }));
    for (let most = 0; most < 5; most++) {
      let saved = 0;
      const save = async (account: string, secrets: Secrets) => {
        if (saved++ === most) throw new Error('killed');
        const before = table.get(account) ?? secrets;
        table.set(account, secrets);
        // Processes that have read the change, and processes that have not, read each other's tokens.
        for (const [signer, reader] of [
          [before, secrets],
          [secrets, before],
        ] as const) {
          const token = await signCart(cart, { account, ...signer });
          await verifyCart(token, { account, ...reader }).catch(({ message }) => refused.push(message));
        }
      };
      await rotateSecrets({ shops, save, kid: '2026-12', seconds: 0 }).catch(() => {});
    }
    expect(refused).to.deep.equal([]);
    for (const { current, previous } of table.values())
      expect([current, ...previousOf({ previous })].map(({ kid }) => kid)).to.deep.equal(['2026-12', '2026-11']);
    const again = { shops, save: () => expect.fail('nothing is left to do'), kid: '2026-12', seconds: 0 };
    expect(await rotateSecrets(again)).to.equal(0);

    const save = async (account: string, secrets: Secrets) => void table.set(account, secrets);
    const link = await signTrack({ reference: 'INV-1' }, { account: 'a', ...old(0) });
    expect(await rotateSecrets({ shops, save, kid: '2027-01', seconds: 0 })).to.equal(2);
    const keys = () => ({ account: 'a', ...(table.get('a') as Secrets) });
    expect(await verifyTrack(link, keys()), 'a link of two rotations before').to.deep.equal({ reference: 'INV-1' });
    expect(await rotateSecrets({ shops, save, kid: '2027-01-leak', leaked: true })).to.equal(2);
    expect(await verifyTrack(link, keys()).catch(({ mismatch }) => mismatch)).to.equal('kid');
  });

  it('finishes the orders of a platform’s shops while a receiver of news is slow', async () => {
    const secret = `whsec_${Buffer.from('thirty-two-bytes-that-nobody-guesses').toString('base64')}`;
    const { settings, place, account } = openShop({ notify: { url: 'https://server.shop.test/news', secret } });
    const { createShops } = await recipe('many-shops.mjs');
    await place();
    const receiver = new EventTarget();
    const asked = once(receiver, 'asked');
    const { key, origins, secrets, upstream, notify } = settings;
    const fetch = async () => {
      receiver.dispatchEvent(new Event('asked'));
      await once(receiver, 'answer');
      return new Response();
    };
    const dueAccounts = async () => [account];
    const shops = createShops({
      store: { ...settings.store, dueAccounts },
      report: expect.fail,
      optionsOf: async () => ({ key, origins, secrets, upstream, notify, fetch }),
    });
    const waiting = () => settings.store.news.due(account, Number.MAX_SAFE_INTEGER, 9);
    await shops.settle();
    expect(await waiting()).to.have.lengthOf(1);
    const delivering = shops.deliverNews();
    await asked;
    await shops.settle();
    receiver.dispatchEvent(new Event('answer'));
    await delivering;
    expect(await waiting()).to.have.lengthOf(0);
  });
});
