import { expect } from 'chai';
import { allOperations, type OperationName, type Rate } from '../../src/contract/index.ts';
import { orderRequest, ratesRequest } from '../support/fixtures.ts';

/** A shipping service: ours over a socket, our gateway, or a live one. */
export interface Service {
  name: string;
  live: boolean;
  /** A gateway adds the key itself, and takes an order only with a grant. */
  isGateway: boolean;
  send(request: Request): Promise<Response>;
  baseUrl: string;
  key: string;
  close(): Promise<void>;
}

interface Flags {
  /**
   * Costs no money and leaves no order behind. Every quote costs (contract/README.md §1.10). A live service is asked for the
   * others only with SHIPPING_MAY_COST=1.
   */
  free?: true;
  /** Our own decision. Another service may differ. */
  ours?: true;
  /** A gateway serves the five operations alone, and refuses by itself what it has no grant for. */
  notOfGateway?: true;
}

/** A promise of the wire contract. */
interface Promised extends Flags {
  name: string;
  /** The section of contract/README.md. */
  section: string;
  check(service: Service): Promise<void>;
}

const promiseWith =
  (flags: Flags) =>
  (name: string, section: string, check: Promised['check']): Promised => ({ name, section, check, ...flags });

export const promise = promiseWith({});
export const freePromise = promiseWith({ free: true });
export const servicePromise = promiseWith({ notOfGateway: true });
export const freeServicePromise = promiseWith({ free: true, notOfGateway: true });
export const ourPromise = promiseWith({ ours: true, notOfGateway: true });

export interface Answer {
  status: number;
  body: Record<string, unknown> & { code?: number; error?: string; id?: string; pricing?: Rate[] };
}

/** Sends a request to any path and reads the answer as JSON. */
export async function askAt(
  { send, baseUrl, key }: Service,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: object | null = {},
  authorization = key,
): Promise<Answer> {
  const headers = { authorization, 'content-type': 'application/json' };
  const content = method !== 'GET' && body ? { body: JSON.stringify(body) } : {};
  const response = await send(new Request(baseUrl + path, { method, headers, ...content }));
  return { status: response.status, body: await response.json() };
}

function ask(service: Service, operation: OperationName, body: object, id = '') {
  const { method, path } = allOperations[operation];
  return askAt(service, method, path.replace(':id', id), body);
}

/** A `reference_id` that is unused, on a live service too. */
export const freshReference = () => `conformance-${crypto.randomUUID()}`;

export const list = (service: Service, key = service.key) => askAt(service, 'GET', '/v1/couriers', {}, key);
export const quote = (service: Service, changes: object = {}) =>
  ask(service, 'quoteRates', { ...ratesRequest, ...changes });
export const place = (service: Service, changes: object = {}) =>
  ask(service, 'createOrder', { ...orderRequest, reference_id: freshReference(), ...changes });
export const draft = (service: Service, changes: object = {}) =>
  ask(service, 'createDraftOrder', { ...orderRequest, reference_id: freshReference(), ...changes });
export const cancel = (service: Service, id: string, body: object = { cancellation_reason_code: 'others' }) =>
  ask(service, 'cancelOrder', body, id);

/** Expects a refusal with one of these codes and a matching status. */
export function refusedWith({ status, body }: Answer, ...codes: number[]): void {
  expect(body.success).to.equal(false);
  expect(codes).to.include(Number(body.code));
  expect(status).to.equal(Math.floor(Number(body.code) / 100_000));
  expect(body.error, 'an error has words').to.be.ok;
}

/** The body of an answer that has to be a success. */
export function accepted({ status, body }: Answer): Answer['body'] {
  expect([200, 201], JSON.stringify(body)).to.include(status);
  return body;
}

export const rows = (answer: Answer): Rate[] => accepted(answer).pricing ?? [];
