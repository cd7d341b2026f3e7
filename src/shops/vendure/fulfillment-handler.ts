import { FulfillmentHandler } from '@vendure/core';
import { handlerCode, prepare, stateOf } from './deliveries.ts';
import { fulfillmentFields, translated } from './fields.ts';
import { label, say } from './sentences.ts';
import { Shop } from './shop.ts';

/** A fulfillment with a delivery. Vendure calls it in a transaction, so it asks no service: `attempt` and `cancelLater` do, afterwards. */
export function fulfillmentHandler(): FulfillmentHandler {
  let shop: Shop;
  return new FulfillmentHandler({
    code: handlerCode,
    description: translated('Order the delivery that the shopper has chosen', 'Pesan pengiriman yang dipilih pembeli'),
    args: {
      acceptHigherPrice: {
        ...{ type: 'boolean', required: false, defaultValue: false },
        ...{ label: label('higher-price'), description: label('shop-pays') },
      },
    },
    init: (injector) => {
      shop = injector.get(Shop);
    },
    createFulfillment: async (ctx, [order, ...others], lines, { acceptHigherPrice }) => {
      if (!order || others.length) throw new Error(say(ctx, 'one-order'));
      return prepare(shop, ctx, order.id, lines, acceptHigherPrice);
    },
    onFulfillmentTransition: async (_from, to, { ctx, fulfillment }) => {
      const state = stateOf(fulfillment);
      if ((to === 'Shipped' || to === 'Delivered') && state !== 'placed') return say(ctx, 'not-confirmed');
      // Vendure saves the fulfillment after this.
      if (to === 'Cancelled' && (state === 'waiting' || state === 'placed'))
        Object.assign(fulfillmentFields(fulfillment), { shippingState: 'cancelling' });
      return undefined;
    },
  });
}
