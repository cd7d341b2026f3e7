import { expect } from 'chai';
import fc from 'fast-check';
import { cashOnDeliveryLimit, RatesResponse } from '../../src/contract/index.ts';
import { type CompleteExtras, effectiveSwitches, isBlocked } from '../../src/extras/index.ts';
import { offersFor } from '../../src/gateway/quote/offers.ts';
import {
  effectiveOn,
  findRate,
  orderRequest,
  priceOf,
  ratesRequest,
  serviceKey,
  withoutExtra,
} from '../../src/quote/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { verifyOffer } from '../../src/server.ts';
import { contacts, rate } from '../support/fixtures.ts';
import { keys } from '../tokens/shop-keys.ts';
import { cart, destination, openShop } from './shop.ts';

const couriers = ['jne', 'sicepat', 'anteraja', 'jnt', 'jntcargo', 'wahana', 'tiki', 'gojek', 'paxel', 'sentralcargo'];
const origin = { origin_postal_code: 12440 };

const purchases = fc.record({
  destination: fc.record({ destination_postal_code: fc.constantFrom(40111, 12440, 99351, 80361, 20111) }),
  item: fc.record({
    name: fc.constant('Mug'),
    value: fc.integer({ min: 0, max: 6_000_000 }),
    quantity: fc.integer({ min: 1, max: 3 }),
    weight: fc.integer({ min: 1, max: 40_000 }),
  }),
  amounts: fc.record({
    insuranceAmount: fc.integer({ min: 0, max: 15_000_000 }),
    cashOnDeliveryAmount: fc.integer({ min: 0, max: 16_000_000 }),
    cashOnDeliveryPayout: fc.constantFrom('7_days' as const, '5_days' as const, '3_days' as const),
    cashOnDeliveryCollects: fc.constantFrom('total' as const, 'goods' as const),
  }),
  percent: fc.integer({ min: 0, max: 100 }),
});

type Purchase = typeof purchases extends fc.Arbitrary<infer P> ? P : never;

describe('the price of a rate', () => {
  it('is the same on screen, in the offer and when it is asked for, for each combination of the switches', async () => {
    const sandbox = createSandbox({ now: () => new Date('2026-11-22T12:00:00+07:00') });
    const ask = async (question: object) => {
      const init = { method: 'POST', body: JSON.stringify(question), headers: { 'content-type': 'application/json' } };
      const answer = await sandbox.fetch(new Request('http://sandbox.test/v1/rates/couriers', init));
      return RatesResponse.parse(await answer.json()).pricing;
    };
    let compared = 0;
    const compare = async ({ destination, item, amounts, percent }: Purchase) => {
      const shipment = { ...origin, ...destination, items: [item] };
      const question = (extras: CompleteExtras) => ({
        ...ratesRequest(shipment, couriers, extras),
        custom_rates: [{ courier_code: 'jne', type: 'discount' as const, unit: 'percent' as const, amount: percent }],
      });
      const extrasFor = (insurance: boolean, cashOnDelivery: boolean): CompleteExtras => {
        const extras = { ...amounts, insurance, cashOnDelivery };
        return { ...extras, ...effectiveSwitches(extras) };
      };
      const cart = {
        items: [item],
        origin,
        subtotal: amounts.cashOnDeliveryAmount,
        insurance_amount: amounts.insuranceAmount,
        cash_on_delivery_collects: amounts.cashOnDeliveryCollects,
      };
      for (const cashOnDelivery of [false, true]) {
        // The page asks with the amount to insure, and asks COD separately.
        const asked = extrasFor(true, cashOnDelivery);
        const rates = await ask(question(asked));
        const offers = await offersFor({ cart, destination, request: question(asked) }, rates, keys, new Date());
        for (const insurance of [false, true]) {
          const extras = extrasFor(insurance, cashOnDelivery);
          const direct = await ask(question(extras));
          for (const [index, rate] of rates.entries()) {
            const service = serviceKey(rate);
            const name = `${service} ${JSON.stringify(extras)}`;
            const shown = extras.insurance === asked.insurance ? rate : withoutExtra('insurance', rate, asked);
            expect(shown, name).to.deep.equal(findRate(direct, service));
            if (isBlocked(rate, extras) || !shown) continue;
            const { destination_cash_on_delivery: collected = 0 } = orderRequest(shipment, contacts, shown, extras);
            if (collected > cashOnDeliveryLimit) continue;
            const form = { cart, destination, service, ...effectiveOn(rate, extras) };
            const { price, payNow, payAtDoor } = await verifyOffer(offers[index], form, keys);
            expect([price, payAtDoor], name).to.deep.equal([shown.price, collected]);
            expect(payNow + payAtDoor, name).to.equal(cart.subtotal + shown.price);
            compared += 1;
          }
        }
      }
    };
    await fc.assert(fc.asyncProperty(purchases, compare), { numRuns: 15 });
    expect(compared).to.be.greaterThan(300);
  });
});

/** An amount that a service may send: usual, odd, or nothing. */
const amounts = fc.constantFrom(0, 15_000, 500, 2_500, -500, 0.5, 1e15, null, undefined, '15000', 'free');
const flags = fc.constantFrom(true, false, null, undefined);
/** With `sum`, the price is the sum of the parts. */
const rows = fc.record({
  sum: fc.boolean(),
  courier_code: fc.constantFrom('jne', 'jntcargo', 'JNE', 'gojek', 'jne/yes', ' jne'),
  courier_service_code: fc.constantFrom('reg', 'YES23', 'jtr<130', 'reg/1', 'a b', 'a,b', 'a\u200bb', ''),
  price: fc.constantFrom(15_000, 15_500, 18_000, 0, 1e9, 1e9 + 1, 1e15, -1, 15_000.5, '15000', null),
  shipping_fee: amounts,
  shipping_fee_discount: amounts,
  shipping_fee_surcharge: amounts,
  insurance_fee: amounts,
  cash_on_delivery_fee: amounts,
  available_for_insurance: flags,
  available_for_cash_on_delivery: flags,
});

type Row = typeof rows extends fc.Arbitrary<infer R> ? R : never;
type Parts = Parameters<typeof priceOf>[0];

describe('a row of gateway.quote', () => {
  it('is accepted with the switches that it was asked with, at the same payments, whatever the service has sent', async () => {
    let accepted = 0;
    const compare = async (pricing: Row[], insurance: boolean, cashOnDelivery: boolean) => {
      const quoted = pricing.map(({ sum, ...row }) => {
        const price = sum ? priceOf(row as Parts) : row.price;
        return { ...rate(), ...row, price };
      });
      const service = () => Response.json({ success: true, pricing: quoted });
      const { gateway, keys } = openShop(service);
      const switches = { insurance, cashOnDelivery };
      const asked = { cart, destination, couriers: ['jne', 'jntcargo'], ...switches };
      const readable = await gateway.quote(asked).catch(({ reason }) => {
        expect(reason, 'no row can be read').to.equal('service-unreadable');
        return [];
      });
      for (const row of readable) {
        const name = `${JSON.stringify(row.rate)} ${JSON.stringify(switches)}`;
        expect(row.courier, name).to.match(/^(jne|jntcargo)$/i);
        expect(row.service, name).to.match(/^[^\s/,]+\/[^\s/,]+$/);
        expect(row.price, name).to.be.within(0, 1e9);
        const form = { cart, destination, service: row.service, ...switches };
        const offer = await verifyOffer(row.offer, form, keys).catch(({ code }) => code);
        if (offer === 'cod-unavailable') expect([cashOnDelivery, row.payAtDoor], name).to.deep.equal([true, 0]);
        else {
          expect([offer.payNow, offer.payAtDoor, offer.price], name).to.deep.equal([
            row.payNow,
            row.payAtDoor,
            row.price,
          ]);
          accepted += 1;
        }
      }
    };
    const lists = fc.array(rows, { minLength: 1, maxLength: 4 });
    await fc.assert(fc.asyncProperty(lists, fc.boolean(), fc.boolean(), compare), { numRuns: 400 });
    expect(accepted).to.be.greaterThan(20);
  }).timeout(60_000);
});
