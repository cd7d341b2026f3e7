import {
  CouriersResponse,
  DraftOrderResponse,
  ErrorBody,
  type Item,
  OrderResponse,
  type Rate,
  RatesResponse,
} from '../../src/contract/index.ts';
import { serviceKey } from '../../src/quote/index.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';

/** Noon of that day in Jakarta. */
export const noon = (day: string) => new Date(`${day}T12:00:00+07:00`);

export const today = '2026-10-01';

export const item: Item = { name: 'Shirt', category: 'fashion', value: 200_000, quantity: 1, weight: 800 };

export const bandungLane = { origin_postal_code: 12440, destination_postal_code: 40111 };

export const mapLane = {
  origin_latitude: -6.2253,
  origin_longitude: 106.7994,
  destination_latitude: -6.2893,
  destination_longitude: 106.7749,
};

export const ratesBody = { ...bandungLane, couriers: 'jne,sicepat,anteraja', items: [item] };

export const orderBody = {
  origin_contact_name: 'Amir',
  origin_contact_phone: '081234567890',
  origin_address: 'Jalan Asia Afrika 8',
  origin_postal_code: 12440,
  destination_contact_name: 'Dewi',
  destination_contact_phone: '+6281234567891',
  destination_address: 'Jalan Braga 1',
  destination_postal_code: 40111,
  courier_company: 'jne',
  courier_type: 'reg',
  delivery_type: 'now',
  items: [item],
};

const { courier_company: _company, courier_type: _type, ...draft } = orderBody;
/** The same without a courier. */
export const draftBody = draft;

/** A shop with a sandbox of its own, whose clock stands at noon of a day. */
export function openShop({ day = today, ...options }: SandboxOptions & { day?: string } = {}) {
  const sandbox = createSandbox({ now: () => noon(day), ...options });

  async function send(method: string, path: string, init: { body?: string; headers?: Record<string, string> } = {}) {
    const response = await sandbox.fetch(new Request(`http://sandbox.invalid${path}`, { method, ...init }));
    const body: unknown = await response.json();
    return { status: response.status, headers: response.headers, body };
  }
  const post = (path: string, body: unknown) =>
    send('POST', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

  return {
    sandbox,
    send,
    post,
    list: async () => CouriersResponse.parse((await send('GET', '/v1/couriers')).body).couriers,
    quote: async (request: object) => read(RatesResponse, await post('/v1/rates/couriers', request)).pricing,
    order: async (request: object = orderBody) => read(OrderResponse, await post('/v1/orders', request)),
    draft: async (request: object = draftBody) => read(DraftOrderResponse, await post('/v1/draft_orders', request)),
    find: async (id: string) => read(OrderResponse, await send('GET', `/v1/orders/${id}`)),
    move: async (id: string, ...states: string[]) => {
      for (const status of states) read(OrderResponse, await post(`/sandbox/orders/${id}/status`, { status }));
    },
    /** The refusal of a request that must be refused. */
    refusal: async (path: string, body: unknown) => refusalIn(await post(path, body)),
  };
}

export function refusalIn({ status, body }: { status: number; body: unknown }) {
  const { success, code, error, details } = ErrorBody.parse(body);
  if (success !== false) throw new Error(`Expected a refusal, got ${status} ${JSON.stringify(body)}`);
  return { status, code, error: error ?? '', details };
}

export const keys = (rows: readonly Pick<Rate, 'courier_code' | 'courier_service_code'>[]) => rows.map(serviceKey);

/** The row of a service, which must be there. */
export function row(rows: readonly Rate[], key: string): Rate {
  const found = rows.find((rate) => serviceKey(rate) === key);
  if (!found) throw new Error(`No ${key} among ${keys(rows).join(', ')}`);
  return found;
}

function read<T>(schema: { parse(value: unknown): T }, { status, body }: { status: number; body: unknown }): T {
  if (status >= 300) throw new Error(`Refused: ${status} ${JSON.stringify(body)}`);
  return schema.parse(body);
}
