import { spawnSync } from 'node:child_process';
import { expect } from 'chai';

const client = new URL('../../src/client/index.ts', import.meta.url).href;

const shipment = {
  origin_postal_code: 12440,
  destination_postal_code: 40111,
  items: [{ name: 'Mug', value: 50_000, quantity: 1, weight: 400 }],
};

const answer = {
  success: true,
  origin: { city: 'Jakarta' },
  pricing: [{ courier_code: 'jne', courier_service_code: 'reg', price: 9000, note: 'kept' }, { price: 1 }],
};

/** What a client asks, reads and refuses in a process of its own, where every object has something more. */
function heardWhere(extension: string): unknown {
  const code = `
    ${extension}
    const { createShippingClient } = await import('${client}');
    const sent = [];
    const fetch = async (_url, { body }) => (sent.push(body), new Response('${JSON.stringify(answer)}'));
    const client = createShippingClient({ baseUrl: 'http://shop.test', fetch });
    const { pricing, origin, dropped } = await client.quoteRates({ ...${JSON.stringify(shipment)}, couriers: 'jne' });
    const refused = await client.createOrder({ ...${JSON.stringify(shipment)}, items: [] }).catch(({ fields }) => fields);
    const keys = [pricing[0], origin].map((part) => Object.keys(part));
    console.log(JSON.stringify({ sent, pricing, keys, dropped, refused: refused.map(({ path }) => path) }));`;
  const parameters = ['--import', 'tsx', '--input-type=module', '-e', code];
  const { stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
  expect(stderr).to.equal('');
  return JSON.parse(stdout);
}

describe('the client where every object has', () => {
  const plain = heardWhere('');

  for (const [what, extension] of Object.entries({
    'a method': 'Object.prototype.each = function each() {};',
    'a text': `Object.prototype.edition = 'of the shop';`,
    'nothing at all': 'Object.prototype.later = undefined;',
    'what is read alone': `Object.defineProperty(Object.prototype, 'late', { enumerable: true, get: () => 1 });`,
    'what nobody can take away again': `Object.defineProperty(Object.prototype, 'each', { enumerable: true, value() {} });`,
    'several of them': 'Object.prototype.each = () => {}; Object.prototype.extend = () => {};',
  })) {
    it(`${what} asks, reads and refuses as it does elsewhere`, () => {
      expect(heardWhere(extension)).to.deep.equal(plain);
    });
  }

  it('nothing more keeps what it does not know, leaves out a row and names what is wrong', () => {
    const text = JSON.stringify(plain);
    expect(text).to.match(/"note":"kept"/);
    expect(text).to.match(/"dropped":\[\{"index":1/);
    expect(text).to.match(/"refused":\[.*"items"/);
  });
});
