import type { WriteOptions, WriteStorage } from '../../src/client/index.ts';
import type { OrderRequest } from '../../src/contract/index.ts';
import { json, orderRequest } from '../support/fixtures.ts';
import { cutOff, failure, orderAnswer, refusal, serve, storage } from './service.ts';

export const widgetKey = 'checkout';
export const order: OrderRequest = { ...orderRequest, reference_id: 'cart-17' };
/** Another body under the same reference. */
export const elsewhere: OrderRequest = { ...order, destination_address: 'Jalan Asia Afrika 8, Bandung' };

export const details = { order_id: 'o-1', waybill_id: 'JNE7', reference_id: 'cart-17' };
/** What the client answers if the service calls the reference used by the order. */
export const found = { success: true, recovered: true, id: 'o-1', waybill_id: 'JNE7', reference_id: 'cart-17' };
/** What the client throws if the order that uses the reference may be this one or another. */
export const uncertain = { code: 'refused', reason: 'reference-used', outcome: 'unknown', earlier: undefined };

export type Answer = () => Response | Promise<Response>;

export const lost: Answer = cutOff;
export const placed: Answer = () => json(orderAnswer);
export const used: Answer = () => refusal(40002060, details);
export const usedByDraft: Answer = () => refusal(42211015, undefined, 422);
export const refused: Answer = () => refusal(40002031);

/** A page whose requests get these answers in order, the last one again and again. */
export function page(answers: Answer[], store: WriteStorage = storage().store) {
  const { client, requests, arrived } = serve((_request, count) => (answers[count - 1] ?? answers.at(-1) ?? cutOff)(), {
    store,
  });
  const send = (request = order, options: WriteOptions = { widgetKey }) => client.createOrder(request, options);
  return {
    client,
    requests,
    arrived,
    send,
    /** The error of an order, with its fields by name. */
    fail: async (request?: OrderRequest, options?: WriteOptions) => {
      const thrown = await failure(send(request, options));
      return Object.assign(thrown, { earlier: thrown.earlier });
    },
    /** The references without an answer. */
    left: (at = widgetKey) => client.unanswered(at).map(({ reference }) => reference),
    /** A later page with the same store. */
    reload: (...later: Answer[]) => page(later, store),
  };
}
