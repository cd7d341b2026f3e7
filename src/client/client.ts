import {
  type AreasRequest,
  type AreasResponse,
  operations,
  reads,
  searchAreas,
  type WriteOperation,
  type Written,
} from '../contract/index.ts';
import { requireWritable, usualTimeout } from './exchange.ts';
import type {
  ClientOptions,
  RatesClient,
  ReadOptions,
  ShippingClient,
  UnansweredWrite,
  WriteOptions,
} from './options.ts';
import { createReader } from './reads.ts';
import { asSent, sender } from './requests.ts';
import { pageStore, Writes } from './writes.ts';

/** The two reads alone, for a page on which nobody orders: the code that orders is not loaded. */
export function createRatesClient(options: Omit<ClientOptions, 'store'>): RatesClient {
  const read = createReader(options);
  return {
    listCouriers: (request = {}, options) => read('listCouriers', reads.listCouriers, request, options),
    quoteRates: (request, options) => read('quoteRates', reads.quoteRates, request, options),
  };
}

/**
 * Creates a client of the shop's gateway, or of a sandbox. Its methods throw a `ShippingError`, told apart by `code`.
 * @example
 * const client = createShippingClient({ baseUrl: '/shipping' });
 * const { pricing } = await client.quoteRates({ origin_postal_code: 12440, destination_postal_code: 40111, ... });
 */
export function createShippingClient(options: ClientOptions): ShippingClient {
  const { timeout = usualTimeout, store = pageStore(), clock } = options;
  const writes = new Writes(store, clock);

  async function write<Request extends object, Response extends Written, Found extends Written>(
    operation: UnansweredWrite['operation'],
    row: WriteOperation<Request, Response, Found>,
    request: Request,
    { signal, ...origin }: WriteOptions = {},
  ): Promise<Response | Found> {
    requireWritable(operation, request);
    return writes.send(operation, row, asSent(row, request), origin, (body, onSend) =>
      sender(
        options,
        timeout,
        operation,
        row,
        body,
      )({ signal, onSend, attemptTimeout: timeout }).then((answer) => answer()),
    );
  }

  return {
    ...createRatesClient(options),
    createOrder: (request, options) => write('createOrder', operations.createOrder, request, options),
    createDraftOrder: (request, options) => write('createDraftOrder', operations.createDraftOrder, request, options),
    cancelOrder: (request, options) => write('cancelOrder', operations.cancelOrder, request, options),
    unanswered: (widgetKey) => writes.unanswered(widgetKey),
    placed: (widgetKey) => writes.placed(widgetKey),
  };
}

/** The search for districts. It throws the typed errors of `ShippingFailure`. */
export interface AreaClient {
  /**
   * Finds districts with their postal codes and area ids. The shop's gateway needs `areas: true`. Each new text is charged, so ask when
   * typing has stopped.
   */
  searchAreas(request: AreasRequest, options?: ReadOptions): Promise<AreasResponse>;
}

/**
 * A client for the search alone. It is apart from `createShippingClient`, so that a checkout does not load it.
 * @example
 * const { areas } = await createAreaClient({ baseUrl: '/shipping' }).searchAreas({ input: 'pesanggrahan' });
 */
export function createAreaClient(options: Omit<ClientOptions, 'store'>): AreaClient {
  const read = createReader(options);
  return {
    searchAreas: (request, readOptions) => read('searchAreas', searchAreas, request, readOptions),
  };
}
