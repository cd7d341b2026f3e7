import { expect } from 'chai';
import fc from 'fast-check';
import { cashOnDeliveryLimit, type Rate, RatesResponse } from '../../src/contract/index.ts';
import { offersFor } from '../../src/gateway/rates/index.ts';
import {
  findRate,
  isBlocked,
  orderRequest,
  ratesRequest,
  type SettledExtras,
  serviceKey,
  standing,
  switchesInForce,
  withoutInsurance,
} from '../../src/quote/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { verifyOffer } from '../../src/server.ts';
import { contacts } from '../support/fixtures.ts';
import { keys } from '../tokens/shop-keys.ts';

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
    cashOnDeliveryType: fc.constantFrom('7_days' as const, '5_days' as const, '3_days' as const),
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
      const question = (extras: SettledExtras) => ({
        ...ratesRequest(shipment, couriers, extras),
        custom_rates: [{ courier_code: 'jne', type: 'discount' as const, unit: 'percent' as const, amount: percent }],
      });
      const extrasFor = (insured: boolean, cashOnDelivery: boolean): SettledExtras => {
        const extras = { ...amounts, insured, cashOnDelivery };
        return { ...extras, ...switchesInForce(extras) };
      };
      const cart = {
        ...{ items: [item], origin, subtotal: amounts.cashOnDeliveryAmount },
        insurance_amount: amounts.insuranceAmount,
        cash_on_delivery_collects: amounts.cashOnDeliveryCollects,
      };
      for (const cashOnDelivery of [false, true]) {
        // The page asks with the amount to insure, and asks COD separately.
        const asked = extrasFor(true, cashOnDelivery);
        const rates = await ask(question(asked));
        const offers = await offersFor({ cart, destination, request: question(asked) }, rates, keys, new Date());
        for (const insured of [false, true]) {
          const extras = extrasFor(insured, cashOnDelivery);
          const direct = await ask(question(extras));
          for (const [index, rate] of rates.entries()) {
            const service = serviceKey(rate);
            const name = `${service} ${JSON.stringify(extras)}`;
            const shown = extras.insured === asked.insured ? rate : withoutInsurance(rate, asked);
            expect(shown, name).to.deep.equal(findRate(direct, service));
            if (isBlocked(rate, extras) || !shown) continue;
            const { destination_cash_on_delivery: collected = 0 } = orderRequest(shipment, contacts, shown, extras);
            if (collected > cashOnDeliveryLimit) continue;
            const form = { cart, destination, service, ...standing(rate, extras) };
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

  const cases: [string, Partial<Rate>, number | undefined][] = [
    [
      'parts that do not add up',
      { shipping_fee: 19_000, available_for_insurance: true, available_for_cash_on_delivery: true },
      undefined,
    ],
    ['no extras', { available_for_insurance: false, available_for_cash_on_delivery: false }, 20_000],
    ['COD alone', { available_for_insurance: false, available_for_cash_on_delivery: true }, 20_000],
  ];
  for (const [what, fields, withoutIt] of cases)
    it(`with ${what} is offered ${withoutIt ? 'with and without' : 'only with'} the insurance that was asked`, async () => {
      const amount = 150_000;
      const cart = { items: [{ name: 'Mug', value: amount, quantity: 1, weight: 100 }], origin, subtotal: amount };
      const rate = { courier_code: 'jne', courier_service_code: 'reg', price: 20_000, ...fields };
      const collected = { destination_cash_on_delivery: amount, destination_cash_on_delivery_type: '7_days' } as const;
      const request = { items: cart.items, courier_insurance: amount, ...collected };
      const destination = { destination_postal_code: 40111 };
      const [offer] = await offersFor({ cart, destination, request }, [rate], keys, new Date());
      const accept = (insured: boolean) => {
        const switches = standing(rate, { insured, cashOnDelivery: true });
        return verifyOffer(offer, { cart, destination, service: 'jne/reg', ...switches }, keys);
      };
      expect((await accept(true)).price).to.equal(20_000);
      expect((await accept(false).catch(() => undefined))?.price).to.equal(withoutIt);
    });
});
