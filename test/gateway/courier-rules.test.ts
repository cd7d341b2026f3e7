import { expect } from 'chai';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { FallbackRate, GatewayOptions } from '../../src/gateway/index.ts';
import { type Circumstances, isShown, type ShopRate } from '../../src/gateway/quote/shop-rates.ts';
import { signCart } from '../../src/server.ts';
import { rate } from '../support/fixtures.ts';
import { cart, made, openGrantingShop, openSandboxShop, openShop, order, question, serving } from './shop.ts';

const rows = [
  rate(),
  rate({ courier_service_code: 'oke' }),
  rate({ courier_code: 'jnt', courier_service_code: 'ez' }),
  rate({ courier_code: 'gojek', courier_service_code: 'instant' }),
];
const pricing = () => Response.json({ success: true, pricing: rows });
const keyOf = ({ courier_code, courier_service_code }: (typeof rows)[number]) =>
  `${courier_code}/${courier_service_code}`;

const sender = { origin_contact_name: 'Budi', origin_contact_phone: '08123456789', origin_address: 'Jl. Senja 1' };

describe("the shop's rules by courier and service", () => {
  const bali = 'IDNP17IDNC78IDND1IDZ80361';
  const delivery: Circumstances = {
    subtotal: 150_000,
    destination: { destination_postal_code: 40_111 },
    items: [{ weight: 1_000, quantity: 2 }],
  };
  const all = ['jne/reg', 'jne/oke', 'jnt/ez', 'gojek/instant'];
  const hidden = (rule: Partial<ShopRate>): ShopRate => ({ type: 'hidden', ...rule });
  const only = (rule: Partial<ShopRate>): ShopRate => ({ type: 'only', ...rule });

  const cases: [what: string, rules: ShopRate[], shown: string[], of?: Partial<Circumstances> | null][] = [
    ['hide a courier', [hidden({ courier: 'jne' })], ['jnt/ez', 'gojek/instant']],
    ['hide a service', [hidden({ courier: 'jne', service: 'oke' })], ['jne/reg', 'jnt/ez', 'gojek/instant']],
    ['hide a code in capitals', [hidden({ courier: 'JNE' })], ['jnt/ez', 'gojek/instant']],
    [
      'leave the services of all `only` rules',
      [only({ courier: 'jnt' }), only({ service: 'oke' })],
      ['jne/oke', 'jnt/ez'],
    ],
    ['hide among the ones that are left', [only({ courier: 'jne' }), hidden({ service: 'oke' })], ['jne/reg']],
    ['hide from a weight on', [hidden({ courier: 'jne', weightFrom: 2_000 })], ['jnt/ez', 'gojek/instant']],
    ['leave what is lighter', [hidden({ courier: 'jne', weightFrom: 2_001 })], all],
    ['leave what is heavier', [hidden({ courier: 'jne', weightTo: 1_999 })], all],
    [
      'hide from a subtotal on',
      [hidden({ service: 'ez', subtotalFrom: 150_000 })],
      ['jne/reg', 'jne/oke', 'gojek/instant'],
    ],
    ['leave what is worth less', [hidden({ service: 'ez', subtotalFrom: 150_001 })], all],
    ['leave what is worth more', [hidden({ service: 'ez', subtotalTo: 149_999 })], all],
    ['leave an unsigned cart', [hidden({ service: 'ez', subtotalTo: 150_000 })], all, { subtotal: undefined }],
    ['hide by postal code', [hidden({ courier: 'jne', postalCodes: [40_000, 40_999] })], ['jnt/ez', 'gojek/instant']],
    ['leave other postal codes', [only({ courier: 'jne', postalCodes: [80_000, 80_999] })], all],
    [
      'hide by area, also a courier that goes by coordinates',
      [only({ courier: 'jne', area: 'IDNP17' })],
      ['jne/reg', 'jne/oke'],
      { destination: { destination_area_id: bali, destination_latitude: -8.7, destination_longitude: 115.2 } },
    ],
    ['hide everything in an area', [hidden({ area: 'IDNP17' })], [], { destination: { destination_area_id: bali } }],
    [
      'hide from the list of couriers what is hidden everywhere',
      [hidden({ courier: 'jnt' })],
      ['jne/reg', 'jne/oke', 'gojek/instant'],
      null,
    ],
    ['leave in the list of couriers what is hidden somewhere', [hidden({ courier: 'jnt', area: 'IDNP17' })], all, null],
    ['change no price', [{ type: 'free' }, { type: 'discount', amount: 1, courier: 'jnt' }], all],
  ];
  for (const [what, rules, shown, of = {}] of cases)
    it(what, () => {
      const where = of === null ? undefined : { ...delivery, ...of };
      expect(rows.filter((row) => isShown(row, rules, where)).map(keyOf)).to.deep.equal(shown);
    });
});

describe('a hidden service', () => {
  const rates: ShopRate[] = [
    { type: 'hidden', courier: 'jnt' },
    { type: 'hidden', courier: 'jne', service: 'oke' },
    { type: 'discount', amount: 1_000 },
  ];
  const shownIn = (body: { pricing: typeof rows }) => body.pricing.map(keyOf);

  it('is quoted neither with a signed cart nor without', async () => {
    const { quote, post } = openShop(pricing, { rates });
    const couriers = 'jne,jnt,gojek';
    const { body } = await quote({ couriers });
    expect(shownIn(body)).to.deep.equal(['jne/reg', 'gojek/instant']);
    expect(body.pricing.map(({ price }: { price: number }) => price)).to.deep.equal([14_000, 14_000]);
    const unsigned = await post('/v1/rates/couriers', {
      ...question,
      couriers,
      origin_postal_code: 12_440,
      items: cart.items,
    });
    expect(shownIn(unsigned.body)).to.deep.equal(['jne/reg', 'gojek/instant']);
  });

  it('is not quoted to the shop’s own server', async () => {
    const { gateway } = openShop(pricing, { rates });
    const { session: _session, ...goods } = cart;
    const quoted = await gateway.quote({
      cart: { ...goods, session: 'visit-1' },
      destination: { destination_postal_code: 40_111 },
      couriers: ['jne', 'jnt', 'gojek'],
    });
    expect(quoted.map(({ service }) => service)).to.deep.equal(['jne/reg', 'gojek/instant']);
  });

  it('is not in the list of couriers', async () => {
    const { ask } = openSandboxShop({ rates: [{ type: 'only', courier: 'jne', service: 'reg' }] });
    const { body } = await ask('GET', '/v1/couriers');
    expect(shownIn({ pricing: body.couriers })).to.deep.equal(['jne/reg']);
  });

  it('is no estimate while the service is down', async () => {
    const fallback: FallbackRate[] = ['jne', 'jnt'].map((courier) => ({
      courier,
      service: 'reg',
      courierName: courier,
      serviceName: 'Reguler',
      price: 20_000,
    }));
    const down = () => Response.json({}, { status: 503 });
    const { quote } = openShop(down, { rates, fallback });
    const { body } = await quote({ couriers: 'jne,jnt' });
    expect(shownIn(body)).to.deep.equal(['jne/reg']);
  });

  for (const [courier_company, courier_type] of [
    ['jnt', 'ez'],
    ['jne', 'oke'],
    ['JNT ', 'EZ'],
  ] as const)
    it(`is not ordered by a grant that names "${courier_company}/${courier_type}"`, async () => {
      const { place, seen, entries } = openGrantingShop([() => made()], { rates });
      const { status, body } = await place({ order: { ...order, courier_company, courier_type } });
      expect([status, body.reason, body.code]).to.deep.equal([409, 'service-gone', 40_002_027]);
      expect(seen).to.deep.equal([]);
      expect(await entries()).to.deep.equal([]);
    });

  it('is ordered by the grant of another delivery, where the rule does not apply', async () => {
    const heavy: ShopRate[] = [{ type: 'hidden', courier: 'jne', weightFrom: 100_000 }];
    const { place } = openGrantingShop([() => made()], { rates: heavy });
    expect((await place()).status).to.equal(200);
  });

  it('is saved in no draft, of a page or of a grant', async () => {
    const page = openShop(
      serving(() => made()),
      { orders: 'draft', sender, rates },
    );
    const signed = await signCart({ ...cart, reference: 'DRAFT-1' }, page.keys);
    const draft = { ...order, courier_company: 'JNT', courier_type: 'ez', cart: signed };
    expect((await page.post('/v1/draft_orders', draft)).body.reason).to.equal('service-gone');
    const shop = openGrantingShop([() => made()], { rates });
    const grant = await shop.grant({
      kind: 'draft_order',
      order: { ...order, courier_company: 'jnt', courier_type: 'ez' },
    });
    expect((await shop.post('/v1/draft_orders', { grant })).body.reason).to.equal('service-gone');
    expect([...page.seen, ...shop.seen]).to.deep.equal([]);
  });

  it('keeps the answer of an order that was placed before the rule', async () => {
    const shop = openGrantingShop([() => made('o1')]);
    const grant = await shop.grant();
    expect((await shop.post('/v1/orders', { grant })).body.id).to.equal('o1');
    const rule: GatewayOptions['rates'] = [{ type: 'hidden', courier: 'jne' }];
    const later = createGateway({ ...shop.settings, rates: rule });
    const headers = { 'content-type': 'application/json' };
    const again = new Request('https://gateway.test/v1/orders', {
      method: 'POST',
      headers,
      body: JSON.stringify({ grant }),
    });
    expect(await (await later.fetch(again)).json()).to.include({ id: 'o1' });
  });
});
