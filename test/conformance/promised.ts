import { expect } from 'chai';
import { createShippingClient, type ShippingClient } from '../../src/client/index.ts';
import type { Rate } from '../../src/contract/index.ts';
import { freshReference, order, rates } from './bodies.ts';
import { type Answer, ask, type Service } from './service.ts';

export interface Promised {
  name: string;
  /** The section of contract/README.md. */
  section: string;
  /**
   * Costs money, as every quote does (contract/README.md §1.10), or may leave an order behind. A live service is asked only with
   * SHIPPING_MAY_COST=1.
   */
  costs?: true;
  /** Our own decision. Another service may differ. */
  ours?: true;
  /** Not one of the five operations, so a gateway does not serve it. */
  beside?: true;
  /** Data of the shop, which a gateway does not take from a page. */
  ofShop?: true;
  /** About the key, which a gateway adds itself. */
  aboutKeys?: true;
  /** What a gateway does instead. */
  gateway?: string;
  check(service: Service): Promise<void>;
}

export const quote = (service: Service, changes: object = {}) =>
  ask(service, { operation: 'quoteRates', body: { ...rates, ...changes } });
export const place = (service: Service, changes: object = {}) =>
  ask(service, { operation: 'createOrder', body: { ...order, reference_id: freshReference(), ...changes } });
export const draft = (service: Service, changes: object = {}) =>
  ask(service, { operation: 'createDraftOrder', body: { ...order, reference_id: freshReference(), ...changes } });
export const cancel = (service: Service, id: string, body: object = { cancellation_reason_code: 'others' }) =>
  ask(service, { operation: 'cancelOrder', id, body });

/** A client of the service, and the requests that it sent. */
export function clientOf({ baseUrl, key, send }: Service): { client: ShippingClient; sent: Request[] } {
  const sent: Request[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    sent.push(request.clone());
    return send(request);
  };
  return { client: createShippingClient({ baseUrl, headers: { authorization: key }, fetch }), sent };
}

/** Expects a refusal with one of these codes and a matching status. */
export function refusedWith(answer: Answer, ...codes: number[]): void {
  expect(answer.body.success).to.equal(false);
  expect(codes, `${answer.body.code} is not ${codes.join(' or ')}`).to.include(Number(answer.body.code));
  expect(answer.status).to.equal(Math.floor(Number(answer.body.code) / 100_000));
  expect(answer.body.error, 'an error has words').to.be.ok;
}

export const rows = (answer: Answer): Rate[] => {
  expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  return answer.body.pricing ?? [];
};
