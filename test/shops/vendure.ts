import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import type { RatesResponse } from '../../src/index.ts';

import { freePort } from '../support/free-port.ts';
import { installExample } from '../support/installed-example.ts';
import { startPostgres } from '../support/postgres.ts';
import { type RunningProgram, runProgram } from '../support/running-program.ts';
import {
  type Choice,
  chooseOnPage,
  type Day,
  endingOffer,
  followOnPage,
  offeredRates,
  type ServiceAddress,
  type Shop,
  type ShopOrder,
  type Switches,
  sellAtLowerOffer,
  type VisitWithPayment,
} from './shop.ts';

type DeliveryState = 'waiting' | 'placed' | 'refused' | 'cancelling' | 'cancelled';
type Fields = Record<string, unknown>;
type Ask = <Answer>(query: string, variables?: Fields) => Promise<Answer>;

interface Visitor {
  ask: Ask;
  /** The language of the next answers: `en` at first. */
  speak(language: string): void;
}

/**
 * A visitor of one of Vendure's two APIs. The first answer names the session.
 * @param channel the token of a channel. The default channel by default
 */
function visitor(api: string, channel = ''): Visitor {
  let token = '';
  let address = api;
  const speak = (language: string) => {
    address = `${api}?languageCode=${language}`;
  };
  const ask: Ask = async (query, variables = {}) => {
    const headers = {
      ...{ 'content-type': 'application/json' },
      ...(token && { authorization: `Bearer ${token}` }),
      ...(channel && { 'vendure-token': channel }),
    };
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    token = answer.headers.get('vendure-auth-token') ?? token;
    const { data, errors } = await answer.json();
    if (errors?.length) throw new Error(errors[0].message);
    for (const result of Object.values<Fields | null>(data)) if (result?.errorCode) throw new Error(failure(result));
    return data;
  };
  return { ask, speak };
}

const failure = ({ errorCode, message, ...details }: Fields) =>
  [errorCode, message, ...Object.values(details)].filter(Boolean).join(': ');

const failed = '... on ErrorResult { errorCode message }';

export interface VendureVisit extends VisitWithPayment, Visitor {
  /** Sets the choice without the shipping method. */
  set(choice: Choice): Promise<void>;
}

export interface VendureShop extends Shop {
  /** The Admin API. */
  staff: Ask;
  visit(postalCode?: number): Promise<VendureVisit>;
  /** Vendure loses the answer to the newest delivery, as if its process had ended before it wrote it. The gateway keeps it. */
  forgetAnswer(): Promise<void>;
  /** The newest delivery has no waybill yet, as of couriers that give it later. */
  forgetWaybill(): Promise<void>;
  /** Vendure has the newest delivery still, which the gateway has erased, as after `retention`. */
  forgetErasure(waybill: string): Promise<void>;
  /** A shopper in the channel with this code. */
  visitChannel(code: string): Promise<VendureVisit>;
  day: Day & {
    speak(language: string): void;
    visit(postalCode?: number, area?: string): Promise<VendureVisit>;
    /** The id of a variant that needs no delivery. */
    voucher: string;
    /** Staff modify the order so that the shopper fetches it in the store. */
    moveToPickUp(id: string): Promise<void>;
  };
}

/** The secret of the example shop is public. */
const keys = { account: 'toko-senja', current: { kid: 'demo', secret: 'the-demo-has-no-secret-that-matters' } };

/**
 * Starts the example shop of `demo/shops/vendure`: in two processes over one Postgres, or in one if there is no Postgres.
 * @param kind `sqlite` for one process over the database that the example shop has by default
 */
export async function startVendure({ url, key }: ServiceAddress, kind?: 'sqlite'): Promise<VendureShop> {
  const cwd = await installExample('shops/vendure');
  const data = mkdtempSync(join(tmpdir(), 'ship-elements-vendure-'));
  const database = kind === 'sqlite' ? undefined : await startPostgres();
  const shared = { DATA: data, SHIPPING_URL: url, SHIPPING_KEY: key, SETTLE_SCHEDULE: '0 0 29 2 *' };
  /** A payment plugin hears of a payment by webhook. It has a context of the Admin API then, as Vendure's own have. */
  const receive = async (id: string) => {
    const script = `
      const vendure = await import('@vendure/core');
      const { app } = await vendure.bootstrapWorker((await import('./config.js')).config);
      const admin = await app.get(vendure.RequestContextService).create({ apiType: 'admin' });
      await app.get(vendure.TransactionalConnection).withTransaction(admin, async (ctx) => {
        const orders = app.get(vendure.OrderService);
        await orders.transitionToState(ctx, ${id}, 'ArrangingPayment');
        const { errorCode } = await orders.addPaymentToOrder(ctx, ${id}, { method: 'card', metadata: {} });
        if (errorCode) throw new Error(errorCode);
      });
      process.exit();`;
    const env = { ...process.env, ...shared, ...(database && { DATABASE_URL: database.url }) };
    const run = promisify(execFile);
    await run(process.execPath, ['--input-type=module', '-e', script], { cwd, env });
  };
  const begin = async () => {
    const env = { ...shared, PORT: String(await freePort()), ...(database && { DATABASE_URL: database.url }) };
    return runProgram(['node', 'shop.js'], { cwd, env });
  };
  const first = await begin();
  const programs: RunningProgram[] = [first];
  // The second process finds the tables and the goods of the first.
  if (database) programs.push(await begin());
  const { origin } = first;
  const { ask: staff, speak } = await signIn(origin);
  const office = officeOf(staff);
  const goods = await seedGoods(staff);
  /** Changes the newest fulfillment in the database. */
  const change = async (columns: string) => {
    const client = new Client(database?.url);
    await client.connect();
    await client.query(`UPDATE fulfillment SET ${columns} WHERE id = (SELECT max(id) FROM fulfillment)`);
    await client.end();
  };
  return {
    ...{ page: `${origin}/`, staff, ...office },
    sellTooCheap: async () => sellAtLowerOffer(await visit(origin, {}), keys),
    visit: (postalCode) => visit(origin, { postalCode }),
    forgetAnswer: () => change(`"customFieldsShippingstate" = 'waiting', "trackingCode" = ''`),
    forgetWaybill: () => change(`"trackingCode" = ''`),
    forgetErasure: (waybill) =>
      change(`"trackingCode" = '${waybill}', "customFieldsShippingid" = 'kept', "customFieldsShippingproblem" = NULL`),
    visitChannel: async (code) => visit(origin, { channel: await addChannel(staff, code) }),
    order: (id) => orderOf(staff, id),
    day: dayOf(
      origin,
      { ask: staff, speak },
      goods,
      officeOf((await signIn(programs.at(-1)?.origin ?? origin)).ask),
      receive,
    ),
    async stop() {
      await Promise.all(programs.map((program) => program.stop()));
      await database?.stop();
      rmSync(data, { recursive: true });
    },
  };
}

/** A shop that runs: its shoppers, and what staff do with deliveries. */
export async function shopAt(
  origin: string,
): Promise<Pick<VendureShop, 'visit' | 'send' | 'cancel' | 'settle' | 'order'>> {
  const { ask: staff } = await signIn(origin);
  return {
    ...officeOf(staff),
    visit: (postalCode) => visit(origin, { postalCode }),
    order: (id) => orderOf(staff, id),
  };
}

async function signIn(origin: string): Promise<Visitor> {
  const staff = visitor(`${origin}/admin-api`);
  await staff.ask(`mutation { login(username: "superadmin", password: "superadmin") { __typename } }`);
  return staff;
}

/** What staff do with deliveries, in one process of the shop. */
function officeOf(staff: Ask): Pick<Shop, 'send' | 'cancel' | 'settle'> {
  return {
    async send(id, acceptHigherPrice = false) {
      const made = await lastFulfillment(staff, id);
      if (made && made.shippingDelivery?.state === 'refused') return tryAgain(staff, id, acceptHigherPrice);
      const { order } = await staff<{ order: { lines: OrderLine[] } }>(
        'query ($id: ID!) { order(id: $id) { lines { id quantity } } }',
        { id },
      );
      const lines = order.lines
        .filter(({ quantity }) => quantity)
        .map((line) => ({ orderLineId: line.id, quantity: line.quantity }));
      const handler = {
        code: 'ship-elements',
        arguments: [{ name: 'acceptHigherPrice', value: String(acceptHigherPrice) }],
      };
      await staff(fulfill, { input: { lines, handler } });
      // The service is asked after the transaction.
      await answered(staff, id);
    },
    async cancel(id) {
      const made = await lastFulfillment(staff, id);
      await staff(
        `mutation ($id: ID!) { cancelDelivery(fulfillmentId: $id) {
          ${failed} ... on CancelDeliveryError { deliveryErrorMessage } ... on FulfillmentStateTransitionError { transitionError } } }`,
        { id: made?.id },
      );
    },
    settle: () => staff('mutation { settleDeliveries }'),
  };
}

const fulfill = `mutation ($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) {
  ${failed} ... on CreateFulfillmentError { fulfillmentHandlerError } } }`;

interface OrderLine {
  id: string;
  quantity: number;
}

interface StaffFulfillment {
  id: string;
  state: string;
  trackingCode: string;
  customFields: { shippingId: string | null; shippingProblem: string | null };
  shippingDelivery: {
    state: DeliveryState;
    words: string;
    waybill: string | null;
    trackingLink: string | null;
    attention: string | null;
    note: string | null;
  } | null;
}

async function lastFulfillment(staff: Ask, id: string): Promise<StaffFulfillment | undefined> {
  const { order } = await staff<{ order: { fulfillments: StaffFulfillment[] } }>(
    `query ($id: ID!) { order(id: $id) { fulfillments { id state trackingCode customFields { shippingId shippingProblem }
      shippingDelivery { state words waybill trackingLink attention note } } } }`,
    { id },
  );
  return order.fulfillments.sort((one, other) => Number(one.id) - Number(other.id)).at(-1);
}

/** Waits until the new delivery has its first answer. @throws with the shop's words if it was refused */
async function answered(staff: Ask, id: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const made = await lastFulfillment(staff, id);
    const { state, attention } = made?.shippingDelivery ?? {};
    if (state === 'refused') throw new Error(attention ?? 'refused');
    if (state !== 'waiting' || made?.customFields.shippingProblem) return;
    await new Promise((resume) => setTimeout(resume, 20));
  }
  throw new Error('The service was not asked within 30 seconds.');
}

async function tryAgain(staff: Ask, id: string, acceptHigherPrice: boolean): Promise<void> {
  const made = await lastFulfillment(staff, id);
  const { retryDelivery } = await staff<{ retryDelivery: StaffFulfillment }>(
    `mutation ($id: ID!, $accept: Boolean) { retryDelivery(fulfillmentId: $id, acceptHigherPrice: $accept) {
      shippingDelivery { state attention } } }`,
    { id: made?.id, accept: acceptHigherPrice },
  );
  const { state, attention } = retryDelivery.shippingDelivery ?? {};
  if (state === 'refused') throw new Error(attention ?? 'refused');
}

/** The variants that only the tests sell: one for 99,999 rupiah with each tax, and one that costs as much as the scarf and weighs more. */
interface Goods {
  odd: Record<number, string>;
  heavy: { id: string; name: string };
  voucher: string;
}

async function seedGoods(staff: Ask): Promise<Goods> {
  // Prices without tax, so that tax makes fractions.
  const { activeChannel, zones } = await staff<{ activeChannel: { id: string }; zones: { items: { id: string }[] } }>(
    '{ activeChannel { id } zones { items { id } } }',
  );
  await staff(
    'mutation ($id: ID!) { updateChannel(input: { id: $id, pricesIncludeTax: false }) { __typename } }',
    activeChannel,
  );
  const zoneId = zones.items[0]?.id;
  const odd: Goods['odd'] = {};
  for (const percent of [0, 7, 11]) {
    const { createTaxCategory } = await staff<{ createTaxCategory: { id: string } }>(
      'mutation ($name: String!) { createTaxCategory(input: { name: $name }) { id } }',
      { name: `PPN ${percent} %` },
    );
    const categoryId = createTaxCategory.id;
    await staff(`mutation ($input: CreateTaxRateInput!) { createTaxRate(input: $input) { id } }`, {
      input: { name: `PPN ${percent} %`, enabled: true, value: percent, categoryId, zoneId },
    });
    odd[percent] = await addProduct(staff, `Odd price ${percent}`, 9_999_900, { shippingWeight: 250 }, categoryId);
  }
  const name = 'Heavy blanket';
  const heavy = { name, id: await addProduct(staff, name, 18_500_000, { shippingWeight: 4_000 }) };
  return { odd, heavy, voucher: await addProduct(staff, 'Voucher', 5_000_000, { shippingNotNeeded: true }) };
}

/** A channel that sells all goods by all methods. Returns its token. */
async function addChannel(staff: Ask, code: string): Promise<string> {
  const { activeChannel, products, shippingMethods, paymentMethods } = await staff<{
    activeChannel: { defaultTaxZone: { id: string }; defaultShippingZone: { id: string } };
    products: Ids;
    shippingMethods: Ids;
    paymentMethods: Ids;
  }>(`{ activeChannel { defaultTaxZone { id } defaultShippingZone { id } }
    products { items { id } } shippingMethods { items { id } } paymentMethods { items { id } } }`);
  const input = {
    ...{ code, token: code, defaultLanguageCode: 'en', pricesIncludeTax: true },
    ...{ defaultCurrencyCode: 'IDR', availableCurrencyCodes: ['IDR'] },
    defaultTaxZoneId: activeChannel.defaultTaxZone.id,
    defaultShippingZoneId: activeChannel.defaultShippingZone.id,
  };
  const { createChannel } = await staff<{ createChannel: { id: string } }>(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { __typename ... on Channel { id } } }',
    { input },
  );
  const assign = (mutation: string, type: string, ids: object) =>
    staff(`mutation ($input: ${type}!) { ${mutation}(input: $input) { id } }`, {
      input: { channelId: createChannel.id, ...ids },
    });
  const of = ({ items }: Ids) => items.map(({ id }) => id);
  await assign('assignProductsToChannel', 'AssignProductsToChannelInput', { productIds: of(products) });
  await assign('assignShippingMethodsToChannel', 'AssignShippingMethodsToChannelInput', {
    shippingMethodIds: of(shippingMethods),
  });
  await assign('assignPaymentMethodsToChannel', 'AssignPaymentMethodsToChannelInput', {
    paymentMethodIds: of(paymentMethods),
  });
  return code;
}

interface Ids {
  items: { id: string }[];
}

async function addProduct(
  staff: Ask,
  name: string,
  price: number,
  customFields: Fields,
  taxCategoryId?: string,
): Promise<string> {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const { createProduct } = await staff<{ createProduct: { id: string } }>(
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    { input: { translations: [{ languageCode: 'en', name, slug, description: '' }] } },
  );
  const variant = {
    ...{ productId: createProduct.id, sku: slug, price, trackInventory: 'FALSE', taxCategoryId },
    ...{ translations: [{ languageCode: 'en', name }], customFields },
  };
  const { createProductVariants } = await staff<{ createProductVariants: [{ id: string }] }>(
    'mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }',
    { input: [variant] },
  );
  return createProductVariants[0].id;
}

interface EditedOrder {
  state: string;
  totalWithTax: number;
  lines: OrderLine[];
  payments: { id: string; amount: number; state: string; refunds: { total: number }[] }[];
}

/** What staff do beside sending and cancelling a delivery. */
function dayOf(
  origin: string,
  { ask: staff, speak }: Visitor,
  { odd, heavy, voucher }: Goods,
  other: Day['other'],
  receive: (id: string) => Promise<void>,
): VendureShop['day'] {
  const edited = async (id: string) => {
    const { order } = await staff<{ order: EditedOrder }>(
      `query ($id: ID!) { order(id: $id) { state totalWithTax lines { id quantity }
        payments { id amount state refunds { total } } } }`,
      { id },
    );
    return order;
  };
  const go = (id: string, state: string) =>
    staff(
      `mutation ($id: ID!, $state: String!) { transitionOrderToState(id: $id, state: $state) {
        ${failed} ... on OrderStateTransitionError { transitionError } } }`,
      { id, state },
    );
  /** Staff modify a paid order, and take or give back the difference. */
  async function modify(id: string, change: Fields): Promise<void> {
    const before = await edited(id);
    await go(id, 'Modifying');
    const refund = { paymentId: before.payments[0]?.id, reason: 'modified' };
    await staff(
      `mutation ($input: ModifyOrderInput!) { modifyOrder(input: $input) { ${failed} ... on Order { id } } }`,
      {
        input: { dryRun: false, orderId: id, refund, ...change },
      },
    ).catch(async (problem) => {
      await go(id, before.state);
      throw problem;
    });
    const { totalWithTax } = await edited(id);
    if (totalWithTax > before.totalWithTax) {
      await go(id, 'ArrangingAdditionalPayment');
      await staff(
        `mutation ($input: ManualPaymentInput!) { addManualPaymentToOrder(input: $input) { ${failed} ... on Order { id } } }`,
        { input: { orderId: id, method: 'transfer', metadata: {} } },
      );
    }
    if ((await edited(id)).state !== before.state) await go(id, before.state);
  }
  let length = 30;
  return {
    other,
    speak,
    visit: async (postalCode, area) => {
      const made = await visit(origin, { postalCode, area });
      return {
        ...made,
        useCoupon: (isOn) => useCoupon(staff, made, isOn),
        async arrive() {
          const { activeOrder } = await made.ask<{ activeOrder: { id: string } }>('{ activeOrder { id } }');
          await receive(activeOrder.id);
          return activeOrder.id;
        },
      };
    },
    async visitAt({ discount, freeDelivery, tax = 0 }) {
      const actions = [
        ...(discount
          ? [{ code: 'order_percentage_discount', arguments: [{ name: 'discount', value: String(discount) }] }]
          : []),
        ...(freeDelivery ? [{ code: 'free_shipping', arguments: [] }] : []),
      ];
      const couponCode = `C${Math.random()}`;
      if (actions.length)
        await staff('mutation ($input: CreatePromotionInput!) { createPromotion(input: $input) { __typename } }', {
          input: {
            ...{ enabled: true, couponCode, conditions: [], actions },
            translations: [{ languageCode: 'en', name: couponCode }],
          },
        });
      const made = await visit(origin, { variant: odd[tax], quantity: 1 });
      if (actions.length)
        await made.ask(
          `mutation ($couponCode: String!) { applyCouponCode(couponCode: $couponCode) { __typename ${failed} } }`,
          {
            couponCode,
          },
        );
      return made;
    },
    voucher,
    endingOffer: (offer) => endingOffer(offer, keys),
    total: async (id) => (await edited(id)).totalWithTax / 100,
    correct: (id, { phone, postalCode, area, country }) =>
      modify(id, {
        updateShippingAddress: {
          ...(country && { countryCode: country }),
          ...(phone && { phoneNumber: phone }),
          ...(postalCode && { postalCode: String(postalCode) }),
          ...(area && { customFields: { shippingArea: area } }),
        },
      }),
    async setQuantity(id, quantity) {
      const { lines } = await edited(id);
      await modify(id, { adjustOrderLines: [{ orderLineId: lines[0]?.id, quantity }] });
    },
    async moveToPickUp(id) {
      const { shippingMethods } = await staff<{ shippingMethods: { items: { id: string; code: string }[] } }>(
        'query { shippingMethods { items { id code } } }',
        {},
      );
      const method = shippingMethods.items.find(({ code }) => code === 'pick-up');
      await modify(id, { shippingMethodIds: [method?.id], options: { recalculateShipping: true } });
    },
    async swap(id) {
      const [line] = (await edited(id)).lines;
      await modify(id, {
        adjustOrderLines: [{ orderLineId: line?.id, quantity: 0 }],
        addItems: [{ productVariantId: heavy.id, quantity: line?.quantity }],
      });
      return heavy.name;
    },
    async add(id) {
      await modify(id, { addItems: [{ productVariantId: heavy.id, quantity: 1 }] });
      return heavy.name;
    },
    async correctGoods() {
      length += 1;
      const { products } = await staff<{ products: { items: { variants: { id: string }[] }[] } }>(
        '{ products(options: { sort: { id: ASC } }) { items { variants { id } } } }',
      );
      const id = products.items[0]?.variants[0]?.id;
      await staff('mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }', {
        input: [{ id, customFields: { shippingLength: length } }],
      });
    },
    async payBack(id, amount) {
      const [payment] = (await edited(id)).payments;
      const given = { amount: amount === undefined ? payment?.amount : amount * 100 };
      await staff(`mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename ${failed} } }`, {
        input: { paymentId: payment?.id, ...given, lines: [], shipping: 0, adjustment: 0, reason: 'goodwill' },
      });
    },
    reduce: (id, amount) =>
      modify(id, {
        surcharges: [{ description: 'Goodwill', price: -100 * amount, priceIncludesTax: true, taxRate: 0 }],
      }),
    async settleCash(id) {
      const [payment] = (await edited(id)).payments;
      await staff(`mutation ($id: ID!) { settlePayment(id: $id) { __typename ${failed} } }`, { id: payment?.id });
    },
    async cancelPayment(id) {
      const [payment] = (await edited(id)).payments;
      await staff(`mutation ($id: ID!) { cancelPayment(id: $id) { __typename ${failed} } }`, { id: payment?.id });
    },
    async sendByHand(id) {
      const lines = (await edited(id)).lines.map((line) => ({ orderLineId: line.id, quantity: line.quantity }));
      await staff(fulfill, {
        input: { lines, handler: { code: 'manual-fulfillment', arguments: [{ name: 'method', value: 'by hand' }] } },
      });
    },
    async cancelOrder(id) {
      const { payments } = await edited(id);
      await staff(
        `mutation ($id: ID!) { cancelOrder(input: { orderId: $id, cancelShipping: true, reason: "cancelled" }) {
          ${failed} ... on OrderStateTransitionError { transitionError } } }`,
        { id },
      );
      for (const { id: paymentId, amount } of payments)
        await staff(`mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename ${failed} } }`, {
          input: { paymentId, amount, lines: [], shipping: 0, adjustment: 0, reason: 'cancelled' },
        });
    },
    async erase(id) {
      const { order } = await staff<{ order: { customer: { id: string } } }>(
        'query ($id: ID!) { order(id: $id) { customer { id } } }',
        { id },
      );
      await staff('mutation ($id: ID!) { deleteCustomer(id: $id) { result } }', { id: order.customer.id });
    },
    async promised(id) {
      const { order } = await staff<{ order: { code: string } }>('query ($id: ID!) { order(id: $id) { code } }', {
        id,
      });
      // Whoever knows the code may read a new order.
      const { orderByCode } = await visitor(`${origin}/shop-api`).ask<{
        orderByCode: {
          acceptedDelivery: { courier: string; service: string; arrivalFirst: string; arrivalLast: string };
        };
      }>(
        `query ($code: String!) { orderByCode(code: $code) {
          acceptedDelivery { courier service arrivalFirst arrivalLast } } }`,
        { code: order.code },
      );
      const { courier, service, arrivalFirst: first, arrivalLast: last } = orderByCode.acceptedDelivery;
      return { service: `${courier}/${service}`, first, last };
    },
    tryAgain: (id, acceptHigherPrice = false) => tryAgain(staff, id, acceptHigherPrice),
    async keep(id) {
      const made = await lastFulfillment(staff, id);
      await staff('mutation ($id: ID!) { keepDelivery(fulfillmentId: $id) { id } }', { id: made?.id });
    },
    async view(id) {
      const view = (await lastFulfillment(staff, id))?.shippingDelivery;
      const { words = '', waybill, trackingLink, attention, note } = view ?? {};
      const given = (text: string | null | undefined) => text ?? undefined;
      return {
        ...{ words, waybill: given(waybill), trackingLink: given(trackingLink) },
        ...{ attention: given(attention), note: given(note) },
      };
    },
  };
}

/** A coupon of 7 % of the goods. */
async function useCoupon(staff: Ask, { ask }: VendureVisit, isOn: boolean): Promise<void> {
  const couponCode = 'GOODS7';
  const { promotions } = await staff<{ promotions: { totalItems: number } }>(
    'query ($couponCode: String!) { promotions(options: { filter: { couponCode: { eq: $couponCode } } }) { totalItems } }',
    { couponCode },
  );
  if (!promotions.totalItems)
    await staff('mutation ($input: CreatePromotionInput!) { createPromotion(input: $input) { __typename } }', {
      input: {
        ...{ enabled: true, couponCode, conditions: [] },
        actions: [{ code: 'order_percentage_discount', arguments: [{ name: 'discount', value: '7' }] }],
        translations: [{ languageCode: 'en', name: couponCode }],
      },
    });
  await ask(
    isOn
      ? `mutation ($couponCode: String!) { applyCouponCode(couponCode: $couponCode) { __typename ${failed} } }`
      : 'mutation ($couponCode: String!) { removeCouponCode(couponCode: $couponCode) { __typename } }',
    { couponCode },
  );
}

interface Wanted {
  postalCode?: number | undefined;
  area?: string | undefined;
  /** The scarf by default. */
  variant?: string | undefined;
  quantity?: number;
  /** The token of a channel. */
  channel?: string;
}

async function visit(
  origin: string,
  { postalCode = 40_111, area, variant: wanted, quantity = 2, channel = '' }: Wanted,
): Promise<VendureVisit> {
  const { ask, speak } = visitor(`${origin}/shop-api`, channel);
  const { products } = await ask<{ products: { items: { variants: { id: string }[] }[] } }>(
    '{ products { items { variants { id } } } }',
  );
  const variant = wanted ?? products.items[0]?.variants[0]?.id;
  const { addItemToOrder } = await ask<{ addItemToOrder: { subTotalWithTax: number; lines: OrderLine[] } }>(
    `mutation ($variant: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $variant, quantity: $quantity) {
      ${failed} ... on Order { subTotalWithTax lines { id } } } }`,
    { variant, quantity },
  );
  await ask(`mutation { setCustomerForOrder(input: { firstName: "Siti", lastName: "Rahayu",
    emailAddress: "siti-${postalCode}@example.com" }) { __typename ${failed} } }`);
  const address = {
    ...{ fullName: 'Siti Rahayu', phoneNumber: '081298765432', streetLine1: 'Jalan Braga 8' },
    ...{ city: 'Bandung', countryCode: 'ID', postalCode: String(postalCode) },
    ...(area && { customFields: { shippingArea: area } }),
  };
  const setAddress = (address: Fields) =>
    ask<void>(
      `mutation ($address: CreateAddressInput!) { setOrderShippingAddress(input: $address) { __typename ${failed} } }`,
      { address },
    );
  await setAddress(address);
  const set: VendureVisit['set'] = ({ service, offer, insurance, cashOnDelivery }) => {
    const fields = {
      ...{ shippingService: service, shippingOffer: offer },
      ...{ shippingInsurance: insurance, shippingCashOnDelivery: cashOnDelivery },
    };
    return ask(
      `mutation ($fields: UpdateOrderCustomFieldsInput!) { setOrderCustomFields(input: { customFields: $fields }) { __typename ${failed} } }`,
      { fields },
    );
  };
  const toPayment = () =>
    ask<void>(`mutation { transitionOrderToState(state: "ArrangingPayment") {
      ${failed} ... on OrderStateTransitionError { transitionError } } }`);
  const pay: VendureVisit['pay'] = async (payment) => {
    const method = payment === 'prepaid' ? 'card' : payment;
    const payable = await methodsOf(ask);
    if (String(payable) !== method) throw new Error(`The shop takes ${payable}, not ${method}.`);
    const { addPaymentToOrder } = await ask<{ addPaymentToOrder: { id: string } }>(
      `mutation ($method: String!) { addPaymentToOrder(input: { method: $method, metadata: {} }) {
        ${failed} ... on PaymentDeclinedError { paymentErrorMessage } ... on Order { id } } }`,
      { method },
    );
    return addPaymentToOrder.id;
  };
  return {
    ...{ goods: addItemToOrder.subTotalWithTax / 100, ask, speak, set, toPayment, pay },
    checkOut: (payment) => toPayment().then(() => pay(payment)),
    goBack: () => ask('mutation { transitionOrderToState(state: "AddingItems") { __typename } }'),
    moveTo: (code) => setAddress({ ...address, postalCode: String(code) }),
    take: (count) =>
      ask(
        `mutation ($id: ID!, $count: Int!) { adjustOrderLine(orderLineId: $id, quantity: $count) { __typename ${failed} } }`,
        { id: addItemToOrder.lines[0]?.id, count },
      ),
    rates: (switches) => rates(origin, ask, switches),
    async choose(choice) {
      await set(choice);
      const { eligibleShippingMethods } = await ask<{ eligibleShippingMethods: { id: string; code: string }[] }>(
        '{ eligibleShippingMethods { id code } }',
      );
      const method = eligibleShippingMethods.find(({ code }) => code === 'delivery');
      if (!method) throw new Error('The shop offers no shipping method for this choice.');
      const { setOrderShippingMethod } = await ask<{ setOrderShippingMethod: { shippingWithTax: number } }>(
        `mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { ${failed} ... on Order { shippingWithTax } } }`,
        { id: [method.id] },
      );
      return setOrderShippingMethod.shippingWithTax / 100;
    },
  };
}

/** The payment methods that the shop offers for the order. */
async function methodsOf(ask: Ask): Promise<string[]> {
  const { eligiblePaymentMethods } = await ask<{ eligiblePaymentMethods: { code: string; isEligible: boolean }[] }>(
    '{ eligiblePaymentMethods { code isEligible } }',
  );
  return eligiblePaymentMethods.filter(({ isEligible }) => isEligible).map(({ code }) => code);
}

/** As the storefront's page does: the shop signs the cart, and the gateway answers. */
async function rates(origin: string, ask: Ask, { insurance, cashOnDelivery }: Switches) {
  const { shippingCart } = await ask<{ shippingCart: { cart: string; shipment: Fields } }>(
    '{ shippingCart { cart shipment } }',
  );
  const { cart, shipment } = shippingCart;
  const question = {
    ...shipment,
    ...{ cart, couriers: 'jne,sicepat' },
    ...{ courier_insurance: Number(insurance), destination_cash_on_delivery: Number(cashOnDelivery) },
    ...(cashOnDelivery && { destination_cash_on_delivery_type: '7_days' }),
  };
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(question);
  const answer = await fetch(`${origin}/shipping/v1/rates/couriers`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`The gateway answered ${answer.status}: ${await answer.text()}`);
  const { pricing } = (await answer.json()) as RatesResponse;
  return offeredRates(pricing);
}

async function orderOf(staff: Ask, id: string): Promise<ShopOrder> {
  const { order } = await staff<{ order: { payments: { amount: number; method: string }[] } }>(
    'query ($id: ID!) { order(id: $id) { payments { amount method } } }',
    { id },
  );
  const made = await lastFulfillment(staff, id);
  const sum = (isAtDoor: boolean) =>
    order.payments
      .filter(({ method }) => (method === 'cash-on-delivery') === isAtDoor)
      .reduce((total, { amount }) => total + amount / 100, 0);
  const state = made?.shippingDelivery?.state ?? 'waiting';
  return {
    ...{ charged: sum(false), collected: sum(true) },
    // A delivery whose cancellation is not answered still exists.
    delivery: state === 'cancelling' ? 'placed' : state,
    shippingId: made?.customFields.shippingId ?? undefined,
    waybill: made?.trackingCode || undefined,
  };
}

/** A shopper on the storefront's page, and then the staff on theirs. */
export async function buyOnPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: /^Add Batik scarf/ }).click();
  await page.locator('#goods', { hasText: '185,000' }).waitFor();
  await page.locator('ship-area-search:state(chosen)').waitFor();
  await page.getByRole('button', { name: 'Show deliveries' }).click();
  await (await chooseOnPage(page)).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  // Back while paying is Back to the delivery, also by a reload.
  await page.getByRole('button', { name: 'Change the delivery' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: /^Card/ }).waitFor();
  await page.reload();
  await (await chooseOnPage(page)).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: /^Card/ }).dblclick();
  const [, code = ''] = /order is (\w+)/.exec((await page.getByText('Thank you.').textContent()) ?? '') ?? [];
  await page.goto(`${address}staff.html`);
  const order = page.getByRole('listitem').filter({ hasText: code });
  await order.getByRole('button', { name: 'Send' }).click();
  await order.getByText('The delivery is ordered').waitFor();
  await followOnPage(page, order.getByRole('link'));
}
