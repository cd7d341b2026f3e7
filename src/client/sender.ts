import { merchantKey, type Operation, type OperationName } from '../contract/index.ts';
import { checkRequest } from './check-request.ts';
import { InvalidRequestError } from './errors/index.ts';
import { exchange } from './exchange.ts';
import type { CallOptions, ClientOptions, HeaderSource } from './options.ts';
import { readAnswer } from './read-answer.ts';

interface Sending extends CallOptions {
  /** Called right before the request is sent. */
  onSend?: () => void;
  /** Milliseconds for this attempt. */
  attemptTimeout: number;
}

/** Makes one attempt. A retry calls it again. What it resolves with returns the answer, and another copy of it at every later call. */
export type Send<Response> = (sending: Sending) => Promise<() => Response>;

/**
 * Checks a request and serializes it at once, so that the caller may change its object afterwards.
 * @throws {InvalidRequestError} naming each field and what to send
 */
export function sender<Request extends object, Response>(
  { baseUrl, headers, fetch = (input, init) => globalThis.fetch(input, init) }: ClientOptions,
  timeout: number,
  operation: OperationName,
  row: Operation<Request, Response>,
  request: Request,
): Send<Response> {
  checkRequest(operation, row, request);
  const { path, body } = fill(row.path, request);
  const { method, repeatable } = row;
  const content = method === 'GET' ? {} : { body: JSON.stringify(body) };
  const prepare = async () => {
    const sent = await headersOf(headers);
    refuseMerchantKey(operation, baseUrl, sent);
    if (content.body) sent['content-type'] = 'application/json';
    return { method, headers: sent, ...content };
  };
  const call = {
    operation,
    fetch,
    // The path begins with the version. Many services name it in their base URL.
    url: baseUrl.replace(/(\/v1)?\/*$/, '') + path,
    prepare,
    timeout,
    write: !repeatable,
  };
  return async (sending) => {
    const answer = await exchange({ ...call, ...sending });
    const read = () => readAnswer(operation, row, request, answer);
    let first: Response | undefined = read();
    return () => {
      const copy = first ?? read();
      first = undefined;
      return copy;
    };
  };
}

/** Moves the parameters of the path from the body into the path. */
function fill(template: string, request: object): { path: string; body: object } {
  const body: Record<string, unknown> = { ...request };
  const path = template.replace(/:(\w+)/g, (_placeholder, name: string) => {
    const value = encodeURIComponent(String(body[name]));
    delete body[name];
    return value;
  });
  return { path, body };
}

async function headersOf(source: HeaderSource | undefined): Promise<Record<string, string>> {
  return { ...(typeof source === 'function' ? await source() : source) };
}

const remedy = "must not have the merchant's key in a page: use a gateway";

/**
 * Refuses the merchant's key in pages and workers, where every visitor can read it (contract/README.md §1.2).
 * @param scope the global object of the page, the worker or the server
 * @throws {InvalidRequestError} naming the option or header, never the key
 */
export function refuseMerchantKey(
  operation: OperationName,
  baseUrl: string,
  headers: Record<string, string>,
  scope: object = globalThis,
): void {
  if (!('document' in scope || 'DedicatedWorkerGlobalScope' in scope)) return;
  const found = Object.entries({ baseUrl, ...headers }).filter(([, value]) => merchantKey.test(value));
  if (!found.length) return;
  throw new InvalidRequestError(
    operation,
    found.map(([path]) => ({ path, remedy })),
  );
}
