import type * as z from 'zod/mini';
import { looseObject, maybe, type Named } from './fields.ts';
import type { Item } from './item.ts';
import { rules } from './rules.ts';

const errorBody = looseObject({
  success: maybe.flag,
  error: maybe.text,
  /** Eight digits: three of the HTTP status, two or three of the area, then the case. May be missing or a text. */
  code: maybe.number,
  details: maybe.object,
  /** The gateway's reason in one word (contract/README.md §1.14). */
  reason: maybe.text,
});

/**
 * The body of a refusal. Read the HTTP status first, then `success`, then `code`. A missing key answers 401 with
 * `success:true`; an empty balance answers 400 without a code (contract/README.md §1.8).
 */
export interface ErrorBody extends z.output<typeof errorBody> {}
export const ErrorBody: Named<typeof errorBody, ErrorBody> = errorBody;

/** A field of a request that must change before the request is sent. */
export interface InvalidField {
  /** `items.0.weight` */
  path: string;
  /** What is wrong and what to send instead. */
  remedy: string;
}

/** A rule about several fields, or about the day. It runs when each field is valid by itself. */
export type Check<Request> = (request: Request, now: Date) => InvalidField | InvalidField[] | undefined;

/** How an operation is reached. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** The client fills `:id` from the request. */
  path: string;
  /** The option of the gateway without which it does not exist there. */
  optIn?: 'areas' | 'promises' | 'webhooks';
  /** Its token comes as a bearer token, because addresses are logged. */
  bearer?: boolean;
  /** Who asks a gateway for it: a page by default. */
  caller?: 'service';
}

/** A row of the table: everything that client, gateway, sandbox and OpenAPI know of an operation. */
export interface Operation<Request, Response> extends Route {
  /** The query of the address, which the gateway sends to the service. */
  query?(request: Request): Record<string, string>;
  request: z.ZodMiniType<Request>;
  response: z.ZodMiniType<Response>;
  /** True for reads. Quoting rates changes nothing, so it is a read. */
  repeatable: boolean;
  /** Rules that keep a request from being sent: the service would refuse it, or quote another price. */
  checks: readonly Check<Request>[];
  /** Whether an answer is about this request. It may name another order. */
  answers?(response: Response, request: Request): boolean;
  /** The request that also skips the cache of the gateway. */
  fresh?(request: Request): Request;
}

/** A row whose types follow from its schemas. */
export const operation = <Request, Response>(row: Operation<Request, Response>) => Object.freeze(row);

/** The cargo courier insures each shipment for its declared value (contract/README.md §3.4). */
export const hasDeclaredValue =
  <Key extends string>(courier: Key): Check<{ items: Item[] } & { [name in Key]?: string }> =>
  ({ items, [courier]: chosen }) =>
    chosen !== rules.cargoCourier.courier || items.some(({ value }) => value > 0)
      ? undefined
      : { path: 'items.0.value', remedy: `must be more than 0: ${chosen} insures every shipment by its value` };

/** The service accepts a weight of 0 and quotes a wrong price (contract/README.md §1.4). */
export const hasWeight: Check<{ items: Item[] }> = ({ items }) =>
  items.flatMap(({ weight }, index) =>
    weight ? [] : { path: `items.${index}.weight`, remedy: 'must be whole grams, 1 or more: the price depends on it' },
  );
