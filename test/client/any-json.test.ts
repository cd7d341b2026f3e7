import { expect } from 'chai';
import fc from 'fast-check';
import { createShippingClient, isShippingFailure, type ShippingClient } from '../../src/client/index.ts';
import { type OperationName, operations } from '../../src/contract/index.ts';
import { almost, anyJson, fullAnswers, fullRequests } from '../contract/any-json.ts';
import { json } from '../support/fixtures.ts';
import { cutOff } from './service.ts';

const names = Object.keys(operations) as OperationName[];

/** How a call ends; a call that throws at once instead of rejecting is a failure of the test. */
function ask(
  client: ShippingClient,
  name: OperationName,
  request: unknown,
): Promise<{ value?: object; thrown?: unknown }> {
  const method = client[name] as (request: unknown) => Promise<object>;
  return method(request).then(
    (value) => ({ value }),
    (thrown) => ({ thrown }),
  );
}

const refusal = {
  success: false,
  error: 'Order already cancelled',
  code: 40002060,
  details: { order_id: 'o-1', waybill_id: 'JNE7', reference_id: 'shop-17' },
};

/** Deep enough for engines to run out of stack. */
const deep = fc.nat(20_000).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`);

const bodyOf = (name: OperationName) =>
  fc.oneof(
    fc.string({ unit: 'binary' }),
    deep,
    deep.map((value) => JSON.stringify({ ...fullAnswers[name], more: 0 }).replace(/0}$/, `${value}}`)),
    fc.constantFrom('1e400', '').map((value) => JSON.stringify(fullAnswers[name]).replace(/20700|15000/, value)),
    fc.oneof(anyJson, almost(fullAnswers[name]), almost(refusal)).map((value) => JSON.stringify(value)),
    almost(refusal.details).map((details) => JSON.stringify({ ...refusal, details })),
  );

/** Also of one who hands in all that is known of an order. */
const requestOf = (name: OperationName) =>
  fc.oneof(
    anyJson,
    almost(fullRequests[name]),
    almost({ ...fullRequests.createOrder, couriers: 'jntcargo', ...fullRequests[name] }),
  );

const anyStatus = fc.constantFrom(200, 200, 201, 400, 400, 401, 404, 408, 422, 429, 500, 503);
const retryAfter = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom('', 'soon', '1e400', 'Tue, 01 Jan 2030 00:00:00 GMT'),
);

/** A client whose other side is not a service but a function, and what was sent: real requests cost most of the time. */
function connect(answer: (count: number) => Response) {
  const sent: RequestInit[] = [];
  const fetch = async (_: unknown, init: RequestInit = {}) => answer(sent.push(init));
  return { sent, client: createShippingClient({ baseUrl: 'https://shop.test', fetch, retry: { times: 0 }, cache: 0 }) };
}

describe('a generated answer', () => {
  for (const name of names)
    it(`is read, or is an error of the client: ${name}`, async () => {
      const property = fc.asyncProperty(bodyOf(name), anyStatus, retryAfter, async (body, status, after) => {
        const headers = { 'retry-after': after };
        const { client } = connect((count) => (count === 1 ? cutOff() : new Response(body, { status, headers })));
        // Its answer is lost: a second one may be found.
        await ask(client, name, fullRequests[name]);
        const { value, thrown } = await ask(client, name, fullRequests[name]);
        if (value) expectOrder(value);
        else expect(isShippingFailure(thrown) && thrown.operation, String(thrown)).to.equal(name);
      });
      await fc.assert(property, { seed: 5, numRuns: 100 });
    }).timeout(10_000);
});

describe('a generated request', () => {
  for (const name of names)
    it(`is sent with the same meaning, or is an error that names the field: ${name}`, async () => {
      const property = fc.asyncProperty(requestOf(name), async (request) => {
        const { client, sent } = connect(() => json(fullAnswers[name]));
        const { thrown } = await ask(client, name, request);
        if (!thrown) return expectSent(sent, name, request as object);
        expect(sent).to.have.lengthOf(0);
        expect(thrown).to.include({ code: 'invalid-request', operation: name, outcome: undefined });
        expect(thrown).to.have.property('fields').with.lengthOf.at.least(1);
        // The day and the courier forbid what the contract allows, but only what ships something.
        if (!/^(quote|create)/.test(name)) expect(operations[name].request.safeParse(request).success).to.equal(false);
      });
      await fc.assert(property, { seed: 6, numRuns: 150 });
    }).timeout(10_000);
});

/** Or another success; what an answer names is text, also where it is found in the details of a refusal. */
function expectOrder(value: object): void {
  const { success, id, waybill_id } = value as Record<string, unknown>;
  expect(success).to.equal(true);
  for (const name of [id, waybill_id]) expect(['string', 'undefined']).to.include(typeof (name ?? undefined));
}

function expectSent([sent, ...more]: RequestInit[], name: OperationName, request: object): void {
  expect(more).to.have.lengthOf(0);
  if (sent?.method !== 'POST') return;
  const body = JSON.parse(String(sent.body));
  const { id: _id, ...withoutId } = request as { id?: unknown };
  const given = name === 'cancelOrder' ? withoutId : request;
  // Both go along where they were not given.
  for (const field of ['reference_id', 'cancellation_reason_code'])
    if (saysNothing(Reflect.get(given, field))) delete body[field];
  expect(saysTheSame(body, given), JSON.stringify([given, body])).to.equal(true);
}

const saysNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a body says what was given: all of it, but for what says nothing, and digits as numbers. */
function saysTheSame(said: unknown, given: unknown): boolean {
  if (said === undefined) return saysNothing(given);
  if (typeof said === 'number' && typeof given === 'string')
    return /^\s*-?\d+(\.\d+)?\s*$/.test(given) && said === Number(given);
  if (typeof said !== 'object' || said === null || typeof given !== 'object' || given === null) return said === given;
  const names = new Set([...Object.keys(said), ...Object.keys(given)]);
  // No field of anybody's: zod leaves it out.
  names.delete('__proto__');
  return [...names].every((name) => saysTheSame(Reflect.get(said, name), Reflect.get(given, name)));
}
