import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { expect } from 'chai';
import { acceptedDelivery, confirmationVars } from '../../src/shops/vendure/mail.ts';
import { checkOptions, type ShipElementsOptions } from '../../src/shops/vendure/options.ts';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { freePort } from '../support/free-port.ts';
import { installExample } from '../support/installed-example.ts';
import { runProgram } from '../support/running-program.ts';
import { merchantsDay } from './merchants-day.ts';
import { docsErrors, typeErrors } from './plugin-types.ts';
import { buy, choose, failure, find, plain, testShop } from './scenarios.ts';
import { startService } from './service.ts';
import { type Choice, track, type Visit } from './shop.ts';
import { buyOnPage, startVendure, type VendureShop, type VendureVisit } from './vendure.ts';
import { dashboardScript } from './vendure-dashboard/bundle.ts';

let shop: VendureShop;

const transition = async (id: string, state: string) => {
  const { order } = await shop.staff<{ order: { fulfillments: { id: string }[] } }>(
    'query ($id: ID!) { order(id: $id) { fulfillments { id } } }',
    { id },
  );
  await shop.staff(
    `mutation ($id: ID!, $state: String!) { transitionFulfillmentToState(id: $id, state: $state) { __typename
      ... on ErrorResult { errorCode message } ... on FulfillmentStateTransitionError { transitionError } } }`,
    { id: order.fulfillments.at(-1)?.id, state },
  );
};

/** Fulfills so many of the first line. */
async function fulfill(id: string, quantity: number, code: string): Promise<void> {
  const { order } = await shop.staff<{ order: { lines: { id: string }[] } }>(
    'query ($id: ID!) { order(id: $id) { lines { id } } }',
    { id },
  );
  const handler = { code, arguments: code === 'ship-elements' ? [] : [{ name: 'method', value: 'by hand' }] };
  await shop.staff(
    `mutation ($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) { __typename
      ... on ErrorResult { errorCode message } ... on CreateFulfillmentError { fulfillmentHandlerError } } }`,
    { input: { lines: [{ orderLineId: order.lines[0]?.id, quantity }], handler } },
  );
}

const stateOf = async (id: string): Promise<string> =>
  (await shop.staff<{ order: { state: string } }>('query ($id: ID!) { order(id: $id) { state } }', { id })).order.state;

async function settlePayment(id: string): Promise<void> {
  const { order } = await shop.staff<{ order: { payments: { id: string }[] } }>(
    'query ($id: ID!) { order(id: $id) { payments { id } } }',
    { id },
  );
  await shop.staff(
    'mutation ($id: ID!) { settlePayment(id: $id) { __typename ... on ErrorResult { errorCode message } } }',
    { id: order.payments[0]?.id },
  );
}

/** Cancels one of the first line, as Vendure's dashboard does. It pays nothing back. */
async function cancelOne(id: string): Promise<void> {
  const { order } = await shop.staff<{ order: { lines: { id: string }[] } }>(
    'query ($id: ID!) { order(id: $id) { lines { id } } }',
    { id },
  );
  await shop.staff(
    'mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { __typename ... on ErrorResult { errorCode message } } }',
    { input: { orderId: id, lines: [{ orderLineId: order.lines[0]?.id, quantity: 1 }], reason: 'not in stock' } },
  );
}

/** @param amount the first payment's whole amount by default */
async function payBack(id: string, amount?: number): Promise<void> {
  const { order } = await shop.staff<{ order: { payments: { id: string; amount: number }[] } }>(
    'query ($id: ID!) { order(id: $id) { payments { id amount } } }',
    { id },
  );
  const [payment] = order.payments;
  const given = { amount: amount ?? payment?.amount, lines: [], shipping: 0, adjustment: 0 };
  await shop.staff(
    'mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename ... on ErrorResult { errorCode message } } }',
    { input: { paymentId: payment?.id, ...given } },
  );
}

async function offered(visit: Visit, service = 'jne/reg'): Promise<Choice> {
  return { ...plain, service, offer: find(await visit.rates(plain), service).offer };
}

testShop(
  'Vendure',
  async (service) => {
    shop = await startVendure(service);
    return shop;
  },
  /costs Rp \d+ by now/,
  buyOnPage,
  (placed, tools) => {
    const { settled } = tools;
    merchantsDay({
      ...tools,
      shop: () => shop,
      hasAreas: true,
      acceptsAhead: true,
      paysThenOrders: true,
      addsGoods: true,
      paysBack: true,
      waitsToErase: true,
      speaksIndonesian: true,
      cancelsFirst: true,
      hasShopApi: true,
    });

    it('refuses a choice that changes after its price was added', async () => {
      const visit = await shop.visit();
      await choose(visit);
      await visit.set(await offered(visit, 'jne/yes'));
      expect(await failure(visit.checkOut('prepaid'))).to.contain('set the shipping method again');
    });

    it('offers cash on delivery where the channel has a payment method for it', async () => {
      const visit = await shop.visit();
      const offered = async () =>
        (await visit.ask<{ shippingCart: { switches: string } }>('{ shippingCart { switches } }')).shippingCart
          .switches;
      const { paymentMethods } = await shop.staff<{ paymentMethods: { items: { id: string; code: string }[] } }>(
        '{ paymentMethods { items { id code } } }',
      );
      const id = paymentMethods.items.find(({ code }) => code === 'cash-on-delivery')?.id;
      // Vendure saves a payment method twice, and the second time without the checker if the update does not repeat it.
      const checker = { code: 'ship-elements-payment', arguments: [{ name: 'collected', value: 'true' }] };
      const enable = (enabled: boolean) =>
        shop.staff('mutation ($input: UpdatePaymentMethodInput!) { updatePaymentMethod(input: $input) { id } }', {
          input: { id, enabled, checker },
        });
      expect(await offered()).to.equal('insurance cash-on-delivery');
      await enable(false);
      const without = await offered().finally(() => enable(true));
      expect(without).to.equal('insurance');
    });

    it('goes to the payment only with a delivery for the goods of the cart', async () => {
      const visit = await shop.visit();
      await choose(visit);
      await visit.ask('mutation { addItemToOrder(productVariantId: 2, quantity: 1) { __typename } }');
      expect(await failure(visit.checkOut('prepaid'))).to.contain('choose the delivery again');
    });

    /** Vendure calculates the order again when the billing address is set. */
    const bill = (visit: VendureVisit) =>
      visit.ask(`mutation { setOrderBillingAddress(input: { streetLine1: "Jalan Asia Afrika 1", countryCode: "ID" }) {
        ... on Order { totalWithTax } } }`);
    const methodOf = async (visit: VendureVisit) => {
      const { activeOrder } = await visit.ask<{
        activeOrder: { shippingLines: { priceWithTax: number; shippingMethod: { code: string } }[] };
      }>('{ activeOrder { shippingLines { priceWithTax shippingMethod { code } } } }');
      return activeOrder.shippingLines.map((line) => [line.shippingMethod.code, line.priceWithTax / 100]);
    };

    const changes: Record<string, (visit: VendureVisit) => Promise<unknown>> = {
      'the offer is emptied': (visit) => visit.set({ ...plain, service: 'jne/reg', offer: '' }),
      'another service is chosen': async (visit) => visit.set({ ...plain, service: 'jne/yes', offer: 'nonsense' }),
      'the address is changed': (visit) => outcome(visit.moveTo(99_111)),
    };
    const outcome = (work: Promise<unknown>) => work.catch(() => undefined);
    for (const [name, change] of Object.entries(changes))
      for (const step of ['before', 'during'] as const)
        it(`charges the delivery if ${name} ${step} the payment`, async () => {
          const visit = await shop.visit();
          const { added: price } = await choose(visit);
          if (step === 'during') await visit.toPayment();
          await change(visit);
          await bill(visit);
          expect(await methodOf(visit)).to.deep.equal([['delivery', price]]);
          const id = await (step === 'during' ? visit.pay('prepaid') : visit.checkOut('prepaid')).catch(
            () => undefined,
          );
          if (id) expect((await shop.order(id)).charged).to.equal(visit.goods + price);
        });

    it('takes no payment while the address is another one than the delivery was chosen for', async () => {
      const visit = await shop.visit();
      await choose(visit);
      await visit.toPayment();
      await visit.moveTo(99_111);
      expect(await failure(visit.pay('prepaid'))).to.contain('The shop takes , not card');
      await visit.moveTo(40_111);
      await visit.pay('prepaid');
    });

    it('forgets the choice of a shopper who picks the goods up', async () => {
      const visit = await shop.visit();
      await choose(visit);
      await visit.toPayment();
      await visit.ask('mutation { transitionOrderToState(state: "AddingItems") { __typename } }');
      const { eligibleShippingMethods } = await visit.ask<{ eligibleShippingMethods: { id: string; code: string }[] }>(
        '{ eligibleShippingMethods { id code } }',
      );
      const pickUp = eligibleShippingMethods.find(({ code }) => code === 'pick-up')?.id;
      await visit.ask(
        'mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { ... on ErrorResult { errorCode message } } }',
        { id: [pickUp] },
      );
      const id = await visit.checkOut('prepaid');
      expect(await failure(shop.send(id))).to.contain('has chosen no delivery');
    });

    it('sends the rest of an order that was shipped in part by hand, and no part of the rest', async () => {
      const visit = await shop.visit();
      await visit.take(3);
      await choose(visit);
      const id = await visit.checkOut('prepaid');
      await fulfill(id, 1, 'manual-fulfillment');
      expect(await failure(fulfill(id, 1, 'ship-elements'))).to.contain('all items that are left');
      await fulfill(id, 2, 'ship-elements');
      await settled(id);
      expect((await placed()).map(({ items }) => items?.[0]?.quantity)).to.deep.equal([2]);
    });

    it('sends the rest after a part was shipped by hand and another part was paid back', async () => {
      const visit = await shop.visit();
      await visit.take(3);
      await choose(visit);
      const id = await visit.checkOut('prepaid');
      await fulfill(id, 1, 'manual-fulfillment');
      await cancelOne(id);
      await payBack(id, 18_500_000);
      await fulfill(id, 1, 'ship-elements');
      expect(await settled(id)).to.include({ delivery: 'placed' });
      expect((await placed()).map(({ items }) => items?.[0]?.quantity)).to.deep.equal([1]);
    });

    it('does not send what was paid back, neither now nor while it waits', async () => {
      const [waits, paidBack] = [await buy(shop), await buy(shop)];
      await payBack(paidBack);
      expect(await failure(shop.send(paidBack))).to.contain('not paid');
      await shop.day.correct(waits, { postalCode: 40_117 });
      tools.service().isDown = true;
      await shop.send(waits);
      tools.service().isDown = false;
      await payBack(waits);
      expect(await settled(waits)).to.include({ delivery: 'refused' });
      expect(await placed()).to.deep.equal([]);
    });

    it('cancels what the service did not answer, with the button that tries again', async () => {
      const id = await buy(shop);
      await shop.send(id);
      tools.service().isDown = true;
      // Vendure's own button.
      expect(await failure(transition(id, 'Cancelled'))).to.contain('is being cancelled at the service');
      expect((await shop.day.view(id)).words).to.equal('Being cancelled at the service');
      tools.service().isDown = false;
      while ((await shop.day.view(id)).words !== 'Cancelled') await shop.day.tryAgain(id);
      expect((await placed()).map(({ status }) => status)).to.deep.equal(['cancelled']);
      await shop.day.cancelOrder(id);
    });

    it('offers no further try at the delivery of an order that is cancelled', async () => {
      const id = await shop.sellTooCheap();
      expect(await failure(shop.send(id))).to.contain('by now');
      type Tried = { order: { fulfillments: { shippingDelivery: { canRetry: boolean } }[] } };
      const canRetry = async () => {
        const asked = 'query ($id: ID!) { order(id: $id) { fulfillments { shippingDelivery { canRetry } } } }';
        return (await shop.staff<Tried>(asked, { id })).order.fulfillments[0]?.shippingDelivery.canRetry;
      };
      expect(await canRetry()).to.equal(true);
      await shop.day.cancelOrder(id);
      expect(await canRetry()).to.equal(false);
    });

    it('shows the staff what needs them, with a button that orders at the higher price', async () => {
      const id = await shop.sellTooCheap();
      const { order } = await shop.staff<{ order: { code: string } }>('query ($id: ID!) { order(id: $id) { code } }', {
        id,
      });
      const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
      const page = await browser.newPage();
      await page.goto(`${shop.page}staff.html`);
      const row = page.getByRole('listitem').filter({ hasText: order.code });
      await row.getByRole('button', { name: 'Send' }).click();
      await row.getByText(/costs Rp \d+ by now/).waitFor();
      await row.getByRole('button', { name: 'Accept the higher price' }).click();
      await row.getByText('The delivery is ordered').waitFor();
      const [made] = await placed();
      expect(await row.getByRole('link').textContent()).to.equal(made?.courier?.waybill_id);
      expect(await row.getByRole('link').getAttribute('href')).to.match(/^https?:/);
      await browser.close();
    });

    it('brings a block for the order’s page of Vendure’s dashboard, with the same words and buttons', async () => {
      const script = await dashboardScript(await installExample('shops/vendure'));
      const id = await shop.sellTooCheap();
      // Its fulfillment has no delivery of ours.
      await fulfill(id, 1, 'manual-fulfillment');
      await fulfill(id, 1, 'ship-elements');
      const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
      const page = await browser.newPage();
      // This page signs the staff in.
      await page.goto(`${shop.page}staff.html#${id}`);
      await page.getByRole('listitem').first().waitFor();
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const isAsked = page.waitForRequest((request) => `${request.postData()}`.includes('acceptedDelivery'));
      await page.route('**/admin-api', (route) => held.then(() => route.continue()));
      await page.addScriptTag({ content: script });
      const block = page.locator('#ship-elements-delivery');
      await isAsked;
      // Until the answer, it does not say that no delivery is ordered.
      expect(await block.textContent()).to.equal('');
      answer();
      await block.getByText('State: Not ordered').waitFor();
      await block.getByText(/Needs attention: .+ costs Rp \d+ by now/).waitFor();
      await block.getByRole('button', { name: 'Try again' }).click();
      await block.getByRole('button', { name: 'Accept the higher price', disabled: false }).click();
      await block.getByText('State: The delivery is ordered').waitFor();
      const [made] = await placed();
      expect(await block.getByRole('link').textContent()).to.equal(made?.courier?.waybill_id);
      expect(await block.getByRole('link').getAttribute('href')).to.equal((await shop.day.view(id)).trackingLink);
      expect(await block.getByRole('button').count()).to.equal(0);
      await tools.service().end(made?.id ?? '', 'picked');
      await failure(shop.cancel(id));
      await page.reload();
      await page.addScriptTag({ content: script });
      const attention = block.getByText(/Needs attention: The delivery was not cancelled/);
      await attention.waitFor();
      await block.getByRole('button', { name: 'Keep the delivery' }).click();
      await attention.waitFor({ state: 'detached' });
      await browser.close();
    });

    it('tells the staff that the courier has ended a delivery, once the tracking page has heard of it', async () => {
      const id = await buy(shop);
      await shop.send(id);
      const [made] = await placed();
      await tools.service().end(made?.id ?? '', 'courier_not_found');
      const { attention, trackingLink } = await shop.day.view(id);
      expect(attention).to.equal(undefined);
      await track(trackingLink);
      expect((await shop.day.view(id)).attention).to.contain('no driver was found');
      await shop.cancel(id);
      await shop.send(id);
      expect((await shop.day.view(id)).attention).to.equal(undefined);
    });

    it('sends no order that staff have moved to another shipping method, neither now nor while it waits', async () => {
      const [waits, moved] = [await buy(shop), await buy(shop)];
      // No price is kept for this place, so that nothing can be sent before the service answers.
      await shop.day.correct(waits, { postalCode: 40_116 });
      tools.service().isDown = true;
      await shop.send(waits);
      tools.service().isDown = false;
      await shop.day.moveToPickUp(waits);
      expect(await settled(waits)).to.include({ delivery: 'refused' });
      expect((await shop.day.view(waits)).attention).to.contain('send this order by another handler');
      await shop.day.moveToPickUp(moved);
      expect(await failure(shop.send(moved))).to.contain('send this order by another handler');
      expect(await placed()).to.deep.equal([]);
    });

    it('shows the shopper waybill and link of a delivery, and nothing that is for the staff', async () => {
      const visit = await shop.visit();
      await choose(visit);
      const id = await visit.checkOut('prepaid');
      await shop.send(id);
      const { order } = await shop.staff<{ order: { code: string } }>('query ($id: ID!) { order(id: $id) { code } }', {
        id,
      });
      const read = (fields: string) =>
        visit.ask<{ orderByCode: { fulfillments: object[] } }>(
          `query ($code: String!) { orderByCode(code: $code) { fulfillments { trackingCode customFields { ${fields} } } } }`,
          { code: order.code },
        );
      const [made] = await placed();
      const { orderByCode } = await read('shippingLink');
      expect(orderByCode.fulfillments).to.have.lengthOf(1);
      expect(orderByCode.fulfillments[0]).to.include({ trackingCode: made?.courier?.waybill_id });
      expect(JSON.stringify(orderByCode)).to.match(/"shippingLink":"http[^"]+\/track\.html#t=/);
      expect(await failure(read('shippingReference'))).to.contain('Cannot query field');
    });

    it('charges a cheaper delivery only if the shopper goes back and chooses it', async () => {
      const visit = await shop.visit();
      const cheaper = await offered(visit);
      const { added: price } = await choose(visit, plain, 'jne/yes');
      await visit.toPayment();
      await visit.set(cheaper);
      await bill(visit);
      expect(await methodOf(visit)).to.deep.equal([['delivery', price]]);
      const id = await visit.pay('prepaid');
      expect((await shop.order(id)).charged).to.equal(visit.goods + price);
      await shop.send(id);
      expect((await placed()).map(({ courier }) => courier?.type)).to.deep.equal(['yes']);
    });

    it('asks the service after Vendure’s transaction, so that a slow service keeps no order locked', async () => {
      const id = await buy(shop);
      const release = tools.service().hold();
      try {
        await fulfill(id, 2, 'ship-elements');
        await shop.day.correct(id, { phone: '081311112222' });
        expect(await shop.order(id)).to.include({ delivery: 'waiting' });
      } finally {
        release();
      }
      expect(await settled(id)).to.include({ delivery: 'placed' });
      const cancels = tools.service().hold();
      try {
        await failure(transition(id, 'Cancelled'));
        await shop.day.correct(id, { phone: '081311113333' });
      } finally {
        cancels();
      }
      while ((await placed()).some(({ status }) => status !== 'cancelled')) await shop.settle();
    });

    it('keeps a delivery whose answer several requests store at once, after a process that ended too early', async () => {
      const id = await buy(shop);
      await shop.send(id);
      await shop.forgetAnswer();
      const settlers = [shop, shop.day.other, shop, shop.day.other];
      await Promise.all(settlers.map((each) => each.settle()));
      expect(await settled(id)).to.include({ delivery: 'placed' });
      expect((await placed()).map(({ status }) => status)).to.deep.equal(['confirmed']);
    });

    it('marks a fulfillment as shipped or delivered only when its delivery is ordered', async () => {
      const id = await buy(shop);
      tools.service().loseNextAnswer();
      await shop.send(id);
      for (const state of ['Shipped', 'Delivered'])
        expect(await failure(transition(id, state))).to.contain('has not confirmed');
    });

    it('ships and delivers an order with cash on delivery before its payment is settled', async () => {
      const id = await buy(shop, 'cash-on-delivery');
      await shop.send(id);
      for (const state of ['Shipped', 'Delivered']) {
        await transition(id, state);
        expect(await stateOf(id)).to.equal(state);
      }
      await settlePayment(id);
      expect(await stateOf(id)).to.equal('Delivered');
    });

    it('cancels no order whose parcel is shipped and may be on its way, and does when it has arrived', async () => {
      const id = await buy(shop);
      await shop.send(id);
      await transition(id, 'Shipped');
      const refusal = 'cancel its fulfillment first, or mark it as delivered if it has arrived';
      expect(await failure(shop.day.cancelOrder(id))).to.contain(refusal);
      expect(await stateOf(id)).to.equal('Shipped');
      const { trackingLink } = await shop.day.view(id);
      await tools.service().end((await placed())[0]?.id ?? '', 'delivered');
      await track(trackingLink);
      await shop.day.cancelOrder(id);
      expect(await stateOf(id)).to.equal('Cancelled');
    });

    it('asks about goods that staff add after the label, and about another shipping method, until it is delivered', async () => {
      const [added, moved] = [await buy(shop), await buy(shop)];
      for (const id of [added, moved]) await shop.send(id);
      await shop.day.add?.(added);
      expect((await shop.day.view(added)).attention).to.match(/^The parcel has other goods than the order\. The/);
      await shop.day.moveToPickUp(moved);
      expect((await shop.day.view(moved)).attention).to.match(/^The label has another .+ service than the order\. /);
      for (const state of ['Shipped', 'Delivered']) await transition(moved, state);
      expect((await shop.day.view(moved)).attention).to.equal(undefined);
    });

    it('has the courier collect nothing that was settled before', async () => {
      const id = await buy(shop, 'cash-on-delivery');
      await settlePayment(id);
      await shop.send(id);
      expect((await placed()).map(({ destination }) => destination?.cash_on_delivery?.amount ?? 0)).to.deep.equal([0]);
    });

    it('has the courier collect nothing of goods that staff cancelled', async () => {
      const visit = await shop.visit();
      await visit.take(3);
      await choose(visit, { ...plain, cashOnDelivery: true });
      const id = await visit.checkOut('cash-on-delivery');
      await cancelOne(id);
      await shop.send(id);
      const [made] = await placed();
      expect(made?.items?.map(({ quantity }) => quantity)).to.deep.equal([2]);
      expect(made?.destination?.cash_on_delivery?.amount).to.equal(Math.round(await shop.day.total(id)));
    });

    it('takes a tax rate with decimals', async () => {
      const { shippingMethods } = await shop.staff<{ shippingMethods: { items: { id: string; code: string }[] } }>(
        '{ shippingMethods { items { id code } } }',
      );
      const id = shippingMethods.items.find(({ code }) => code === 'delivery')?.id;
      const setRate = (rate: string) =>
        shop.staff(
          `mutation ($id: ID!, $rate: String!) { updateShippingMethod(input: { id: $id, translations: [],
            calculator: { code: "ship-elements-price", arguments: [{ name: "taxRate", value: $rate }] } }) { id } }`,
          { id, rate },
        );
      await setRate('1.1');
      const visit = await shop.visit();
      await choose(visit);
      const { activeOrder } = await visit.ask<{ activeOrder: { taxSummary: object[] } }>(
        '{ activeOrder { taxSummary { taxRate description } } }',
      );
      await setRate('0');
      expect(activeOrder.taxSummary).to.deep.include({ taxRate: 1.1, description: 'shipping tax' });
    });

    it('erases the delivery of a customer whom staff delete once it has ended, in the shop and in the gateway', async () => {
      const id = await buy(shop);
      await shop.send(id);
      await settled(id);
      const read = async () =>
        JSON.stringify(
          await shop.staff(
            `query ($id: ID!) { order(id: $id) { customer { id } fulfillments { trackingCode customFields { shippingId shippingLink shippingProblem } } } }`,
            { id },
          ),
        );
      const waybill = (await placed())[0]?.courier?.waybill_id ?? 'none';
      expect(await read()).to.contain(waybill);
      const { order } = await shop.staff<{ order: { customer: { id: string } } }>(
        'query ($id: ID!) { order(id: $id) { customer { id } } }',
        { id },
      );
      await shop.staff('mutation ($id: ID!) { deleteCustomer(id: $id) { result } }', { id: order.customer.id });
      await shop.settle();
      expect(await read(), 'it is open').to.contain(waybill);
      const { exportDeliveries } = await shop.staff<{ exportDeliveries: { orders: { until?: string }[] }[] }>(
        'query ($id: ID!) { exportDeliveries(orderId: $id) }',
        { id },
      );
      expect(exportDeliveries[0]?.orders[0]?.until).to.match(/^\d{4}-/);
      await shop.cancel(id);
      // What was still being written comes after the erasure, and the next `settle` erases it again.
      while (!(await read()).includes('"shippingProblem":"order-erased"')) await shop.settle();
      const isErased = async () =>
        expect(await read())
          .to.contain('"shippingLink":null')
          .and.not.contain(waybill);
      await isErased();
      expect((await placed()).map(({ status }) => status)).to.deep.equal(['cancelled']);
      await shop.settle();
      await isErased();
    });

    it('lets staff cancel a fulfillment whose delivery was erased, and tells them what it cannot cancel', async () => {
      const id = await buy(shop);
      await shop.send(id);
      const { waybill = '' } = await settled(id);
      const { words, trackingLink } = await shop.day.view(id);
      await tools.service().end((await placed())[0]?.id ?? '', 'delivered');
      await track(trackingLink);
      await shop.day.erase(id);
      while ((await shop.day.view(id)).waybill) await shop.settle();
      const erased = await shop.day.view(id);
      expect(await failure(shop.cancel(id))).to.contain('its data was erased');
      expect(await shop.day.view(id), 'nothing was changed').to.deep.equal(erased);
      await shop.forgetErasure(waybill);
      expect(await failure(transition(id, 'Cancelled'))).to.contain('is being cancelled at the service');
      const deadline = Date.now() + 30_000;
      while ((await shop.day.view(id)).words !== words && Date.now() < deadline);
      const { attention, ...kept } = await shop.day.view(id);
      expect(kept).to.include({ words, waybill });
      expect(attention).to.contain('Cancel it in the dashboard of the service');
      await transition(id, 'Cancelled');
      await shop.day.cancelOrder(id);
      await shop.settle();
      expect((await shop.day.view(id)).waybill).to.equal(undefined);
    });

    it('says by an error result why the service does not cancel a delivery, in the language of the staff', async () => {
      const id = await buy(shop);
      await shop.send(id);
      await tools.service().end((await placed())[0]?.id ?? '', 'picked');
      const refused = async (language: string) => {
        shop.day.speak(language);
        return failure(shop.cancel(id)).finally(() => shop.day.speak('en'));
      };
      expect(await refused('en')).to.match(
        /^CANCEL_DELIVERY_ERROR: The delivery is not cancelled: The delivery was not cancelled\. /,
      );
      expect(await refused('id')).to.match(/^CANCEL_DELIVERY_ERROR: Pengiriman tidak dibatalkan: Pengiriman tidak /);
      expect(await shop.order(id), 'nothing was changed').to.include({ delivery: 'placed' });
    });

    it('speaks Indonesian', async () => {
      const visit = await shop.visit();
      await choose(visit);
      await visit.set({ ...plain, service: 'jne/reg', offer: '' });
      expect(await failure(visit.toPayment())).to.contain('Choose a delivery first.');
      visit.speak('id');
      expect(await failure(visit.toPayment())).to.contain('Pilih pengiriman dahulu.');
    });

    it('is tried again by a scheduled task', async () => {
      const id = await buy(shop);
      tools.service().isDown = true;
      await shop.send(id);
      tools.service().isDown = false;
      // The gateway pauses before it asks again, so one run may be too early.
      while ((await shop.order(id)).delivery === 'waiting') {
        await shop.staff('mutation { runScheduledTask(id: "ship-elements-settle") { success } }');
        await new Promise((resume) => setTimeout(resume, 200));
      }
      expect(await shop.order(id)).to.include({ delivery: 'placed' });
    });

    it('sends what another channel sold from the warehouse of that channel', async () => {
      const visit = await shop.visitChannel('bandung');
      await choose(visit);
      const id = await visit.checkOut('prepaid');
      await shop.send(id);
      const [made] = await placed();
      expect(made?.origin).to.include({ postal_code: 40_111, contact_name: 'Toko Senja Bandung' });
    });

    it('keeps the delivery of an order that the staff modify', async () => {
      const visit = await shop.visit();
      const { added: price } = await choose(visit);
      const id = await visit.checkOut('prepaid');
      await shop.staff('mutation ($id: ID!) { transitionOrderToState(id: $id, state: "Modifying") { __typename } }', {
        id,
      });
      const { modifyOrder } = await shop.staff<{ modifyOrder: { shippingWithTax: number } }>(
        `mutation ($id: ID!) { modifyOrder(input: { orderId: $id, dryRun: true,
          addItems: [{ productVariantId: 2, quantity: 1 }] }) { ... on Order { shippingWithTax } } }`,
        { id },
      );
      expect(modifyOrder.shippingWithTax).to.equal(price * 100);
    });

    it('orders another delivery after the first is cancelled', async () => {
      const id = await buy(shop);
      await shop.send(id);
      await shop.cancel(id);
      await shop.send(id);
      const statuses = (await placed()).map(({ status }) => status);
      expect(statuses).to.deep.equal(['cancelled', 'confirmed']);
      expect(await settled(id)).to.include({ delivery: 'placed' });
    });

    it('refuses an address that no courier would take, before the payment', async () => {
      const visit = await shop.visit();
      const address = { streetLine1: 'Jalan Braga 8', countryCode: 'ID', postalCode: '40111' };
      await visit.ask(
        'mutation ($address: CreateAddressInput!) { setOrderShippingAddress(input: $address) { __typename } }',
        { address },
      );
      await choose(visit);
      expect(await failure(visit.checkOut('prepaid'))).to.contain('destination_contact_phone');
    });

    it('neither prices nor sells to another country, and sends nothing if staff change the address to one', async () => {
      await shop.staff(
        `mutation { createCountry(input: { code: "MY", enabled: true,
          translations: [{ languageCode: en, name: "Malaysia" }] }) { id } }`,
      );
      const visit = await shop.visit();
      const address = { fullName: 'Siti', phoneNumber: '081298765432', streetLine1: 'Jalan Ampang 1' };
      await visit.ask(
        'mutation ($address: CreateAddressInput!) { setOrderShippingAddress(input: $address) { __typename } }',
        { address: { ...address, countryCode: 'MY', postalCode: '50450' } },
      );
      expect(await failure(offered(visit))).to.contain('in Malaysia');
      const id = await buy(shop);
      await shop.day.correct(id, { country: 'MY' });
      expect(await failure(shop.send(id))).to.contain('in Malaysia');
    });

    it('leaves what needs no delivery out of the parcel, and has no price for a cart of it alone', async () => {
      const add = (visit: VendureVisit) =>
        visit.ask(`mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { __typename } }`, {
          id: shop.day.voucher,
        });
      const visit = await shop.visit();
      const before = find(await visit.rates(plain), 'jne/reg').price;
      await add(visit);
      expect(find(await visit.rates(plain), 'jne/reg').price).to.equal(before);
      await choose(visit);
      const id = await visit.checkOut('prepaid');
      await shop.send(id);
      const items = (await placed()).at(-1)?.items ?? [];
      expect(items.map(({ name }) => name))
        .to.have.lengthOf(1)
        .and.not.include('Voucher');
      const digital = await shop.visit();
      await digital.take(0);
      await add(digital);
      expect(await failure(offered(digital))).to.contain('Nothing in the cart needs a delivery');
    });

    it('says in both APIs what the shopper has accepted, with the promised dates', async () => {
      const visit = await shop.visit();
      const { rate } = await choose(visit);
      const id = await visit.checkOut('prepaid');
      const fields = 'code acceptedDelivery { courier service price insured arrivalFirst arrivalLast }';
      type Accepted = { order: { code: string; acceptedDelivery: object } };
      const { order } = await shop.staff<Accepted>(`query ($id: ID!) { order(id: $id) { ${fields} } }`, { id });
      const expected = { courier: 'jne', service: 'reg', price: rate.price, insured: false };
      expect(order.acceptedDelivery).to.include(expected);
      expect(JSON.stringify(order.acceptedDelivery)).to.match(/"arrivalFirst":"\d{4}-\d\d-\d\d/);
      const { orderByCode } = await visit.ask<{ orderByCode: { acceptedDelivery: object } }>(
        `query ($code: String!) { orderByCode(code: $code) { ${fields} } }`,
        { code: order.code },
      );
      expect(orderByCode.acceptedDelivery).to.deep.equal(order.acceptedDelivery);
    });

    it('stores a waybill that the courier gives later', async () => {
      const id = await buy(shop);
      await shop.send(id);
      const { waybill } = await shop.order(id);
      await shop.forgetWaybill();
      expect((await shop.order(id)).waybill).to.equal(undefined);
      await shop.settle();
      expect((await shop.order(id)).waybill).to.equal(waybill);
    });

    it('names the custom field of a product without a weight', async () => {
      const visit = await shop.visit();
      const weigh = (grams: number | null) =>
        shop.staff(
          `mutation ($grams: Int) { updateProductVariants(input: [{ id: 1, customFields: { shippingWeight: $grams } }]) { id } }`,
          { grams },
        );
      await weigh(null);
      expect(await failure(offered(visit))).to.contain('SCARF has no shippingWeight');
      await weigh(250);
    });
  },
);

describe('the plugin for Vendure', () => {
  const right = {
    ...{ account: 'toko-senja', upstream: 'https://api.example.com', key: 'key', origins: ['https://shop.example'] },
    ...{ secrets: { current: { kid: 'demo', secret: 'x'.repeat(32) } }, store: Promise.resolve({}) },
    origin: { origin_postal_code: 12440 },
    sender: {
      origin_contact_name: 'Toko Senja',
      origin_contact_phone: '081234500001',
      origin_address: 'Jalan Fatmawati 10',
    },
  } as unknown as ShipElementsOptions;

  const wrong: Record<string, object> = {
    store: { store: undefined },
    origin_postal_code: { origin: { origin_postal_code: 124 } },
    'sender.origin_contact_phone': { sender: { ...right.sender, origin_contact_phone: '' } },
    cash_on_delivery_collects: { cashOnDelivery: { cash_on_delivery_collects: 'everything' } },
    'channels.bandung: origin': { channels: { bandung: { sender: right.sender } } },
    path: { path: 'shipping' },
    settleSchedule: { settleSchedule: 'often' },
  };
  for (const [name, change] of Object.entries(wrong))
    it(`names ${name} if it is wrong`, () => {
      expect(() => checkOptions(right)).not.to.throw();
      expect(() => checkOptions({ ...right, ...change })).to.throw(name);
    });

  it('gives the confirming e-mail the delivery, with its dates in the language of the order', () => {
    const accepted = { courier: 'jne', service: 'reg', price: 20_000, insurance: undefined };
    const varsOf = (languageCode: string, arrival?: object) => {
      const customFields = { shippingAccepted: JSON.stringify({ ...accepted, arrival }) };
      return confirmationVars({ ctx: { languageCode }, order: { customFields }, data: { shippingLines: [] } }).delivery;
    };
    const arrival = { first: '2026-11-26', last: '2026-11-28T17:00' };
    expect(varsOf('id', arrival)).to.include({ name: 'JNE REG', price: 20_000, insured: false });
    expect(varsOf('id', arrival)?.arrival).to.match(/^26\s?–\s?28 November 2026$/);
    expect(varsOf('en', arrival)?.arrival).to.match(/^November 26\s?–\s?28, 2026$/);
    expect(varsOf('en')?.arrival, 'without a calendar').to.equal('');
    expect(acceptedDelivery({ customFields: {} }), 'of another shipping method').to.equal(undefined);
  });

  it('sells on SQLite, too, where two clicks order one parcel', async () => {
    const service = await startService();
    const small = await startVendure(service, 'sqlite');
    const visit = await small.visit();
    await choose(visit);
    const id = await visit.checkOut('prepaid');
    await Promise.allSettled([small.send(id), small.send(id)]);
    while (!(await service.orders()).length) await small.settle();
    await small.settle();
    expect((await service.orders()).map(({ status }) => status)).to.deep.equal(['confirmed']);
    await small.stop();
    await service.stop();
  }).timeout(120_000);

  it('does not start with an address of the service that has /v1, and says so', async () => {
    const cwd = await installExample('shops/vendure');
    const DATA = mkdtempSync(join(tmpdir(), 'ship-elements-vendure-'));
    const env = {
      DATA,
      PORT: String(await freePort()),
      SHIPPING_URL: 'https://api.example.com/v1',
      SHIPPING_KEY: 'key',
    };
    const refusal = await failure(runProgram(['node', 'shop.js'], { cwd, env }));
    rmSync(DATA, { recursive: true });
    expect(refusal).to.contain('upstream must be the base URL of the shipping service without /v1');
  }).timeout(120_000);

  it('does not start where orders are split between sellers, and says what to do', async () => {
    const cwd = await installExample('shops/vendure');
    const script = `
      const { ShipElementsPlugin } = await import('ship-elements/vendure');
      const config = { orderOptions: { orderSellerStrategy: { splitOrder: () => [] } } };
      await new ShipElementsPlugin(config, {}, {}, {}, {}, {}).onApplicationBootstrap();`;
    const command = ['--input-type=module', '-e', script];
    const { stderr } = spawnSync(process.execPath, command, { cwd, encoding: 'utf8' });
    expect(stderr).to.contain('orderSellerStrategy splits orders between sellers');
  }).timeout(120_000);

  it('has types that agree with Vendure’s', async () => {
    const folder = await installExample('shops/vendure');
    expect(typeErrors('vendure', folder, ['@vendure/core', '@nestjs/common', '@nestjs/graphql', 'graphql'])).to.equal(
      '',
    );
  }).timeout(120_000);

  it('has options in its docs that pass a strict TypeScript as they are pasted', async () => {
    expect(docsErrors('vendure', await installExample('shops/vendure'))).to.equal('');
  }).timeout(120_000);
});
