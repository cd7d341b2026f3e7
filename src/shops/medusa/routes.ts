import { getRequestListener } from '@hono/node-server';
import type { MedusaNextFunction, MedusaRequest, MedusaResponse, MiddlewareRoute } from '@medusajs/framework/http';
import type { ILockingModule, MedusaContainer } from '@medusajs/framework/types';
import { MedusaError, Modules } from '@medusajs/framework/utils';
import { z } from '@medusajs/framework/zod';
import { createOrderFulfillmentWorkflow } from '@medusajs/medusa/core-flows';
import { signCart } from '../../tokens/index.ts';
import { asMedusaError, cartOf, cartWith, invalid, placeOf } from './cart.ts';
import { currentOf, settle, tryAgain, viewOf } from './delivery.ts';
import { choiceIn, linesLeft, noChoice, orderNow } from './order.ts';
import { path, queryIn, shopIn } from './shop.ts';

/** Answers a request of Medusa's server. */
type Handle = (request: MedusaRequest, response: MedusaResponse) => Promise<void>;

const gateway: Handle = (request, response) => {
  const listener = getRequestListener(
    (asked, { incoming }) => shopIn(request.scope).gateway.fetch(asked, { address: incoming.socket.remoteAddress }),
    { overrideGlobalObjects: false },
  );
  // Express cuts the path of the middleware off.
  request.url = request.originalUrl;
  return listener(request as never, response as never);
};

/** Seconds that a request waits for another one. */
const longestWait = 60;

/** One request of the staff at a time for an order, by Medusa's locking module: two cancellations at once spoil an order of Medusa's. */
const oneAtATime = async (
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> => {
  const locking = request.scope.resolve<ILockingModule>(Modules.LOCKING);
  let hasBegun = false;
  const untilAnswered = () =>
    new Promise<void>((resolve) => {
      hasBegun = true;
      response.once('close', resolve);
      next();
    });
  try {
    await locking.execute(`ship-elements ${request.params.id}`, untilAnswered, { timeout: longestWait });
  } catch {
    // Without the lock nothing was done. After the answer nothing more can be sent.
    if (!hasBegun) next(new MedusaError(MedusaError.Types.CONFLICT, 'Another request for this order is under way.'));
  }
};

/** The gateway for the storefront, and what the staff may say when they ask for a delivery. */
export const shippingRoutes: MiddlewareRoute[] = [
  // The gateway reads bodies itself, with its own limits.
  { matcher: `${path}/*`, bodyParser: false, middlewares: [gateway] },
  ...['fulfillments', 'fulfillments/*', 'deliveries', 'cancel'].map(
    (part): MiddlewareRoute => ({
      matcher: `/admin/orders/:id/${part}`,
      methods: ['POST'],
      middlewares: [oneAtATime],
    }),
  ),
  {
    matcher: '/admin/orders/:id/fulfillments',
    methods: ['POST'],
    additionalDataValidator: { accept_higher_price: z.boolean().optional() },
  },
];

/** `GET /store/carts/:id/shipping`: what `<ship-checkout>` needs for a cart. */
export const getShipping: Handle = async (request, response) => {
  const shop = shopIn(request.scope);
  const basket = await cartWith(request.scope, request.params.id ?? '');
  const shipping = async () => {
    const [cart, destination] = [cartOf(shop, basket), placeOf(basket)];
    return {
      cart: await signCart(cart, shop.keys),
      shipment: { ...cart.origin, ...destination, items: cart.items },
      base_url: path,
      // The attribute `switches` of the element.
      switches: shop.options.cashOnDeliveryProviders?.length ? 'insurance cash-on-delivery' : 'insurance',
    };
  };
  response.json(await shipping().catch(asMedusaError));
};

/** `GET /admin/orders/:id/deliveries`: what the staff read about the delivery of an order. */
export const getDelivery: Handle = async (request, response) => {
  const order = await orderNow(queryIn(request.scope), request.params.id ?? '');
  response.json({ delivery: await viewOf(shopIn(request.scope), order) });
};

/** `POST /admin/orders/:id/deliveries`: sends the order, or tries again. */
export const postDelivery: Handle = async (request, response) => {
  const container = request.scope as MedusaContainer;
  const id = request.params.id ?? '';
  const query = queryIn(container);
  const order = await orderNow(query, id);
  const { accept_higher_price = false } = Object(request.body) as { accept_higher_price?: unknown };
  if (typeof accept_higher_price !== 'boolean') throw invalid('accept_higher_price must be true or false.');
  const current = currentOf(order);
  if (current) {
    const delivery = await tryAgain(container, current, accept_higher_price);
    if (delivery?.state === 'refused') throw invalid(delivery.message);
  } else {
    // Medusa takes the shipping option of the order, which may be another plugin's.
    if (!choiceIn(order)) throw invalid(noChoice);
    const items = linesLeft(order).map((line) => ({ id: line.id ?? '', quantity: Number(line.quantity) }));
    await createOrderFulfillmentWorkflow(container).run({
      input: { order_id: id, items, additional_data: { accept_higher_price } },
    });
  }
  response.json({ delivery: await viewOf(shopIn(container), await orderNow(query, id)) });
};

/** `POST /admin/deliveries/settle`: what the scheduled job does, at once. */
export const postSettle: Handle = async (request, response) => {
  await settle(request.scope as MedusaContainer);
  response.json({});
};
