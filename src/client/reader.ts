import type { Operation, OperationName } from '../contract/index.ts';
import { asSent, requireWritable } from './check-request.ts';
import type { ClientOptions, ReadOptions } from './options.ts';
import { normalised, Reads } from './reads.ts';
import { retried } from './retry.ts';
import { sender } from './sender.ts';

/** Milliseconds for one call. */
export const usualTimeout = 20_000;

/** Sends reads. They share the calls in flight, the cache and the retries of one client. */
export function createReader(options: ClientOptions) {
  const { timeout = usualTimeout, retry = {}, cache = 60_000 } = options;
  const reads = new Reads(cache);

  return async function read<Request extends object, Response>(
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
  };
}
