import { expect } from 'chai';
import { createShippingClient } from '../../src/client/index.ts';
import { createSandbox, isScenario, scenarioNames } from '../../src/sandbox/index.ts';
import { orderRequest, ratesRequest } from '../support/fixtures.ts';
import { failure } from './service.ts';

/** A client whose service is a sandbox on this page, met by what these headers ask for. */
function clientWith(headers: Record<string, string>, sandbox = createSandbox(), timeout = 20_000) {
  return createShippingClient({
    baseUrl: 'https://sandbox.test',
    headers,
    timeout,
    retry: { delay: 0 },
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
}

describe('the sandbox’s faults in a page', () => {
  const faults: Record<string, object> = {
    'latency=60000': { code: 'timeout' },
    'status=503;retry-after=70': { code: 'unavailable', status: 503, retryAfter: 70 },
    'error=40001010': { code: 'refused', reason: 'no-courier' },
    'error=balance': { code: 'refused', reason: 'merchant-balance' },
    drop: { code: 'network' },
    'drop-after': { code: 'network' },
    malformed: { code: 'unexpected-response' },
    html: { code: 'unavailable', status: 502 },
  };
  for (const [fault, error] of Object.entries(faults))
    it(`are met by a client as what they are: ${fault}`, async () => {
      const client = clientWith(
        { 'sandbox-fault': fault },
        createSandbox(),
        fault.startsWith('latency') ? 100 : 20_000,
      );
      expect(await failure(client.quoteRates(ratesRequest))).to.include(error);
    });

  it('do the work or leave it, as their names say', async () => {
    const sandbox = createSandbox();
    const plain = clientWith({}, sandbox);
    for (const [fault, there] of [
      ['drop', false],
      ['drop-after', true],
    ] as const) {
      const order = { ...orderRequest, reference_id: fault };
      const lost = await failure(clientWith({ 'sandbox-fault': fault }, sandbox).createOrder(order));
      expect(lost.outcome).to.equal('unknown');
      const again = await plain.createOrder(order).catch((thrown) => thrown);
      expect(again.reason).to.equal(there ? 'reference-used' : undefined);
    }
  });

  it('come as scenarios too, each known by its name', async () => {
    expect(scenarioNames).to.include.members(['slow', 'empty-lane', 'price-rises', 'service-removed', 'lost-answer']);
    expect(scenarioNames.every(isScenario)).to.equal(true);
    const client = clientWith({ 'sandbox-scenario': 'lost-answer' });
    const order = { ...orderRequest, reference_id: 'lost-once' };
    expect((await failure(client.createOrder(order))).outcome).to.equal('unknown');
    expect(await client.createOrder(order)).to.include({ recovered: true });
  });
});
