import { expect } from 'chai';
import type { CallOptions } from '../../src/client/index.ts';
import type { OperationName } from '../../src/contract/index.ts';
import { orderRequest, ratesRequest } from '../support/fixtures.ts';
import type { Service } from './service.ts';

export interface Call {
  operation: OperationName;
  /** The status of its success: drafts have their own (contract/README.md §2.4). */
  success: 200 | 201;
  send(service: Service, options?: CallOptions): Promise<unknown>;
}

export interface Write extends Call {
  /** How often it took place, as the sandbox's store knows. */
  times(service: Service): Promise<number>;
  /** What the answer says, among else, once it is sent again: `first` tells whether it had worked before. */
  truth(service: Service, first: 'worked' | 'did not'): Promise<object>;
  /** What it comes to when it is sent once more. */
  over(service: Service): object;
}

const order = { ...orderRequest, reference_id: 'CART-1' };

/** The shop's own reference is used, and nothing of ours is unanswered under it: it may be ours or anybody's. */
const doubtful = { code: 'refused', reason: 'reference-used', outcome: 'unknown' };

export const reads: readonly Call[] = [
  { operation: 'listCouriers', success: 200, send: ({ client }, options) => client.listCouriers({}, options) },
  { operation: 'quoteRates', success: 200, send: ({ client }, options) => client.quoteRates(ratesRequest, options) },
];

export const writes: readonly Write[] = [
  {
    operation: 'createOrder',
    success: 200,
    send: ({ client }, options) => client.createOrder(order, options),
    times: async ({ store }) => (await store.list('order')).length - 1,
    truth: async ({ store }, first) => ({
      success: true,
      recovered: first === 'worked' ? true : undefined,
      id: (await store.findReference('order', order.reference_id))?.id,
    }),
    over: () => doubtful,
  },
  {
    operation: 'createDraftOrder',
    success: 201,
    send: ({ client }, options) => client.createDraftOrder(order, options),
    times: async ({ store }) => (await store.list('draft_order')).length,
    truth: async ({ store }, first) => ({
      success: true,
      recovered: first === 'worked' ? true : undefined,
      // A used reference does not say which draft has it (contract/README.md §2.4).
      id: first === 'worked' ? undefined : (await store.findReference('draft_order', order.reference_id))?.id,
    }),
    over: () => doubtful,
  },
  {
    operation: 'cancelOrder',
    success: 200,
    send: ({ client, earlier }, options) => client.cancelOrder({ id: earlier }, options),
    times: async ({ store, earlier }) => Number((await store.find('order', earlier))?.status === 'cancelled'),
    truth: async ({ earlier }) => ({ success: true, id: earlier, status: 'cancelled' }),
    over: ({ earlier }) => ({ success: true, id: earlier, status: 'cancelled' }),
  },
];

export const calls: readonly Call[] = [...reads, ...writes];

/** Whether the answer to a write that was sent again says what became of it. */
export async function assertTruth(service: Service, write: Write, first: 'worked' | 'did not', answer: unknown) {
  for (const [key, value] of Object.entries(await write.truth(service, first)))
    expect((answer as Record<string, unknown>)[key], key).to.equal(value);
}
