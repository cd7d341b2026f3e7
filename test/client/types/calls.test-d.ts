import type { Recovered, ShippingClient } from '../../../src/client/index.ts';
import type { Item, OrderRequest, OrderResponse, Rate, RatesRequest } from '../../../src/contract/index.ts';
import type { Equal, Expect } from './equal.ts';

export async function requests(client: ShippingClient, item: Item, order: OrderRequest, signal: AbortSignal) {
  const places = { origin_postal_code: 12440, destination_postal_code: 40111 };
  const rates: RatesRequest = { ...places, couriers: 'jne', items: [item] };
  await client.listCouriers();
  await client.quoteRates(rates, { signal, fresh: true });
  await client.createOrder(order, { signal: undefined, widgetKey: undefined });
  await client.cancelOrder({ id: 'a1' }, { signal, widgetKey: 'checkout' });
  await client.quoteRates({ ...rates, origin_postal_code: '12440' });
  await client.createOrder({ ...order, destination_postal_code: '40111' });
  // @ts-expect-error a postal code is a number or a text
  await client.quoteRates({ ...rates, origin_postal_code: [12440] });
  // @ts-expect-error a misspelt field
  await client.quoteRates({ ...rates, origin_postcode: 12440 });
  // @ts-expect-error a rates request without couriers
  await client.quoteRates({ ...places, items: [item] });
  // @ts-expect-error an item without its weight
  const light: Item = { name: 'Mug', value: 75_000, quantity: 2 };
  // @ts-expect-error couriers are one text
  await client.quoteRates({ ...rates, couriers: ['jne'] });
  const { courier_company: _left, ...rest } = order;
  await client.createDraftOrder(rest);
  // @ts-expect-error an order needs its courier, a draft does not
  await client.createOrder(rest);
  // @ts-expect-error only a write has a widget
  await client.quoteRates(rates, { widgetKey: 'checkout' });
  // @ts-expect-error only a read can be fresh
  await client.createOrder(order, { fresh: true });
  // @ts-expect-error an unknown reason
  await client.cancelOrder({ id: 'a1', cancellation_reason_code: 'bored' });
  // @ts-expect-error the list of couriers takes no parameters
  await client.listCouriers({ couriers: 'jne' });
  return light;
}

export async function answers(client: ShippingClient, order: OrderRequest, rates: RatesRequest) {
  const { pricing, dropped } = await client.quoteRates(rates);
  const placed = await client.createOrder(order);
  const draft = await client.createDraftOrder(order);
  if (placed.recovered) {
    const found: Recovered = placed;
    // @ts-expect-error a recovered order has no courier
    return [found, placed.courier];
  }
  const types: [
    Expect<Equal<typeof pricing, Rate[]>>,
    Expect<Equal<(typeof dropped)[number], { index: number; problem: string }>>,
    Expect<Equal<typeof placed, OrderResponse & { recovered?: undefined }>>,
    Expect<Equal<typeof draft.id, string | undefined>>,
  ] = [true, true, true, true];
  // @ts-expect-error a price may be missing
  const price: number = placed.price;
  return [types, price];
}
