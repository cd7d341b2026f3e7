import type { Operation, OperationName } from '../contract/index.ts';
import { checkRequest } from './check-request.ts';
import { exchange } from './exchange.ts';
import { refuseMerchantKey } from './merchant-key.ts';
import type { CallOptions, ClientOptions, HeaderSource } from './options.ts';
import { readAnswer } from './read-answer.ts';

interface Sending extends CallOptions {
  /** Called as the request goes out: what fails before that did not happen. */
  onSend?: () => void;
  /** Milliseconds for this attempt. */
  patience: number;
}

/** One attempt at a call, any number of times. */
export type Send<Response> = (sending: Sending) => Promise<Response>;

/**
 * Checks a request and writes it down, at once: what is sent is what was checked, whatever the caller does to its object
 * meanwhile.
 * @throws {InvalidRequestError} naming each field and its remedy
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
  const call = { operation, fetch, url: baseUrl.replace(/\/+$/, '') + path, prepare, timeout, write: !repeatable };
  return async (sending) => readAnswer(operation, row, request, await exchange({ ...call, ...sending }));
}

/** Moves what the path names from the request into the path. */
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
