import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { DraftOrderResponse, ErrorBody, OrderResponse, type Rate, RatesResponse } from '../../src/contract/index.ts';
import { priceOf } from '../../src/quote/index.ts';
import { createMemoryStore, openStore, type SandboxOptions, type Store } from '../../src/sandbox/index.ts';
import { type Dice, diceOf } from './dice.ts';
import { type Generated, generateRequest, type Target } from './generated-requests.ts';
import { keys, openShop } from './shop.ts';

/** The same in every run, so that a failure repeats; `SEED=7` changes it. */
const seed = Number(process.env.SEED ?? 20_261_001);
const inMemory = 400;
const inFiles = 10;
/** Few orders, so that stores compare quickly. */
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

/** The minimum of accepted and refused requests for each operation. */
const enough = 50;
const both: Target[] = ['quoteRates', 'createOrder', 'createDraftOrder', 'cancelOrder', 'setStatus', 'getOrder'];

/** What an error may name: a field by its path, or the request. */
const field = new RegExp(
  '^(Bad request\\.- )?(' +
    '(origin|destination)_(contact_(name|phone|email)|address|note|postal_code|area_id|latitude|longitude|coordinate|collection_method)|' +
    'destination_cash_on_delivery(_type)?|shipper_(contact_(name|phone|email)|organization)|courier(s|_insurance|_company|_type)|' +
    'items|custom_rates|delivery_(type|date|time)|order_note|metadata|tags|reference_id|id|status|cancellation_reason(_code)?|' +
    'the body|content-type|There is no [A-Z]+ /|Cannot cancel order because order already [a-z_]+$)',
);

interface Held {
  ids: string[];
  count: number;
  contents: string;
}

async function holds(store: Store): Promise<Held> {
  const [orders, drafts] = [await store.list('order'), await store.list('draft_order')];
  const contents = JSON.stringify([orders, drafts]);
  return { ids: orders.map(({ id }) => id), count: orders.length + drafts.length, contents };
}

describe('a generated request', () => {
  const answers = new Map<string, number>();
  const total = (target: Target, how: 'accepted' | 'refused') => answers.get(`${target} ${how}`) ?? 0;

  async function throwRequests(shops: number, open: () => Promise<Store>): Promise<void> {
    for (let round = 0; round < shops; round++) {
      const dice = diceOf(seed + round);
      const store = await open();
      const shop = openShop({ store, day: dice.pick(days), ...dice.pick(accounts) });
      let held = await holds(store);
      for (let turn = 0; turn < requestsPerShop; turn++)
        held = await oneRequest(dice, store, held, shop, `SEED=${seed} round ${round} turn ${turn}`);
      await store.close();
    }
    expect(Reflect.get({}, 'polluted')).to.equal(undefined);
  }

  it(`has a correct answer: ${inMemory * requestsPerShop} of them, seed ${seed}`, () =>
    throwRequests(inMemory, async () => createMemoryStore())).timeout(300_000);

  it(`has a correct answer over a database file: ${inFiles * requestsPerShop} of them, seed ${seed}`, () =>
    throwRequests(inFiles, () => openStore(join(folder, `${files++}.db`))));

  it('was both accepted and refused by every operation', () => {
    for (const target of both) {
      expect(total(target, 'accepted'), `${target}: ${total(target, 'accepted')} accepted`).to.be.at.least(enough);
      expect(total(target, 'refused'), `${target}: ${total(target, 'refused')} refused`).to.be.at.least(enough);
    }
    expect(total('listCouriers', 'accepted') >= enough && total('nowhere', 'refused') >= enough).to.be.ok;
  });

  /** Sends a request and returns the content of the store. */
  async function oneRequest(
    dice: Dice,
    store: Store,
    before: Held,
    shop: ReturnType<typeof openShop>,
    name: string,
  ): Promise<Held> {
    const request = generateRequest(dice, before.ids);
    const { method, path, headers, body } = request;
    try {
      const { status, body: answer } = await shop.send(method, path, { headers, ...(body !== undefined && { body }) });
      expect(status, `status ${status}`).to.be.below(500);
      const accepted = status < 300;
      if (accepted) checkAnswer(request, answer);
      else checkError(status, answer);
      const then = await holds(store);
      const added = accepted && /^create/.test(request.target) ? 1 : 0;
      expect(then.count, 'records').to.equal(before.count + added);
      const changes = accepted && /^(create|cancel|set)/.test(request.target);
      expect(then.contents !== before.contents, 'what the store holds has changed').to.equal(changes);
      const key = `${request.target} ${accepted ? 'accepted' : 'refused'}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
      return then;
    } catch (cause) {
      const shown = { method, path, headers, body: body?.slice(0, 4_000) };
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}\n${JSON.stringify(shown, null, 1)}`, {
        cause,
      });
    }
  }
});

function checkError(status: number, answer: unknown): void {
  const { success, error, code } = ErrorBody.parse(answer);
  expect(success).to.equal(false);
  expect(JSON.stringify(answer)).to.match(/"code":\d{8}[,}]/);
  expect(status).to.equal(Math.floor(Number(code) / 100_000));
  expect(error ?? '').to.match(field);
}

function checkAnswer({ target, body = '{}' }: Generated, answer: unknown): void {
  if (target === 'quoteRates') {
    const { pricing, dropped } = RatesResponse.parse(answer);
    expect(dropped).to.deep.equal([]);
    checkQuote(JSON.parse(body).couriers, pricing);
  }
  if (target === 'createOrder') {
    const { price, id } = OrderResponse.parse(answer);
    expect(Number.isSafeInteger(price) && Number(price) >= 0 && /^[0-9a-f]{24}$/.test(id)).to.be.ok;
  }
  if (target === 'createDraftOrder') {
    const { price, status } = DraftOrderResponse.parse(answer);
    expect(status).to.equal(price === null ? 'placed' : 'ready');
  }
}

function checkQuote(couriers: string, pricing: readonly Rate[]): void {
  expect(pricing.length).to.be.above(0);
  expect(new Set(keys(pricing)).size).to.equal(pricing.length);
  const asked = couriers.split(',').map((code) => code.trim());
  for (const rate of pricing) {
    expect(asked).to.include(rate.courier_code);
    expect(priceOf(rate)).to.equal(rate.price);
    const { shipping_fee, shipping_fee_discount, shipping_fee_surcharge, insurance_fee, cash_on_delivery_fee } = rate;
    for (const fee of [
      rate.price,
      shipping_fee,
      shipping_fee_discount,
      shipping_fee_surcharge,
      insurance_fee,
      cash_on_delivery_fee,
    ])
      expect(Number.isSafeInteger(fee) && Number(fee) >= 0, `a fee of ${fee}`).to.be.ok;
    expect(Number(shipping_fee_discount)).to.be.at.most(Number(shipping_fee));
    if (!rate.available_for_insurance) expect(insurance_fee).to.equal(0);
    if (!rate.available_for_cash_on_delivery) expect(cash_on_delivery_fee).to.equal(0);
  }
}
