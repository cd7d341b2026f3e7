import { type Operation, type OperationName, operations } from '../contract/index.ts';
import { cancelOnce } from './cancel-once.ts';
import { normalised } from './canonical.ts';
import type { CallOptions, ClientOptions, ReadOptions } from './options.ts';
import { placeOnce } from './place-once.ts';
import { Reads } from './reads.ts';
import { retried } from './retry.ts';
import { sender } from './sender.ts';
import type { ShippingClient } from './shipping-client.ts';
import { Unanswered } from './unanswered.ts';

/**
 * @example
 * const client = createShippingClient({ baseUrl: '/shipping' });
 * const { pricing } = await client.quoteRates({ origin_postal_code: 12440, destination_postal_code: 40111, ... });
 */
export function createShippingClient(options: ClientOptions): ShippingClient {
  const { timeout = 20_000, retry = {}, cache = 60_000, store } = options;
  const reads = new Reads(cache);
  const orders = new Unanswered('order', store);
  const drafts = new Unanswered('draft', store);
  const cancels = new Unanswered('cancel', store);

  async function read<Request extends object, Response>(
    operation: OperationName,
    row: Operation<Request, Response>,
    request: Request,
    readOptions: ReadOptions = {},
  ): Promise<Response> {
    const send = sender(options, timeout, operation, row, request);
    return reads.share(`${operation} ${normalised(request)}`, readOptions, (signal) =>
      retried(retry, timeout, signal, (patience) => send({ signal, patience })),
    );
  }

  async function write<Request extends object, Response>(
    operation: OperationName,
    row: Operation<Request, Response>,
    request: Request,
    onSend: () => void,
    { signal }: CallOptions = {},
  ): Promise<Response> {
    const send = sender(options, timeout, operation, row, request);
    return send({ signal, onSend, patience: timeout });
  }

  return {
    listCouriers: (request = {}, options) => read('listCouriers', operations.listCouriers, request, options),
    quoteRates: (request, options) => read('quoteRates', operations.quoteRates, request, options),
    createOrder: (request, options) =>
      placeOnce(orders, request, (body, onSend) => write('createOrder', operations.createOrder, body, onSend, options)),
    createDraftOrder: (request, options) =>
      placeOnce(drafts, request, (body, onSend) =>
        write('createDraftOrder', operations.createDraftOrder, body, onSend, options),
      ),
    cancelOrder: (request, options) => {
      const body = { cancellation_reason_code: 'others' as const, ...request };
      return cancelOnce(cancels, body, (onSend) => write('cancelOrder', operations.cancelOrder, body, onSend, options));
    },
  };
}
