import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RatesResponse } from '../../src/index.ts';
import { freePort } from '../support/free-port.ts';
import { runProgram } from '../support/running-program.ts';
import { installShop } from './installed-shop.ts';
import {
  type Choice,
  chooseOnPage,
  offeredRates,
  type ServiceAddress,
  type Shop,
  type ShopOrder,
  type Switches,
  sellAtLowerOffer,
  type Visit,
} from './shop.ts';

type Fields = Record<string, unknown>;
type Ask = <Answer>(query: string, variables?: Fields) => Promise<Answer>;

/** A visitor of one of Vendure's two APIs. The first answer names the session. */
function visitor(address: string): Ask {
  let token = '';
  return async (query, variables = {}) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    token = answer.headers.get('vendure-auth-token') ?? token;
    const { data, errors } = await answer.json();
    if (errors?.length) throw new Error(errors[0].message);
    for (const result of Object.values<Fields | null>(data)) if (result?.errorCode) throw new Error(failure(result));
    return data;
  };
}

const failure = ({ errorCode, message, transitionError, fulfillmentHandlerError, paymentErrorMessage }: Fields) =>
  [errorCode, message, transitionError, fulfillmentHandlerError, paymentErrorMessage].filter(Boolean).join(': ');

const failed = '... on ErrorResult { errorCode message }';

export interface VendureVisit extends Visit {
  ask: Ask;
  /** Sets the choice without the shipping method. */
  set(choice: Choice): Promise<void>;
}

export interface VendureShop extends Shop {
  /** The Admin API. */
  staff: Ask;
  visit(postalCode?: number): Promise<VendureVisit>;
}

/** The secret of the example shop is public. */
const keys = { account: 'toko-senja', current: { kid: 'demo', secret: 'the-demo-has-no-secret-that-matters' } };

/** Starts the example shop of `demo/shops/vendure`. */
export async function startVendure({ url, key }: ServiceAddress): Promise<VendureShop> {
  const folder = await installShop('vendure');
  const data = mkdtempSync(join(tmpdir(), 'ship-elements-vendure-'));
  const env = { PORT: String(await freePort()), DATA: data, SHIPPING_URL: url, SHIPPING_KEY: key, SETTLE_EVERY: '0' };
  const program = await runProgram(['node', 'shop.js'], { cwd: folder, env });
  const { origin } = program;
  const staff = visitor(`${origin}/admin-api`);
  await staff(`mutation { login(username: "superadmin", password: "superadmin") { __typename } }`);
  const send: VendureShop['send'] = async (id, acceptHigherPrice = false) => {
    const { order } = await staff<{ order: { lines: { id: string; quantity: number }[] } }>(
      'query ($id: ID!) { order(id: $id) { lines { id quantity } } }',
      { id },
    );
    const lines = order.lines.map((line) => ({ orderLineId: line.id, quantity: line.quantity }));
    const handler = {
      code: 'ship-elements',
      arguments: [{ name: 'acceptHigherPrice', value: String(acceptHigherPrice) }],
    };
    await staff(
      `mutation ($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) {
        ${failed} ... on CreateFulfillmentError { fulfillmentHandlerError } } }`,
      { input: { lines, handler } },
    );
  };
  return {
    ...{ page: `${origin}/`, staff, send },
    sellTooCheap: async () => sellAtLowerOffer(await visit(origin, 40_111), keys),
    visit: (postalCode = 40_111) => visit(origin, postalCode),
    order: (id) => orderOf(staff, id),
    async cancel(id) {
      const { order } = await staff<{ order: { fulfillments: { id: string }[] } }>(
        'query ($id: ID!) { order(id: $id) { fulfillments { id } } }',
        { id },
      );
      await staff(
        `mutation ($id: ID!) { transitionFulfillmentToState(id: $id, state: "Cancelled") {
          ${failed} ... on FulfillmentStateTransitionError { transitionError } } }`,
        { id: order.fulfillments[0]?.id },
      );
    },
    settle: () => staff('mutation { settleDeliveries }'),
    async stop() {
      await program.stop();
      rmSync(data, { recursive: true });
    },
  };
}

async function visit(origin: string, postalCode: number): Promise<VendureVisit> {
  const ask = visitor(`${origin}/shop-api`);
  const { products } = await ask<{ products: { items: { variants: { id: string }[] }[] } }>(
    '{ products { items { variants { id } } } }',
  );
  const variant = products.items[0]?.variants[0]?.id;
  const { addItemToOrder } = await ask<{ addItemToOrder: { id: string; subTotalWithTax: number } }>(
    `mutation ($variant: ID!) { addItemToOrder(productVariantId: $variant, quantity: 2) { ${failed} ... on Order { id subTotalWithTax } } }`,
    { variant },
  );
  await ask(`mutation { setCustomerForOrder(input: { firstName: "Siti", lastName: "Rahayu",
    emailAddress: "siti-${postalCode}@example.com" }) { __typename ${failed} } }`);
  const address = {
    ...{ fullName: 'Siti Rahayu', phoneNumber: '081298765432', streetLine1: 'Jalan Braga 8' },
    ...{ city: 'Bandung', countryCode: 'ID', postalCode: String(postalCode) },
  };
  await ask(
    `mutation ($address: CreateAddressInput!) { setOrderShippingAddress(input: $address) { __typename ${failed} } }`,
    {
      address,
    },
  );
  const set: VendureVisit['set'] = ({ service, offer, insured, cashOnDelivery }) => {
    const fields = {
      ...{ shippingService: service, shippingOffer: offer },
      ...{ shippingInsured: insured, shippingCashOnDelivery: cashOnDelivery },
    };
    return ask(
      `mutation ($fields: UpdateOrderCustomFieldsInput!) { setOrderCustomFields(input: { customFields: $fields }) { __typename ${failed} } }`,
      { fields },
    );
  };
  const checkOut: VendureVisit['checkOut'] = async (payment) => {
    await ask(`mutation { transitionOrderToState(state: "ArrangingPayment") {
      ${failed} ... on OrderStateTransitionError { transitionError } } }`);
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
    ...{ goods: addItemToOrder.subTotalWithTax / 100, ask, set, checkOut },
    rates: (switches) => rates(origin, ask, switches),
    async choose(choice) {
      await set(choice);
      const { eligibleShippingMethods } = await ask<{ eligibleShippingMethods: { id: string }[] }>(
        '{ eligibleShippingMethods { id } }',
      );
      const [method] = eligibleShippingMethods;
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
async function rates(origin: string, ask: Ask, { insured, cashOnDelivery }: Switches) {
  const { shippingCart } = await ask<{ shippingCart: { cart: string; shipment: Fields } }>(
    '{ shippingCart { cart shipment } }',
  );
  const { cart, shipment } = shippingCart;
  const question = {
    ...shipment,
    ...{ cart, couriers: 'jne,sicepat' },
    ...{ courier_insurance: Number(insured), destination_cash_on_delivery: Number(cashOnDelivery) },
    ...(cashOnDelivery && { destination_cash_on_delivery_type: '7_days' }),
  };
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(question);
  const answer = await fetch(`${origin}/shipping/v1/rates/couriers`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`The gateway answered ${answer.status}: ${await answer.text()}`);
  const { pricing } = (await answer.json()) as RatesResponse;
  return offeredRates(pricing);
}

interface StaffOrder {
  payments: { amount: number; method: string }[];
  fulfillments: { id: string; state: string; trackingCode: string; customFields: { shippingId: string | null } }[];
}

async function orderOf(staff: Ask, id: string): Promise<ShopOrder> {
  const { order } = await staff<{ order: StaffOrder }>(
    `query ($id: ID!) { order(id: $id) { payments { amount method }
      fulfillments { id state trackingCode customFields { shippingId } } } }`,
    { id },
  );
  const fulfillment = order.fulfillments.sort((one, other) => Number(one.id) - Number(other.id)).at(-1);
  const { shippingId } = fulfillment?.customFields ?? { shippingId: null };
  const sum = (isAtDoor: boolean) =>
    order.payments
      .filter(({ method }) => (method === 'cash-on-delivery') === isAtDoor)
      .reduce((total, { amount }) => total + amount / 100, 0);
  const placed = shippingId ? 'placed' : 'waiting';
  return {
    ...{ charged: sum(false), collected: sum(true) },
    delivery: fulfillment?.state === 'Cancelled' ? 'cancelled' : placed,
    shippingId: shippingId ?? undefined,
    waybill: fulfillment?.trackingCode || undefined,
  };
}

/** A shopper on the storefront's page, and then the staff on theirs. */
export async function buyOnPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: /^Add Batik scarf/ }).click();
  await page.locator('#goods', { hasText: '185.000' }).waitFor();
  await page.getByRole('button', { name: 'Show deliveries' }).click();
  await (await chooseOnPage(page)).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: /^Card/ }).click();
  const [, code = ''] = /order is (\w+)/.exec((await page.getByText('Thank you.').textContent()) ?? '') ?? [];
  await page.goto(`${address}staff.html`);
  const order = page.getByRole('listitem').filter({ hasText: code });
  await order.getByRole('button', { name: 'Send' }).click();
  await order.getByText('jne/reg ordered').waitFor();
}
