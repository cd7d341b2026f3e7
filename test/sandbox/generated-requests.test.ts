import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { DraftOrderResponse, ErrorBody, OrderResponse, type Rate, RatesResponse } from '../../src/contract/index.ts';
import { priceOf } from '../../src/quote/index.ts';
import { createMemoryStore, openStore, type SandboxOptions, type Store } from '../../src/sandbox/index.ts';
import { type Dice, diceOf } from './dice.ts';
import { type Generated, generateRequest, type Target } from './generated-requests.ts';
import { keys, openShop } from './shop.ts';

/** The same in every run, so that a failure comes again; `SEED=7` throws other dice. */
const seed = Number(process.env.SEED ?? 20_261_001);
const inMemory = 400;
const inFiles = 10;
/** A store of few orders is compared quickly. */
const requestsPerShop = 40;

const folder = mkdtempSync(join(tmpdir(), 'sandbox-generated-'));
after(() => rmSync(folder, { recursive: true }));
let files = 0;

const days = [
  '2026-10-01',
  '2026-10-01',
  '2026-10-01',
  '2026-09-17',
  '2026-09-06',
  '2025-10-05',
  '2025-01-14',
  '2024-08-29',
];

const accounts: SandboxOptions[] = [
  {},
  { customRates: [{ courier_code: 'jne', type: 'discount', unit: 'percent', amount: 33.3 }] },
  {
    customRates: [{ courier_code: 'jnt', type: 'surcharge', unit: 'flat', amount: 999 }],
    cargoInsurance: { percent: 0.77, minimum: 1 },
  },
];

/** A test whose requests are all refused shows nothing: of each kind there must be so many. */
const enough = 50;
const both: Target[] = ['quoteRates', 'createOrder', 'createDraftOrder', 'cancelOrder', 'setStatus', 'getOrder'];

/** What an error may be about: a field of a request by its path, or the request as a whole. */
const field = new RegExp(
  '^(Bad request\\.- )?(' +
    '(origin|destination)_(contact_(name|phone|email)|address|note|postal_code|area_id|latitude|longitude|coordinate|collection_method)|' +
    'destination_cash_on_delivery(_type)?|shipper_(contact_(name|phone|email)|organization)|courier(s|_insurance|_company|_type)|' +
    'items|custom_rates|delivery_(type|date|time)|order_note|metadata|tags|reference_id|id|status|cancellation_reason(_code)?|' +
    'the body|content-type|There is no [A-Z]+ /|Cannot cancel order because order already [a-z_]+$)',
);

const contents = async (store: Store) => JSON.stringify([await store.list('order'), await store.list('draft_order')]);
const count = async (store: Store) => (await store.list('order')).length + (await store.list('draft_order')).length;

describe('any request at all', () => {
  const answers = new Map<string, number>();
  const total = (target: Target, how: 'accepted' | 'refused') => answers.get(`${target} ${how}`) ?? 0;

  async function throwRequests(shops: number, open: () => Promise<Store>): Promise<void> {
    for (let round = 0; round < shops; round++) {
      const dice = diceOf(seed + round);
      const store = await open();
      const shop = openShop({ store, day: dice.pick(days), ...dice.pick(accounts) });
      for (let turn = 0; turn < requestsPerShop; turn++)
        await oneRequest(dice, store, shop, `SEED=${seed} round ${round} turn ${turn}`);
      await store.close();
    }
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  }

  it(`is answered as it should be: ${inMemory * requestsPerShop} of them, seed ${seed}`, () =>
    throwRequests(inMemory, async () => createMemoryStore()));

  it(`is answered as it should be over a database file: ${inFiles * requestsPerShop} of them, seed ${seed}`, () =>
    throwRequests(inFiles, () => openStore(join(folder, `${files++}.db`))));

  it('was both accepted and refused, at every operation', () => {
    for (const target of both) {
      assert.ok(total(target, 'accepted') >= enough, `${target}: ${total(target, 'accepted')} accepted`);
      assert.ok(total(target, 'refused') >= enough, `${target}: ${total(target, 'refused')} refused`);
    }
    assert.ok(total('listCouriers', 'accepted') >= enough && total('nowhere', 'refused') >= enough);
  });

  async function oneRequest(dice: Dice, store: Store, shop: ReturnType<typeof openShop>, name: string): Promise<void> {
    const ids = (await store.list('order')).map(({ id }) => id);
    const request = generateRequest(dice, ids);
    const before = { contents: await contents(store), count: await count(store) };
    const { method, path, headers, body } = request;
    try {
      const { status, body: answer } = await shop.send(method, path, { headers, ...(body !== undefined && { body }) });
      assert.ok(status < 500, `status ${status}`);
      const accepted = status < 300;
      if (accepted) checkAnswer(request, answer);
      else checkError(status, answer);
      const then = { contents: await contents(store), count: await count(store) };
      const added = accepted && /^create/.test(request.target) ? 1 : 0;
      assert.equal(then.count, before.count + added, 'records');
      const changes = accepted && /^(create|cancel|set)/.test(request.target);
      assert.equal(then.contents !== before.contents, changes, 'what the store holds has changed');
      const key = `${request.target} ${accepted ? 'accepted' : 'refused'}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
    } catch (cause) {
      const shown = { method, path, headers, body: body?.slice(0, 4_000) };
      throw new Error(`${name}: ${(cause as Error).message}\n${JSON.stringify(shown, null, 1)}`, { cause });
    }
  }
});

function checkError(status: number, answer: unknown): void {
  const { success, error, code } = ErrorBody.parse(answer);
  assert.equal(success, false);
  assert.match(JSON.stringify(answer), /"code":\d{8}[,}]/);
  assert.equal(status, Math.floor(Number(code) / 100_000));
  assert.match(error ?? '', field);
}

function checkAnswer({ target, body = '{}' }: Generated, answer: unknown): void {
  if (target === 'quoteRates') {
    const { pricing, dropped } = RatesResponse.parse(answer);
    assert.deepEqual(dropped, []);
    checkQuote(JSON.parse(body).couriers, pricing);
  }
  if (target === 'createOrder') {
    const { price, id } = OrderResponse.parse(answer);
    assert.ok(Number.isSafeInteger(price) && Number(price) >= 0 && /^[0-9a-f]{24}$/.test(id));
  }
  if (target === 'createDraftOrder') {
    const { price, status } = DraftOrderResponse.parse(answer);
    assert.equal(status, price === null ? 'placed' : 'ready');
  }
}

function checkQuote(couriers: string, pricing: readonly Rate[]): void {
  assert.ok(pricing.length > 0);
  assert.equal(new Set(keys(pricing)).size, pricing.length);
  const asked = couriers.split(',').map((code) => code.trim());
  for (const rate of pricing) {
    assert.ok(asked.includes(rate.courier_code));
    assert.equal(priceOf(rate), rate.price);
    const { shipping_fee, shipping_fee_discount, shipping_fee_surcharge, insurance_fee, cash_on_delivery_fee } = rate;
    for (const fee of [
      rate.price,
      shipping_fee,
      shipping_fee_discount,
      shipping_fee_surcharge,
      insurance_fee,
      cash_on_delivery_fee,
    ])
      assert.ok(Number.isSafeInteger(fee) && Number(fee) >= 0, `a fee of ${fee}`);
    assert.ok(Number(shipping_fee_discount) <= Number(shipping_fee));
    if (!rate.available_for_insurance) assert.equal(insurance_fee, 0);
    if (!rate.available_for_cash_on_delivery) assert.equal(cash_on_delivery_fee, 0);
  }
}
