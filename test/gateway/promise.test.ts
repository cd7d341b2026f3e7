import { expect } from 'chai';
import { contextOf } from '../../src/gateway/create-gateway.ts';
import { handlers } from '../../src/gateway/http/operations.ts';
import type { GatewaySettings } from '../../src/gateway/options.ts';
import { signCart } from '../../src/server.ts';
import { rate } from '../support/fixtures.ts';
import { cart, openSandboxShop, openShop, refused, store } from './shop.ts';

const origin = { origin_postal_code: 12440 };
const coblong = 'IDNP9IDNC206IDND1072IDZ40132';
const asked = { destination_area_id: coblong, weight: 250 };
const reg = rate();
const oke = rate({ courier_service_code: 'oke', courier_service_name: 'OKE', price: 9_000, shipping_fee: 9_000 });
const couriers = () => Response.json({ success: true, couriers: [reg, { ...oke, courier_code: 'pos' }] });
const prices = () => Response.json({ success: true, pricing: [reg, oke] });

type Serve = (request: Request) => Response | Promise<Response>;

/** A shop that promises, and its paid questions. */
function openPromises(options: Partial<GatewaySettings> = {}, answer: Serve = prices) {
  const serve: Serve = (request) => (request.url.includes('/rates/') ? answer(request) : couriers());
  const shop = openShop(serve, { promises: { origin, couriers: 'jne' }, ...options });
  return {
    ...shop,
    promise: (body: object = {}, address?: string) => shop.post('/v1/promise', { ...asked, ...body }, address),
    paid: () => shop.seen.filter(({ path }) => path.includes('/rates/')).map(({ body }) => body),
  };
}

/** Keeps everything in this process, so that ten thousand visits take a second. */
function memoryStore(now = () => 0) {
  const [kept, counts] = [new Map<string, { value: string; until: number }>(), new Map<string, number>()];
  const isKept = (until = 0) => now() < until;
  return {
    ...store,
    cache: {
      get: async (name: string) => (isKept(kept.get(name)?.until) ? kept.get(name)?.value : undefined),
      set: async (name: string, value: string, seconds: number) =>
        void kept.set(name, { value, until: now() + seconds * 1000 }),
    },
    counts: {
      async add(name: string, _span: number, _now: number, by = 1) {
        const sum = (counts.get(name) ?? 0) + by;
        counts.set(name, sum);
        return sum;
      },
    },
  };
}

describe('the promise of the gateway', () => {
  it('answers the least price for a district with its arrival, and nothing that could be ordered with', async () => {
    const calendar = { zone: 'WIB', days: { mon: '15:00', tue: '15:00' } } as const;
    const { promise, paid } = openPromises({ calendar, now: () => new Date('2026-11-23T05:00:00Z') });
    const { status, body } = await promise();
    expect([status, body.rate.price, body.rate.courier_service_name]).to.deep.equal([200, 9_000, 'OKE']);
    expect(body.rate.arrivals[0].cut_off).to.equal('2026-11-23T15:00+07:00');
    expect(JSON.stringify(body)).to.not.match(/offer|shipping_fee/);
    expect(paid()).to.deep.equal([
      {
        ...origin,
        destination_area_id: coblong,
        couriers: 'jne',
        items: [{ name: 'Goods', value: 1, quantity: 1, weight: 1_000 }],
      },
    ]);
  });

  it('asks for all couriers that the shop shows, if its option names none', async () => {
    const rates = [{ type: 'hidden', courier: 'jne' }] as const;
    const { promise, paid } = openPromises({ promises: { origin }, rates });
    await promise();
    expect(paid()[0]?.couriers).to.equal('pos');
  });

  it('asks once for all goods of a class, whatever they weigh in it', async () => {
    const { promise, paid } = openPromises();
    const classes: object[] = [
      { weight: 1 },
      { weight: 1_000 },
      { weight: 1_000, volume: 6_000 },
      { weight: '900', name: 'Batik', destination_postal_code: 40132 },
      { weight: 1_001 },
      { weight: 900, volume: 20_000 },
    ];
    for (const body of classes) await promise(body);
    const questions = paid().map(({ items }) => (items as object[])[0]);
    const goods = { name: 'Goods', value: 1, quantity: 1 };
    expect(questions).to.deep.equal([
      { ...goods, weight: 1_000 },
      { ...goods, weight: 2_000 },
      { ...goods, weight: 1_000, length: 28, width: 28, height: 28 },
    ]);
  });

  it('takes goods, origin and subtotal from a signed cart', async () => {
    const { promise, paid, keys } = openPromises({ rates: [{ type: 'free', subtotalFrom: 200_000, courier: 'jne' }] });
    const origins = { origin_postal_code: 55281 };
    const signed = await signCart({ ...cart, origin: origins }, keys);
    const { body } = await promise({ cart: signed, weight: 90_000, subtotal: 900_000 });
    expect(body.free_delivery).to.deep.equal({ from: 200_000, missing: 50_000 });
    expect(paid()[0]).to.include(origins);
    expect((await promise({ cart: 'forged' })).body.reason).to.equal('token-invalid');
  });

  it('says what is missing for free delivery, by the rules that apply to this place and these couriers', async () => {
    const rates = [
      { type: 'free', subtotalFrom: 500_000, postalCodes: [40_000, 40_999], service: 'oke' },
      { type: 'free', subtotalFrom: 100_000, postalCodes: [10_000, 19_999] },
      { type: 'free', subtotalFrom: 200_000, courier: 'anteraja' },
    ] as const;
    const { promise, paid } = openPromises({ rates });
    const at = async (subtotal?: unknown) => (await promise({ subtotal })).body;
    expect((await at()).free_delivery).to.equal(undefined);
    expect((await at(345_000)).free_delivery, 'with the one service that becomes free').to.deep.equal({
      from: 500_000,
      missing: 155_000,
      courier_name: 'JNE',
      courier_service_name: 'OKE',
    });
    const { rate, free_delivery } = await at('555000');
    expect([rate.price, rate.courier_service_code, free_delivery.missing]).to.deep.equal([0, 'oke', 0]);
    expect(paid()).to.have.lengthOf(1);
    const capped = openPromises({ rates: [{ type: 'free', subtotalFrom: 500_000, subtotalTo: 2_000_000 }] });
    expect((await capped.promise({ subtotal: 2_000_001 })).body.free_delivery).to.equal(undefined);
  });

  it('answers that no courier delivers there, and keeps that, too', async () => {
    const { promise, paid } = openPromises({}, () => refused(40001010));
    for (let n = 0; n < 3; n++) expect((await promise()).body).to.deep.equal({ success: true, rate: null });
    expect(paid()).to.have.lengthOf(1);
  });

  it('keeps an answer for the hours that the shop sets, and no longer', async () => {
    let now = new Date('2026-11-22T05:00:00Z');
    const { promise, paid } = openPromises({
      promises: { origin, couriers: 'jne', hours: 2 },
      now: () => now,
      store: memoryStore(),
    });
    const after = async (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000);
      await promise();
      return paid().length;
    };
    expect([await after(0), await after(119), await after(1)]).to.deep.equal([1, 1, 2]);
  });

  const pos = rate({ courier_code: 'pos', price: 133_100 });
  const doubtful: [what: string, couriers: string, pricing: object[], price: number | undefined][] = [
    ['without rows', 'jne', [], undefined],
    ['with a row that cannot be read', 'jne', [reg, { ...oke, price: 'soon' }], reg.price],
    ['with a code that no order could have', 'jne', [reg, { ...oke, courier_service_code: 'o/k' }], reg.price],
    ['of one courier, the dearest, where two were asked', 'jne,pos', [pos], 133_100],
    ['whose price is no price of a parcel', 'jne', [reg, { ...oke, price: 1, shipping_fee: 1 }], 1],
  ];
  for (const [what, couriers, pricing, price] of doubtful)
    it(`asks again after five minutes if the answer was one ${what}`, async () => {
      let now = new Date('2026-11-22T05:00:00Z');
      const answers = [pricing];
      const { promise, paid } = openPromises({ promises: { origin, couriers }, now: () => now }, () =>
        Response.json({ success: true, pricing: answers.shift() ?? [reg, oke, pos] }),
      );
      const after = async (seconds: number) => {
        now = new Date(now.getTime() + seconds * 1_000);
        const { body } = await promise();
        return [body.rate?.price, paid().length];
      };
      expect(await after(0)).to.deep.equal([price, 1]);
      expect(await after(299)).to.deep.equal([price, 1]);
      expect(await after(1)).to.deep.equal([9_000, 2]);
      expect(await after(11 * 3_600), 'a whole answer is kept').to.deep.equal([9_000, 2]);
    });

  it('keeps an answer without some of the asked couriers for as long as the same ones have answered', async () => {
    let now = new Date('2026-11-22T05:00:00Z');
    let pricing = [pos, reg];
    const { promise, paid } = openPromises(
      {
        promises: { origin, couriers: 'jne,pos,gojek,grab,rara', hours: 1 },
        now: () => now,
        store: memoryStore(() => now.getTime()),
      },
      () => Response.json({ success: true, pricing }),
    );
    /** When each further question was paid, in minutes from the first. */
    const asked = async (minutes: number) => {
      const begun = now.getTime();
      const moments = [];
      for (let minute = 0; minute <= minutes; minute++) {
        const before = paid().length;
        now = new Date(begun + minute * 60_000);
        await promise();
        if (paid().length > before) moments.push(minute);
      }
      return moments;
    };
    expect(await asked(199)).to.deep.equal([0, 5, 10, 20, 40, 80, 140]);
    pricing = [pos];
    expect(await asked(11), 'one less').to.deep.equal([1, 6, 11]);
    pricing = [pos, reg];
    expect(await asked(10), 'it is back').to.deep.equal([10]);
    expect(await asked(5)).to.deep.equal([5]);
  });

  it('asks again soon where no courier was found, and then less and less', async () => {
    let now = new Date('2026-11-22T05:00:00Z');
    const answers = [refused(40001010), refused(40001010)];
    const { promise } = openPromises({ now: () => now }, () => answers.shift() ?? prices());
    const after = async (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000);
      return (await promise()).body.rate?.price;
    };
    expect([await after(0), await after(5), await after(4), await after(1)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
      9_000,
    ]);
  });

  it('keeps a free delivery of the service itself as any other price', async () => {
    let now = new Date('2026-11-22T05:00:00Z');
    const { promise, paid } = openPromises({ now: () => now }, () =>
      Response.json({ success: true, pricing: [{ ...oke, price: 0, shipping_fee_discount: 9_000 }] }),
    );
    expect((await promise()).body.rate.price).to.equal(0);
    now = new Date(now.getTime() + 11 * 3_600_000);
    await promise();
    expect(paid()).to.have.lengthOf(1);
  });

  it('keeps no answer whose rows are all unreadable', async () => {
    const answers = [[{ ...reg, price: 'soon' }], [{ ...reg, courier_service_code: 'r/g' }]];
    const { promise } = openPromises({}, () =>
      Response.json({ success: true, pricing: answers.shift() ?? [reg, oke] }),
    );
    for (let n = 0; n < 2; n++) expect((await promise()).body.reason).to.equal('service-unreadable');
    expect((await promise()).body.rate.price).to.equal(9_000);
  });

  it('pays for at most so many questions a day, then answers what it has, or the shop’s own estimate', async () => {
    const fallback = [{ courier: 'jne', service: 'reg', courierName: 'JNE', serviceName: 'Reguler', price: 20_000 }];
    const { promise, paid } = openPromises({ limits: { promises: 2, addressPromises: 2 } });
    const statuses = [];
    for (const [weight, address] of [
      [1_000, '192.0.2.1'],
      [2_000, '192.0.2.1'],
      [3_000, '192.0.2.1'],
      [3_000, '192.0.2.2'],
      [1_000, '192.0.2.2'],
    ] as const)
      statuses.push((await promise({ weight }, address)).status);
    expect([statuses, paid().length]).to.deep.equal([[200, 200, 429, 503, 200], 2]);
    const estimated = openPromises({ limits: { promises: 1 }, fallback, rates: [{ type: 'surcharge', amount: 500 }] });
    await estimated.promise();
    expect((await estimated.promise({ weight: 3_000 })).body.rate.price).to.equal(20_000);
    expect(estimated.events.at(-1)?.mismatch).to.match(/^limits\.promises of this day is used up: /);
  });

  it('takes nothing from the checkout, whose limits count apart', async () => {
    const { promise, post, quote, keys } = openPromises({
      limits: { sessionQuotes: 1, addressPromises: 2, address: 3, session: 3 },
    });
    const signed = { cart: await signCart(cart, keys) };
    const statuses = [];
    for (const weight of [1_000, 2_000, 3_000, 1_000]) statuses.push((await promise({ weight })).status);
    expect(statuses, 'two paid, one too many, and the minute').to.deep.equal([200, 200, 429, 429]);
    for (let n = 0; n < 4; n++) await promise(signed);
    const unsigned = { ...cart.origin, destination_postal_code: 40111, couriers: 'jne', items: cart.items };
    expect((await post('/v1/rates/couriers', unsigned)).status).to.equal(200);
    expect((await quote({ destination_postal_code: 40112 })).status).to.equal(200);
  });

  it('counts a signed cart by its visit, because phones share addresses', async () => {
    const { promise, keys } = openPromises({ limits: { addressPromises: 1 } });
    const ask = async (session: string, grams: number) => {
      const items = cart.items.map((item) => ({ ...item, weight: grams, quantity: 1 }));
      return (await promise({ cart: await signCart({ ...cart, items, session }, keys) })).status;
    };
    const statuses = [await promise({ weight: 9_000 }), await promise({ weight: 8_000 })].map(({ status }) => status);
    expect(statuses).to.deep.equal([200, 429]);
    expect([await ask('a', 1_000), await ask('b', 2_000), await ask('b', 3_000)]).to.deep.equal([200, 200, 429]);
  });

  it('asks once for an area, however its id is written, and never for what is no id', async () => {
    const { promise, post, paid } = openPromises();
    const wide = [...coblong].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('');
    const written = [
      coblong,
      coblong.toLowerCase(),
      coblong.replace('IDNP', 'idnp'),
      ` ${coblong}`,
      `${coblong}\n`,
      `\u200b${coblong}\u00a0`,
      coblong.replace('IDNC', ' IDNC'),
      wide,
    ];
    for (const destination_area_id of written) {
      expect((await promise({ destination_area_id })).status, destination_area_id).to.equal(200);
      await post('/v1/rates/couriers', { destination_area_id, ...cart.origin, couriers: 'jne', items: cart.items });
    }
    expect(paid().map((body) => body.destination_area_id)).to.deep.equal([coblong, coblong]);
    for (const destination_area_id of [
      '__proto__',
      'constructor.name',
      `${coblong}/..`,
      '%49DNP9',
      'x y_z',
      coblong.repeat(3),
    ]) {
      const { status, body } = await promise({ destination_area_id });
      expect([status, body.details.field], destination_area_id).to.deep.equal([400, 'destination_area_id']);
    }
    expect(paid()).to.have.lengthOf(2);
  });

  it('keeps no failure of the service', async () => {
    let answer = () => new Response(null, { status: 503 });
    const { promise } = openPromises({ limits: { promises: 1 } }, () => answer());
    expect((await promise()).body.reason).to.equal('service-busy');
    answer = prices;
    expect((await promise()).body.rate.price).to.equal(9_000);
  });

  it('refuses a question without a place or a weight, and names the field', async () => {
    const { promise, paid } = openPromises();
    const cases: [object, string][] = [
      [{ destination_area_id: null }, 'destination_postal_code'],
      [{ destination_area_id: 7 }, 'destination_area_id'],
      [{ destination_postal_code: 12440 }, 'destination_area_id'],
      [{ weight: undefined }, 'weight'],
      [{ weight: 0 }, 'weight'],
      [{ weight: -1 }, 'weight'],
      [{ weight: 'heavy' }, 'weight'],
      [{ volume: 'large' }, 'volume'],
      [{ subtotal: '1,5' }, 'subtotal'],
      [{ destination_area_id: 'x'.repeat(301) }, 'destination_area_id'],
    ];
    for (const [changes, field] of cases) {
      const { status, body } = await promise(changes);
      expect([status, body.details.field], JSON.stringify(changes)).to.deep.equal([400, field]);
    }
    expect(paid()).to.deep.equal([]);
  });

  it('promises what the sandbox would charge at the checkout', async () => {
    const shop = openSandboxShop({ promises: { origin, couriers: 'jne,sicepat' } });
    const { body } = await shop.post('/v1/promise', { destination_postal_code: 40111, weight: 1_000 });
    const quoted = await shop.quote(
      {},
      { ...cart, items: cart.items.map((item) => ({ ...item, weight: 900, quantity: 1 })) },
    );
    const [least] = quoted.body.pricing
      .map(({ price }: { price: number }) => price)
      .sort((a: number, b: number) => a - b);
    expect(body.rate.price).to.equal(least);
  });

  it('asks once for each district and class in ten thousand visits, which is once in seven of them', async () => {
    const limits = { address: 1e6, promises: 1e6, addressPromises: 1e6 };
    const { settings, paid } = openPromises({ limits, store: memoryStore() });
    const context = contextOf(settings);
    const districts = 2_000;
    const weights = Array.from({ length: districts }, (_none, rank) => 1 / (rank + 1));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let seed = 7;
    // Park and Miller's generator, so that each run has the same visits.
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const visited = new Set<number>();
    const visit = (_none: unknown, index: number) => {
      let left = random() * total;
      const rank = weights.findIndex((weight) => {
        left -= weight;
        return left < 0;
      });
      visited.add(rank);
      const body = { destination_area_id: `IDNP9IDNC206IDND${rank}IDZ40132`, weight: 100 + (index % 9) * 100 };
      return handlers.readPromise(context, { body, id: '', address: '203.0.113.7', quoted() {} });
    };
    // A hundred visits at the same moment, a hundred times.
    for (let round = 0; round < 100; round++) await Promise.all(Array.from({ length: 100 }, visit));
    const questions = new Set(paid().map((body) => JSON.stringify(body)));
    expect([paid().length, questions.size]).to.deep.equal([visited.size, visited.size]);
    expect(10_000 / paid().length).to.be.greaterThan(6.5);
  });
});
