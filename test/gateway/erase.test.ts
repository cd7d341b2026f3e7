import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import Libsql from 'libsql';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { EraseError } from '../../src/gateway/index.ts';
import type { GatewaySettings } from '../../src/gateway/options.ts';
import { kept } from '../../src/gateway/store/kept.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { migrations } from '../../src/gateway/store/migrations.ts';
import { docsPage } from '../support/docs.ts';
import { cancelled, lost, made, openGrantingShop, openShop, refused, serving, shopFile } from './shop.ts';

const day = 24 * 3_600_000;

describe('gateway.erase', () => {
  it('says why an order is not erased: it is open, or nobody knows it', async () => {
    let answer = (_response: Response) => {};
    const shop = openGrantingShop([lost, () => new Promise<Response>((resolve) => (answer = resolve))], {
      timeouts: { wait: 0, pause: 60_000 },
    });
    const said = async (reference: string) => {
      const problem = await shop.gateway.erase(reference).catch((thrown) => thrown);
      expect(problem).to.be.instanceOf(EraseError);
      return problem.message;
    };
    await shop.place({ reference: 'UNKNOWN' });
    expect(await said('UNKNOWN')).to.match(/^UNKNOWN is waiting for its answer: erase it when /);
    const placing = shop.place({ reference: 'SENDING' });
    while (shop.writes().length < 2) await new Promise((later) => setImmediate(later));
    expect(await said('SENDING')).to.match(/^SENDING is being sent: erase it when /);
    answer(made('o-sent', 'delivered'));
    expect((await placing).status, 'nothing is lost').to.equal(200);
    expect(await said('INV-404')).to.match(/^There is no order INV-404 /);
    const exported = await shop.gateway.export('INV-404').catch((thrown) => thrown);
    expect(exported).to.include({ name: 'EraseError', reason: 'order-not-found' });
    expect((await shop.gateway.erase('SENDING')).remains.join(' ')).to.match(/digest.*shipping service.*Backups/);
  });

  it('erases nothing of an order that another process changes at that moment, and says so', async () => {
    const shop = openGrantingShop([() => made('o1', 'delivered'), () => cancelled('o1')]);
    await shop.place();
    const { records } = shop.settings.store;
    const raced = openGrantingShop([], {
      account: shop.account,
      secrets: { current: shop.keys.current },
      store: {
        ...shop.settings.store,
        records: {
          ...records,
          async erase(...given) {
            const [entry] = await shop.entries();
            if (entry)
              await shop.settings.store.ledger.replace({ ...entry, state: 'cancelling', version: 99 }, entry.version);
            return records.erase(...given);
          },
        },
      },
    });
    const problem = await raced.gateway.erase('CART-1').catch(({ message }) => message);
    expect(problem).to.match(/^CART-1 has changed just now, and not all of it was erased\./);
    expect((await shop.entries())[0]).to.include({ state: 'cancelling', order: 'o1', reference: 'CART-1' });
  });

  it('says so if another program keeps the erased data in the log of the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ship-erase-'));
    const file = join(folder, 'gateway.db');
    const store = await openLibsqlStore(file);
    const shop = openGrantingShop([() => made('o-in-the-log', 'delivered')], { store });
    await shop.place();
    const isInLog = () => readFileSync(`${file}-wal`, 'latin1').includes('o-in-the-log');
    const reader = new Libsql(file);
    reader.exec('BEGIN');
    reader.prepare('SELECT * FROM ship_ledger').all();
    expect((await shop.gateway.erase('CART-1')).remains.join()).to.match(/Another program reads the database file/);
    expect(isInLog()).to.equal(true);
    reader.exec('COMMIT');
    reader.close();
    expect((await shop.gateway.erase('CART-1')).remains.join()).to.not.match(/Another program/);
    expect(isInLog()).to.equal(false);
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('is done anyway if the server for news is gone, and says what it never hears', async () => {
    const shop = openGrantingShop([() => made('o1', 'delivered')], { notify });
    await shop.place();
    const refusal = await shop.gateway.erase('CART-1').catch(({ message }) => message);
    expect(refusal).to.match(/gone for good, erase it with --anyway, .* it will never hear of order\.placed\.$/);
    const { remains, again } = await shop.gateway.erase('CART-1', { anyway: true });
    expect([remains[0], again]).to.deep.equal(['Your server never hears of: order.placed.', false]);
    expect(await shop.entries('erased')).to.have.lengthOf(1);
    expect(await shop.settings.store.news.due(shop.account, Number.MAX_SAFE_INTEGER, 9)).to.deep.equal([]);
  });

  it('is done by settle() after retention, and never to an open order', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    const shop = openGrantingShop([() => made('o1'), () => refused(40002031), lost], {
      retention: 90,
      timeouts: { wait: 0, sends: 1 },
      now: () => now,
    });
    for (const reference of ['PLACED', 'REFUSED', 'IN-DOUBT']) await shop.place({ reference });
    const states = async () => (await shop.entries()).map(({ state }) => state).sort();
    now = new Date(now.getTime() + 90 * day - 1);
    await shop.gateway.settle();
    expect(await states()).to.deep.equal(['needs-attention', 'placed', 'refused']);
    now = new Date(now.getTime() + 1);
    await shop.gateway.settle();
    expect(await states()).to.deep.equal(['erased', 'erased', 'needs-attention']);
  });
});

const webhooks = { secret: 'what-the-dashboard-has' };
const notify = {
  url: 'https://server.shop.test/shipping-news',
  secret: `whsec_${Buffer.from('thirty-two-bytes-that-nobody-guesses').toString('base64')}`,
};

/** A shop with an order on its way, and the news that its server has received. */
async function openUnderWay(options: Partial<GatewaySettings> = {}) {
  let time = Date.parse('2026-11-22T03:00:00Z');
  const heard: { type: string; data: object }[] = [];
  let isDeaf = false;
  const courier = { company: 'jne', type: 'reg', waybill_id: 'JNE-0099', tracking_id: 'T-77' };
  const placed = () =>
    Response.json({ success: true, object: 'order', id: 'o1', status: 'confirmed', price: 15_000, courier });
  const service = serving(placed, () => cancelled('o1'));
  const shop = openShop(
    async (request) => {
      if (request.url !== notify.url) return service(request);
      if (isDeaf) return new Response(null, { status: 503 });
      heard.push((await request.json()) as (typeof heard)[number]);
      return new Response();
    },
    { orders: 'order', cancels: true, webhooks, notify, now: () => new Date(time), ...options },
  );
  const { body } = await shop.place();
  await shop.gateway.deliverNews();
  return {
    ...shop,
    body,
    heard,
    tell: (status: string, more: object = {}) =>
      shop.ask('POST', '/v1/webhooks', {
        body: JSON.stringify({
          ...{ event: 'order.status', order_id: 'o1', status, courier_waybill_id: 'JNE-0100' },
          ...{ courier_link: 'https://courier.test/JNE-0100', price: 17_000, ...more },
        }),
        headers: { authorization: webhooks.secret },
      }),
    pass: (days: number) => {
      time += days * day;
    },
    refuseNews: () => {
      isDeaf = true;
    },
    now: () => time,
    /** All that is kept of the shop, as text. */
    kept: async () => {
      const { records, news } = shop.settings.store;
      const early = await news.matched(shop.account, 99);
      return JSON.stringify([await records.find(shop.account, 'CART-1'), early]);
    },
  };
}

describe('the retention of an order', () => {
  it('waits for a week until the shop’s server has heard how it ended', async () => {
    for (const isHeard of [true, false]) {
      const shop = await openUnderWay({ retention: 90 });
      shop.pass(90);
      await shop.gateway.cancel({ id: 'o1', reference: 'CART-1' });
      await shop.gateway.settle();
      expect(await shop.entries('cancelled')).to.have.lengthOf(1);
      if (isHeard) await shop.gateway.deliverNews();
      else shop.pass(7);
      await shop.gateway.settle();
      if (!isHeard) {
        expect(await shop.entries('cancelled'), 'the gateway was off, and tried nothing').to.have.lengthOf(1);
        shop.refuseNews();
        for (let tries = 0; tries < 10; tries++) {
          await shop.gateway.deliverNews();
          shop.pass(1 / 24);
        }
        await shop.gateway.settle();
      }
      expect(await shop.entries('erased'), `${isHeard}`).to.have.lengthOf(1);
      expect(shop.heard.at(-1)?.type).to.equal(isHeard ? 'order.cancelled' : 'order.placed');
    }
  });
});

describe('the erasure of an order whose delivery is open', () => {
  it('leaves what its label and its cancellation need, says until when, and takes no order any more', async () => {
    const shop = await openUnderWay();
    await shop.tell('picked');
    await shop.gateway.deliverNews();
    const { until, again, remains } = await shop.gateway.erase('CART-1');
    expect([until, again]).to.deep.equal([shop.now() + 30 * day, false]);
    expect(remains[0]).to.match(/^Its delivery is open: .* at the latest on 2026-12-22\.$/);
    expect(await shop.gateway.find('CART-1')).to.deep.include({
      ...{ id: 'o1', state: 'placed', status: 'picked', waybill: 'JNE-0100' },
      ...{ link: undefined, price: undefined, charged: undefined, chargedNow: undefined },
    });
    const [exported] = (await shop.gateway.export('CART-1')).orders;
    expect(exported).to.deep.include({ terms: null, fingerprint: '', until: '2026-12-22T03:00:00.000Z' });
    expect(await shop.kept()).to.not.match(/courier\.test|15000|17000|T-77/);
    expect((await shop.gateway.erase('CART-1')).again).to.equal(true);
    expect((await shop.place()).body.reason).to.equal('order-erased');
    const draft = await shop.grant({ kind: 'draft_order' });
    expect((await shop.post('/v1/draft_orders', { grant: draft })).body.reason).to.equal('order-erased');
    const { track } = shop.body;
    const link = await shop.ask('GET', '/v1/tracking', { headers: { authorization: `Bearer ${track}` } });
    expect(link.body.reason).to.equal('track-invalid');
  });

  it('brings back nothing but the state by later webhooks, and ends with the delivery', async () => {
    const shop = await openUnderWay();
    await shop.gateway.erase('CART-1');
    const left = shop.heard.length;
    await shop.tell('in_transit');
    for (const event of ['order.price', 'order.waybill_id']) await shop.tell('in_transit', { event });
    await shop.gateway.deliverNews();
    expect(shop.heard.slice(left).map(({ data }) => data)).to.deep.equal([
      { reference: 'CART-1', id: 'o1', status: 'in_transit' },
    ]);
    expect((await shop.gateway.find('CART-1'))?.status).to.equal('in_transit');
    expect(await shop.kept()).to.not.match(/courier\.test|JNE-0100|17000/);

    await shop.tell('delivered');
    await shop.gateway.settle();
    expect((await shop.entries())[0], 'the shop has to hear of the end').to.include({ state: 'placed' });
    expect(await shop.settings.store.dueAccounts(shop.now())).to.include(shop.account);
    await shop.gateway.deliverNews();
    await shop.gateway.settle();
    expect((await shop.entries())[0]).to.include({ state: 'erased' });
    expect((await shop.tell('delivered')).status).to.equal(200);
    await shop.gateway.settle();
    expect(await shop.kept()).to.not.match(/"o1"|JNE/);
    expect((await shop.gateway.export('CART-1')).orders[0]?.webhooks).to.deep.equal([]);
    expect((await shop.gateway.erase('CART-1')).again).to.equal(true);
    expect(await shop.settings.store.dueAccounts(shop.now())).to.not.include(shop.account);
  });

  it('lets it be cancelled, and ends then, without its numbers in the news', async () => {
    const shop = await openUnderWay();
    await shop.gateway.erase('CART-1');
    const { cancel } = shop.body;
    expect((await shop.post('/v1/orders/o1/cancel', { cancel })).body.status).to.equal('cancelled');
    await shop.gateway.deliverNews();
    expect(shop.heard.at(-1)).to.deep.include({ type: 'order.cancelled', data: { reference: 'CART-1', id: 'o1' } });
    await shop.gateway.settle();
    expect((await shop.entries())[0]).to.include({ state: 'erased' });
  });

  it('ends after thirty days, if nobody has heard of the end', async () => {
    const shop = await openUnderWay({ notify: undefined as never, webhooks: undefined as never });
    await shop.gateway.erase('CART-1');
    shop.pass(30 - 1 / day);
    await shop.gateway.settle();
    expect(await shop.entries('placed')).to.have.lengthOf(1);
    shop.pass(1 / day);
    await shop.gateway.settle();
    expect(await shop.entries('erased')).to.have.lengthOf(1);
  });

  it('erases nothing if a draft of its reference is claimed at that moment', async () => {
    const shop = await openUnderWay();
    const { records, ledger } = shop.settings.store;
    const [placed] = await shop.entries();
    const raced = createGateway({
      ...shop.settings,
      store: {
        ...shop.settings.store,
        records: {
          ...records,
          async reduce(...given) {
            if (placed)
              await ledger.insert({ ...placed, kind: 'draft_order', state: 'sending', order: null, answer: null });
            return records.reduce(...given);
          },
        },
      },
    });
    expect(await raced.erase('CART-1').catch(({ message }) => message)).to.match(/^CART-1 has changed just now/);
    expect((await shop.entries('placed'))[0]?.eraseDue).to.equal(undefined);
  });

  it('ends at the date that was said, if the server for news is gone, and at once if that was known', async () => {
    for (const anyway of [false, true]) {
      const shop = await openUnderWay();
      const { until = 0 } = await shop.gateway.erase('CART-1', { anyway });
      await shop.tell('delivered');
      await shop.gateway.settle();
      expect(await shop.entries('erased'), `${anyway}`).to.have.lengthOf(anyway ? 1 : 0);
      if (anyway) continue;
      const [exported] = (await shop.gateway.export('CART-1')).orders;
      expect(exported?.until).to.equal(new Date(until).toISOString());
      shop.pass(30 - 1 / day);
      await shop.gateway.settle();
      expect(await shop.entries('erased')).to.have.lengthOf(0);
      shop.pass(1 / day);
      await shop.gateway.settle();
      expect(await shop.entries('erased')).to.have.lengthOf(1);
    }
  });

  it('is erased at once where no delivery is open: a draft, a refusal, a parcel that has arrived', async () => {
    const shop = await openUnderWay();
    await shop.tell('delivered');
    await shop.gateway.deliverNews();
    expect((await shop.gateway.erase('CART-1')).until).to.equal(undefined);
    expect(await shop.entries('erased')).to.have.lengthOf(1);
  });

  it('keeps no webhook of an order that is erased while the webhook is read', async () => {
    const shop = await openUnderWay();
    const { store } = shop.settings;
    await shop.tell('delivered');
    await shop.gateway.deliverNews();
    const raced = createGateway({
      ...shop.settings,
      store: {
        ...store,
        news: {
          ...store.news,
          async keyOf() {
            await shop.gateway.erase('CART-1');
            return undefined;
          },
        },
      },
    });
    const message = new Request('https://gateway.test/v1/webhooks', {
      method: 'POST',
      body: JSON.stringify({ event: 'order.status', order_id: 'o1', status: 'picked', courier_waybill_id: 'JNE-0100' }),
      headers: { authorization: webhooks.secret },
    });
    expect((await raced.fetch(message)).status).to.equal(200);
    expect(await shop.entries('erased')).to.have.lengthOf(1);
    const file = new Libsql(shopFile);
    const early = file.prepare('SELECT * FROM ship_webhooks WHERE account = ?').all([shop.account]);
    file.close();
    expect(early).to.deep.equal([]);
  });
});

describe('the table of what is kept', () => {
  it('has each column of each table once, and the docs have its rows in both languages', () => {
    const created = migrations.flat().flatMap((statement) => {
      const [, table, columns = ''] = /CREATE TABLE (?:IF NOT EXISTS )?(\w+) \((.*)\)$/s.exec(statement) ?? [];
      const [, altered, added] = /ALTER TABLE (\w+) ADD COLUMN (\w+)/.exec(statement) ?? [];
      const named = [...columns.matchAll(/(\w+) (?:TEXT|BIGINT)/g)].map(([, column]) => `${table}.${column}`);
      return altered ? [`${altered}.${added}`] : named;
    });
    const listed = kept.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
    expect(listed.filter((name) => name !== 'ship_schema.version')).to.have.members(created);
    for (const page of [docsPage('personal-data'), docsPage('id/personal-data')])
      for (const { columns } of kept) expect(page).to.include(columns.map((column) => `\`${column}\``).join(' '));
  });
});
