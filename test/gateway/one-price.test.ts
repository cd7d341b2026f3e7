import { expect } from 'chai';
import fc from 'fast-check';
import { cashOnDeliveryLimit, RatesResponse } from '../../src/contract/index.ts';
import { offersFor } from '../../src/gateway/rates/index.ts';
import {
  findRate,
  isBlocked,
  orderRequest,
  ratesRequest,
  type SettledExtras,
  type Switches,
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

const lanes = fc.record({
  destination_postal_code: fc.constantFrom(40111, 12440, 99351, 80361, 20111),
  value: fc.integer({ min: 0, max: 6_000_000 }),
  quantity: fc.integer({ min: 1, max: 3 }),
  weight: fc.integer({ min: 1, max: 40_000 }),
  insuranceAmount: fc.integer({ min: 0, max: 15_000_000 }),
  cashOnDeliveryAmount: fc.integer({ min: 0, max: 16_000_000 }),
  cashOnDeliveryType: fc.constantFrom('7_days' as const, '5_days' as const, '3_days' as const),
  cashOnDeliveryCollects: fc.constantFrom('total' as const, 'goods' as const),
  percent: fc.integer({ min: 0, max: 100 }),
});

describe('a price', () => {
  it('is the same on the screen, in the shop and when it is asked for, in every combination of the switches', async () => {
    const sandbox = createSandbox({ now: () => new Date('2026-11-22T12:00:00+07:00') });
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(lanes, async (lane) => {
        const { destination_postal_code, value, quantity, weight, percent, ...amounts } = lane;
        const destination = { destination_postal_code };
        const origin = { origin_postal_code: 12440 };
        const items = [{ name: 'Mug', value, quantity, weight }];
        const custom_rates = [
          { courier_code: 'jne', type: 'discount' as const, unit: 'percent' as const, amount: percent },
        ];
        const asking = (extras: SettledExtras) => ({
          ...ratesRequest({ ...origin, ...destination, items }, couriers, extras),
          custom_rates,
        });
        const ask = async (extras: SettledExtras) => {
          const body = JSON.stringify(asking(extras));
          const headers = { 'content-type': 'application/json' };
          const request = new Request('http://sandbox.test/v1/rates/couriers', { method: 'POST', body, headers });
          return RatesResponse.parse(await (await sandbox.fetch(request)).json()).pricing;
        };
        const possible = (wished: Switches): SettledExtras => {
          const extras = { ...amounts, ...wished };
          return { ...extras, ...switchesInForce(extras) };
        };
        for (const cashOnDelivery of [false, true]) {
          // The page asks with the amount to insure, and asks COD separately.
          const asked = possible({ insured: true, cashOnDelivery });
          const rows = await ask(asked);
          const cart = {
            ...{ items, origin, subtotal: amounts.cashOnDeliveryAmount },
            insurance_amount: amounts.insuranceAmount,
            cash_on_delivery_collects: amounts.cashOnDeliveryCollects,
          };
          const offers = await offersFor({ cart, destination, request: asking(asked) }, rows, keys, new Date());
          for (const insured of [false, true]) {
            const extras = possible({ insured, cashOnDelivery });
            const direct = await ask(extras);
            for (const [index, rate] of rows.entries()) {
              const key = serviceKey(rate);
              const shown = extras.insured === asked.insured ? rate : withoutInsurance(rate, asked);
              expect(shown, `${key} ${JSON.stringify(extras)}`).to.deep.equal(findRate(direct, key));
              if (isBlocked(rate, extras) || !shown) continue;
              const order = orderRequest({ ...origin, ...destination, items }, contacts, shown, extras);
              const { destination_cash_on_delivery: collected = 0 } = order;
              if (collected > cashOnDeliveryLimit) continue;
              const form = { cart, destination, service: key, ...standing(rate, extras) };
              const accepted = await verifyOffer(offers[index], form, keys);
              expect(accepted.price, `${key} ${JSON.stringify(extras)}`).to.equal(shown.price);
              expect(accepted.payAtDoor, key).to.equal(collected);
              expect(accepted.payNow + accepted.payAtDoor, key).to.equal(cart.subtotal + shown.price);
              compared += 1;
            }
          }
        }
      }),
      { numRuns: 15 },
    );
    expect(compared).to.be.greaterThan(300);
  });

  it('of a row without parts is valid for the asked combination alone, on the screen and in the shop', async () => {
    const [amount, asked] = [150_000, { insured: true, cashOnDelivery: true }];
    const cart = { items: [{ name: 'Mug', value: amount, quantity: 1, weight: 100 }], origin: {}, subtotal: amount };
    const row = (more: object) => ({ courier_code: 'jne', courier_service_code: 'reg', price: 20_000, ...more });
    const able = { available_for_insurance: true, available_for_cash_on_delivery: true };
    const rows = [
      row({ shipping_fee: 19_000, ...able }),
      row({ shipping_fee: 20_000, insurance_fee: 0, ...able }),
      row({ available_for_insurance: false, available_for_cash_on_delivery: false }),
      row({ available_for_insurance: false, available_for_cash_on_delivery: true }),
    ];
    const request = {
      ...{ items: cart.items, courier_insurance: amount },
      ...{ destination_cash_on_delivery: amount, destination_cash_on_delivery_type: '7_days' as const },
    };
    const destination = { destination_postal_code: 40111 };
    const offers = await offersFor({ cart, destination, request }, rows, keys, new Date());
    for (const [index, rate] of rows.entries()) {
      for (const insured of [true, false]) {
        const here = standing(rate, { ...asked, insured });
        const form = { cart, destination, service: 'jne/reg', ...here };
        const accepted = await verifyOffer(offers[index], form, keys).then(
          ({ price }) => price,
          () => undefined,
        );
        const shown = insured ? rate : withoutInsurance(rate, asked);
        expect(accepted, `${index} ${insured}`).to.equal(shown?.price);
      }
    }
  });
});
