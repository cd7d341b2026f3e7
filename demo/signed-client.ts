import { flatLocators, type OrderRequest, type Rate } from '../src/contract/index.ts';
import { createShippingClient, type ShippingClient } from '../src/index.ts';
import { serviceKey } from '../src/quote/index.ts';
import type { Destination } from '../src/server.ts';

/** A row of a quote as the gateway gives it. */
type OfferedRate = Rate & { offer: string };

const json = { 'content-type': 'application/json' };
const post = (path: string, body: object) => fetch(path, { method: 'POST', headers: json, body: JSON.stringify(body) });

/**
 * A client that brings the shop's tokens to the gateway: the signed cart with every question, a grant with an order, the
 * cancel token that came with it. The shop's own server signs them; the page only carries them.
 * @param scenario whose gateway is asked
 * @param quantities of the cart as it is now
 */
export function createSignedClient(scenario: string, quantities: () => number[]): ShippingClient {
  const baseUrl = scenario === 'normal' ? '/shipping' : `/scenarios/${scenario}`;
  /** Of the rows that the shopper saw last, by `jne/reg`. */
  const offers = new Map<string, string>();
  /** By the order's id. */
  const cancels = new Map<string, string>();
  let before = '';

  async function rates(question: string): Promise<Response> {
    const signed = await post('/checkout/cart', { quantities: quantities() });
    if (!signed.ok) return signed;
    const { cart } = (await signed.json()) as { cart: string };
    // The client keeps answers itself: the same question once more is one past what is kept.
    const fresh = question === before;
    before = question;
    const answer = await post(`${baseUrl}/v1/rates/couriers`, { ...JSON.parse(question), cart, fresh });
    if (!answer.ok) return answer;
    const { pricing } = (await answer.clone().json()) as { pricing: OfferedRate[] };
    for (const row of pricing) offers.set(serviceKey(row), row.offer);
    return answer;
  }

  /** The shop's grant for what was offered, and the order itself. */
  async function order(path: string, request: OrderRequest): Promise<Response> {
    const service = `${request.courier_company}/${request.courier_type}`;
    const granted = await post('/checkout/grant', {
      quantities: quantities(),
      service,
      offer: offers.get(service),
      insured: Boolean(request.courier_insurance),
      cashOnDelivery: Boolean(request.destination_cash_on_delivery),
      destination: destinationOf(request),
      recipient: {
        name: request.destination_contact_name,
        phone: request.destination_contact_phone,
        address: request.destination_address,
      },
      reference: request.reference_id,
    });
    if (!granted.ok) return granted;
    const answer = await post(baseUrl + path, await granted.json());
    const { id, cancel } = (await answer.clone().json()) as { id?: string; cancel?: string };
    if (id && cancel) cancels.set(id, cancel);
    return answer;
  }

  return createShippingClient({
    baseUrl,
    fetch: async (input, init) => {
      const path = String(input).slice(baseUrl.length);
      if (init?.method !== 'POST') return fetch(input, init);
      if (path === '/v1/rates/couriers') return rates(String(init.body));
      const body = JSON.parse(String(init.body));
      const [, id] = /^\/v1\/orders\/([\w-]+)\/cancel$/.exec(path) ?? [];
      if (id) return post(String(input), { ...body, cancel: cancels.get(id) });
      return order(path, body);
    },
  });
}

function destinationOf(request: OrderRequest): Destination {
  const { destination_area_id, destination_postal_code, destination_latitude, destination_longitude } =
    flatLocators(request);
  return { destination_area_id, destination_postal_code, destination_latitude, destination_longitude };
}
