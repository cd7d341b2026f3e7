import { expect } from 'chai';
import { isShippingFailure } from '../../src/client/index.ts';
import { json, orderRequest } from '../support/fixtures.ts';
import { cutOff, failure, forever, serve } from './service.ts';

const personal = [
  orderRequest.destination_contact_name,
  orderRequest.destination_contact_phone,
  orderRequest.destination_address,
  'ratna@pembeli.test',
];
const echo = `No: ${personal.join(', ')}`;
const echoed = { success: false, error: echo, details: { destination_contact_phone: echo } };
const invalid = { ...orderRequest, destination_contact_phone: echo };

/** What ends an order, and whether something else was thrown before. */
const failures: Record<string, [hasCause: boolean, thrown: () => Promise<Error & Record<string, unknown>>]> = {
  'invalid-request': [false, () => failure(serve(() => json({})).client.createOrder(invalid))],
  network: [true, () => failure(serve(cutOff).client.createOrder(orderRequest))],
  timeout: [true, () => failure(serve(() => forever, { timeout: 10 }).client.createOrder(orderRequest))],
  refused: [false, () => failure(serve(() => json(echoed, { status: 400 })).client.createOrder(orderRequest))],
  unavailable: [false, () => failure(serve(() => json(echoed, { status: 503 })).client.createOrder(orderRequest))],
  'unexpected-response': [true, () => failure(serve(() => new Response(echo)).client.createOrder(orderRequest))],
};

describe('every error of the client', () => {
  for (const [code, [hasCause, fail]] of Object.entries(failures))
    it(`has its code, its operation and a sentence without personal data: ${code}`, async () => {
      const thrown = await fail();
      expect(thrown).to.be.an('error').that.includes({ code, operation: 'createOrder' });
      expect(isShippingFailure(thrown)).to.equal(true);
      expect(thrown.name).to.match(/\wError$/);
      expect(thrown.message).to.match(/^createOrder .*\.$/);
      for (const detail of personal) expect(thrown.message + JSON.stringify(thrown)).to.not.contain(detail);
      expect('cause' in thrown).to.equal(hasCause);
    });
});

describe('isShippingFailure', () => {
  it('accepts an error of another copy of the client', () => {
    const thrown = Object.assign(new Error('x'), { code: 'refused', operation: 'createOrder' });
    expect(isShippingFailure(thrown)).to.equal(true);
  });

  it('refuses aborts and other errors', () => {
    for (const other of [
      AbortSignal.abort().reason,
      Object.assign(new Error('x'), { code: 'refused' }),
      Object.assign(new Error('x'), { code: 'ECONNRESET', operation: 'createOrder' }),
      Object.assign(new Error('x'), { operation: 'createOrder' }),
      { code: 'refused', operation: 'createOrder' },
      'left',
      null,
    ])
      expect(isShippingFailure(other)).to.equal(false);
  });
});
