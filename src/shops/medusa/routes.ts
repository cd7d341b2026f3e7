import { getRequestListener } from '@hono/node-server';
import type { MedusaRequest, MedusaResponse, MiddlewareRoute } from '@medusajs/framework/http';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';
import { z } from '@medusajs/framework/zod';
import { signCart } from '../../tokens/index.ts';
import { type Basket, basketFields, cartOf, destinationOf } from './cart.ts';
import { path, shopOf } from './shop.ts';

const listener = getRequestListener(
  (request, { incoming }) => shopOf().gateway.fetch(request, { address: incoming.socket.remoteAddress }),
  { overrideGlobalObjects: false },
);

/** For `defineMiddlewares`: the gateway for the storefront, and what the staff may say when they ask for a delivery. */
export const shippingRoutes: MiddlewareRoute[] = [
  {
    matcher: `${path}/*`,
    // The gateway reads bodies itself, with its own limits.
    bodyParser: false,
    middlewares: [
      (request: MedusaRequest, response: MedusaResponse): Promise<void> => {
        // Express cuts the path of the middleware off.
        request.url = request.originalUrl;
        return listener(request as never, response as never);
      },
    ],
  },
  {
    matcher: '/admin/orders/:id/fulfillments',
    methods: ['POST'],
    additionalDataValidator: { accept_higher_price: z.boolean().optional() },
  },
];

/** The API route that gives a storefront what `<ship-checkout>` needs for a cart: the file `api/store/carts/[id]/shipping/route.ts`. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const shop = shopOf();
  const query = request.scope.resolve(ContainerRegistrationKeys.QUERY);
  const filters = { id: request.params.id };
  const { data } = await query.graph({ entity: 'cart', fields: basketFields, filters }, { throwIfKeyNotFound: true });
  const basket = data[0] as unknown as Basket;
  const [cart, destination] = [cartOf(shop, basket), destinationOf(basket)];
  response.json({
    cart: await signCart(cart, shop.keys),
    shipment: { ...cart.origin, ...destination, items: cart.items },
    base_url: path,
    cash_on_delivery: Boolean(shop.options.cashOnDeliveryProviders?.length),
  });
}
