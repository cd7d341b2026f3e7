import { expect } from 'chai';
import { isShippingFailure } from '../../../src/client/index.ts';
import { json, orderRequest } from '../../support/fixtures.ts';
import { cutOff, failure, forever, serve } from '../service.ts';

const personal = [
  orderRequest.destination_contact_name,
  orderRequest.destination_contact_phone,
  orderRequest.destination_address,
  orderRequest.origin_contact_phone,
  'ratna@pembeli.test',
];
const echo = `No: ${personal.join(', ')}`;
const echoed = { success: false, error: echo, details: { destination_contact_phone: echo } };

const failures: Record<string, () => Promise<unknown>> = {
  'invalid-request': () =>
    serve(() => json({})).client.createOrder({
      ...orderRequest,
      destination_contact_phone: echo,
      destination_postal_code: echo as unknown as number,
    }),
  network: () => serve(cutOff).client.createOrder(orderRequest),
  timeout: () => serve(() => forever, { timeout: 10 }).client.createOrder(orderRequest),
  refused: () => serve(() => json(echoed, { status: 400 })).client.createOrder(orderRequest),
  unavailable: () => serve(() => json(echoed, { status: 503 })).client.createOrder(orderRequest),
  'unexpected-response': () => serve(() => new Response(echo)).client.createOrder(orderRequest),
};

describe('every error of the client', () => {
  for (const [code, fail] of Object.entries(failures)) {
    it(`has its code: ${code}`, async () => {
      const thrown = await failure(fail());
      expect(thrown).to.include({ code, operation: 'createOrder' });
      expect(thrown).to.be.an('error');
      expect(isShippingFailure(thrown)).to.equal(true);
    });

    it(`has one sentence with the operation and no personal data: ${code}`, async () => {
      const { message, name } = await failure(fail());
      expect(message).to.match(/^createOrder .*\.$/);
      expect(name).to.match(/Error$/);
      for (const detail of personal) expect(message).to.not.contain(detail);
    });
  }
});

describe('the cause of an error', () => {
  it('is present only if something was thrown', async () => {
    expect(await failure(failures.network?.() as Promise<unknown>)).to.have.own.property('cause');
    for (const code of ['refused', 'unavailable', 'invalid-request'])
      expect(await failure(failures[code]?.() as Promise<unknown>)).to.not.have.own.property('cause');
  });
});

describe('isShippingFailure', () => {
  it('accepts an error of another copy of the client', () => {
    expect(isShippingFailure(Object.assign(new Error('x'), { code: 'refused', operation: 'createOrder' }))).to.equal(
      true,
    );
  });

  it('refuses aborts and other errors', () => {
    const page = new AbortController();
    page.abort();
    for (const other of [
      page.signal.reason,
      new Error('x'),
      Object.assign(new Error('x'), { code: 'refused' }),
      Object.assign(new Error('x'), { code: 'ECONNRESET', operation: 'createOrder' }),
      { code: 'refused', operation: 'createOrder' },
      'left',
      undefined,
      null,
    ])
      expect(isShippingFailure(other)).to.equal(false);
  });
});
