import { expect } from 'chai';
import { createShippingClient, type ShippingClient } from '../../src/client/index.ts';
import { arrival, breakdown, carriage } from '../../src/quote/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { stopwatch } from '../sandbox/stopwatch.ts';
import { order, rates } from './bodies.ts';

// Answer shapes of public recordings (contract/README.md §6) with our own texts, and what the client reads.

interface Answered {
  name: string;
  /** The section of contract/README.md. */
  section: string;
  check(): Promise<void>;
}

/** A client whose service gives this answer. */
function answeredWith(body: object, status = 200): ShippingClient {
  const fetch = async () => Response.json(body, { status });
  return createShippingClient({ baseUrl: 'http://shop.test', fetch });
}

/** An older quote: no parts of the price, no stops, places down to the village. */
const olderQuote = {
  success: true,
  object: 'courier_pricing',
  message: 'Success',
  code: 20001003,
  stops: [],
  origin: {
    location_id: null,
    postal_code: 12440,
    administrative_division_level_1_name: 'DKI Jakarta',
    administrative_division_level_3_name: 'Cilandak',
    administrative_division_level_3_type: 'district',
    administrative_division_level_4_name: 'Lebak Bulus',
    administrative_division_level_4_type: 'subdistrict',
  },
  destination: { postal_code: 40111 },
  pricing: [
    {
      ...{ company: 'jne', type: 'reg', courier_name: 'JNE', courier_service_name: 'Reguler', price: 11_000 },
      ...{ duration: '2 - 3 days', available_for_cash_on_delivery: true, available_for_insurance: true },
    },
  ],
};

const draft = {
  ...{ success: true, code: 20111002, object: 'draft_order', id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
  ...{ order_id: null, user_id: '5dd5a396248481164a225af4', invoice_id: '1200000001', metadata: null, price: 11_000 },
  ...{ status: 'ready', destination: { district_name: 'Sumur Bandung', cash_on_delivery: { amount: null } } },
};

export const answeredInTheWild: Answered[] = [
  {
    name: 'reads a quote without the parts of its prices, with stops and places down to the village',
    section: '§2.2',
    async check() {
      const { pricing, dropped, ...rest } = await answeredWith(olderQuote).quoteRates(rates);
      const [rate] = pricing;
      expect(dropped).to.deep.equal([]);
      expect(rate).to.include({ courier_code: 'jne', courier_service_code: 'reg', price: 11_000 });
      // The price is valid, and it has no parts.
      expect(rate && [breakdown(rate), carriage(rate)]).to.deep.equal([undefined, 11_000]);
      expect(rate && arrival(rate)).to.deep.equal({ least: 2, most: 3, unit: 'days' });
      expect(rest).to.deep.include({ stops: [], origin: olderQuote.origin });
    },
  },
  {
    name: 'reads a draft with its user and its invoice',
    section: '§2.4',
    async check() {
      const { courier_company: _company, courier_type: _type, ...body } = order;
      const placed = await answeredWith(draft, 201).createDraftOrder(body);
      expect(placed).to.deep.include({
        id: draft.id,
        status: 'ready',
        user_id: draft.user_id,
        invoice_id: draft.invoice_id,
      });
    },
  },
  {
    name: 'has the reason of the field in the details of a draft',
    section: '§2.4',
    async check() {
      for (const code of [40000000, 40011001]) {
        const details = { field: 'origin_area_id', reason: 'is not known' };
        const refusal = { success: false, code, error: 'Bad request.', details };
        const thrown = await answeredWith(refusal, 400)
          .createDraftOrder(order)
          .catch((error) => error);
        expect(thrown).to.include({ code: 'refused', reason: 'location', serviceCode: code });
      }
    },
  },
  {
    name: 'has the reason merchant-account for every code of a key or an account',
    section: '§1.8',
    async check() {
      for (const code of [40101001, 40101002, 40101003, 40301001, 40301002]) {
        const refusal = { success: code === 40101001, code, error: 'Authorization failed' };
        const refused = answeredWith(refusal, Math.floor(code / 100_000));
        const thrown = await refused.listCouriers().catch((error) => error);
        expect(thrown).to.include({ code: 'refused', reason: 'merchant-account', serviceCode: code });
      }
    },
  },
  {
    name: 'must wait after 5 requests in a second with a test key, if the sandbox enforces limits',
    section: '§1.9',
    async check() {
      const key = 'biteship_test.ours';
      const sandbox = createSandbox({ key, rateLimit: true, clock: stopwatch().clock });
      const client = createShippingClient({
        ...{ baseUrl: 'http://sandbox.test', headers: { authorization: key }, retry: { times: 0 }, cache: 0 },
        fetch: (input, init) => sandbox.fetch(new Request(input, init)),
      });
      for (let count = 0; count < 5; count++) await client.listCouriers();
      const thrown = await client.listCouriers().catch((error) => error);
      expect(thrown).to.include({ code: 'unavailable', status: 429, retryAfter: 1 });
    },
  },
];
