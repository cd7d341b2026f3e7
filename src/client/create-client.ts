import {
  type Operation,
  type OperationName,
  operations,
  type WriteOperation,
  type Written,
} from '../contract/index.ts';
import { asSent, requireWritable } from './check-request.ts';
import type { ClientOptions, ReadOptions, WriteOptions } from './options.ts';
import { PlacedWrites } from './placed-writes.ts';
import { normalised, Reads } from './reads.ts';
import { retried } from './retry.ts';
import { sender } from './sender.ts';
import type { ShippingClient } from './shipping-client.ts';
import { pageStore } from './store.ts';
import { type UnansweredWrite, UnansweredWrites } from './unanswered-writes.ts';
import { Writes } from './writes.ts';

/**
 * @example
 * const client = createShippingClient({ baseUrl: '/shipping' });
 * const { pricing } = await client.quoteRates({ origin_postal_code: 12440, destination_postal_code: 40111, ... });
 */
export function createShippingClient(options: ClientOptions): ShippingClient {
  const { timeout = 20_000, retry = {}, cache = 60_000, store = pageStore() } = options;
  const reads = new Reads(cache);
  const unanswered = new UnansweredWrites(store);
  const placed = new PlacedWrites(store);
  const writes = new Writes(unanswered, placed);

  async function read<Request extends object, Response>(
    operation: OperationName,
    row: Operation<Request, Response>,
    request: Request,
    readOptions: ReadOptions = {},
  ): Promise<Response> {
    requireWritable(operation, request);
    const question = asSent(row, request);
    const sent = (readOptions.fresh && row.fresh?.(question)) || question;
    const send = sender(options, timeout, operation, row, sent);
    return reads.share(`${operation} ${normalised(question)}`, readOptions, (signal) =>
      retried(retry, timeout, signal, (attemptTimeout) => send({ signal, attemptTimeout })),
    );
  }

  async function write<Request extends object, Response extends Written, Found extends Written>(
    operation: UnansweredWrite['operation'],
    row: WriteOperation<Request, Response, Found>,
    request: Request,
    { signal, ...origin }: WriteOptions = {},
  ): Promise<Response | Found> {
    requireWritable(operation, request);
    return writes.send(operation, row, asSent(row, request), origin, (body, onSend) =>
      sender(options, timeout, operation, row, body)({ signal, onSend, attemptTimeout: timeout }),
    );
  }

  return {
    listCouriers: (request = {}, options) => read('listCouriers', operations.listCouriers, request, options),
    quoteRates: (request, options) => read('quoteRates', operations.quoteRates, request, options),
    createOrder: (request, options) => write('createOrder', operations.createOrder, request, options),
    createDraftOrder: (request, options) => write('createDraftOrder', operations.createDraftOrder, request, options),
    cancelOrder: (request, options) => write('cancelOrder', operations.cancelOrder, request, options),
    unanswered: (place) => unanswered.of(place),
    placed: (place) => placed.of(place),
  };
}
