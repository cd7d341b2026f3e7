import type {
  createShippingClient,
  Placed,
  ReadOptions,
  Recovered,
  ShippingClient,
  UnansweredWrite,
  WriteOptions,
} from '../../../src/client/index.ts';
import type {
  CancelRequest,
  CancelResponse,
  CouriersRequest,
  CouriersResponse,
  DraftOrderRequest,
  DraftOrderResponse,
  Item,
  OrderRequest,
  OrderResponse,
  operations,
  Rate,
  RatesRequest,
  RatesResponse,
} from '../../../src/contract/index.ts';
import type { Equal, Expect } from './equal.ts';

/** What a method takes and what it promises. */
type Takes<Name extends keyof ShippingClient> = Parameters<ShippingClient[Name]>;
type Gives<Name extends keyof ShippingClient> = Awaited<ReturnType<ShippingClient[Name]>>;

export type FiveMethods = [
  Expect<
    Equal<
      Exclude<keyof ShippingClient, 'unanswered' | 'placed'>,
      'listCouriers' | 'quoteRates' | 'createOrder' | 'createDraftOrder' | 'cancelOrder'
    >
  >,
  Expect<Equal<ReturnType<typeof createShippingClient>, ShippingClient>>,
  Expect<Equal<Takes<'listCouriers'>, [request?: CouriersRequest, options?: ReadOptions]>>,
  Expect<Equal<Takes<'quoteRates'>, [request: RatesRequest, options?: ReadOptions]>>,
  Expect<Equal<Takes<'createOrder'>, [request: OrderRequest, options?: WriteOptions]>>,
  Expect<Equal<Takes<'createDraftOrder'>, [request: DraftOrderRequest, options?: WriteOptions]>>,
  Expect<Equal<Takes<'cancelOrder'>, [request: CancelRequest, options?: WriteOptions]>>,
  Expect<Equal<Gives<'listCouriers'>, CouriersResponse>>,
  Expect<Equal<Gives<'quoteRates'>, RatesResponse>>,
  Expect<Equal<Gives<'createOrder'>, Placed<OrderResponse>>>,
  Expect<Equal<Gives<'createDraftOrder'>, Placed<DraftOrderResponse>>>,
  Expect<Equal<Gives<'cancelOrder'>, CancelResponse>>,
];

export type Memory = [
  Expect<Equal<ShippingClient['unanswered'], (place: string) => UnansweredWrite[]>>,
  Expect<Equal<UnansweredWrite['operation'], 'createOrder' | 'createDraftOrder' | 'cancelOrder'>>,
];

export async function requests(client: ShippingClient, item: Item, order: OrderRequest, signal: AbortSignal) {
  const rates: RatesRequest = {
    origin_postal_code: 12440,
    destination_postal_code: 40111,
    couriers: 'jne',
    items: [item],
  };
  await client.listCouriers();
  await client.quoteRates(rates, { signal, fresh: true });
  await client.createOrder(order, { signal: undefined, place: undefined });
  await client.cancelOrder({ id: 'a1' }, { signal, place: 'checkout' });
  await client.cancelOrder({ id: 'a1' });
  await client.quoteRates({ ...rates, origin_postal_code: '12440' });
  await client.createOrder({ ...order, destination_postal_code: '40111' });
  // @ts-expect-error a postal code is digits or a number
  await client.quoteRates({ ...rates, origin_postal_code: [12440] });
  // @ts-expect-error a field that is misspelt
  await client.quoteRates({ ...rates, origin_postcode: 12440 });
  // @ts-expect-error a rates request without its couriers
  await client.quoteRates({ origin_postal_code: 12440, destination_postal_code: 40111, items: [item] });
  // @ts-expect-error an item without its weight
  const light: Item = { name: 'Mug', value: 75_000, quantity: 2 };
  // @ts-expect-error a list of couriers is text
  await client.quoteRates({ ...rates, couriers: ['jne'] });
  const { courier_company: _left, ...rest } = order;
  await client.createDraftOrder(rest);
  // @ts-expect-error an order needs its courier, a draft does not
  await client.createOrder(rest);
  // @ts-expect-error only a write has a place
  await client.quoteRates(rates, { place: 'checkout' });
  // @ts-expect-error what is asked of reads alone
  await client.createOrder(order, { fresh: true });
  // @ts-expect-error a reason that the service does not know
  await client.cancelOrder({ id: 'a1', cancellation_reason_code: 'bored' });
  // @ts-expect-error the service lists all couriers or none
  await client.listCouriers({ couriers: 'jne' });
  return light;
}

export async function answers(client: ShippingClient, order: OrderRequest, rates: RatesRequest) {
  const { pricing, dropped } = await client.quoteRates(rates);
  const placed = await client.createOrder(order);
  const draft = await client.createDraftOrder(order);
  if (placed.recovered) {
    const found: Expect<Equal<typeof placed, Recovered>> = true;
    // @ts-expect-error what is found is not told in full
    return [found, placed.courier];
  }
  const told: [
    Expect<Equal<typeof pricing, Rate[]>>,
    Expect<Equal<(typeof dropped)[number], { index: number; problem: string }>>,
    Expect<Equal<typeof placed, OrderResponse & { recovered?: undefined }>>,
    Expect<Equal<typeof placed.id, string>>,
    Expect<Equal<typeof draft.id, string | undefined>>,
  ] = [true, true, true, true, true];
  // @ts-expect-error a price may be missing
  const price: number = placed.price;
  return [told, price];
}

/** The schemas read what the types say: zod's own types come along. */
export type Schemas = [
  Expect<Equal<ReturnType<(typeof RatesRequest)['parse']>, RatesRequest>>,
  Expect<Equal<ReturnType<(typeof operations)['createOrder']['response']['parse']>, OrderResponse>>,
];
