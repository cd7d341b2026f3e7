import { getRequestListener } from '@hono/node-server';
import type { MedusaNextFunction, MedusaRequest, MedusaResponse, MiddlewareRoute } from '@medusajs/framework/http';
import type { ILockingModule, MedusaContainer } from '@medusajs/framework/types';
import { MedusaError, Modules } from '@medusajs/framework/utils';
import { z } from '@medusajs/framework/zod';
import { createOrderFulfillmentWorkflow } from '@medusajs/medusa/core-flows';
import { signCart } from '../../tokens/index.ts';
import { exportDeliveries } from '../base/index.ts';
import { asMedusaError, cartOf, cartWith, invalid, placeOf } from './cart.ts';
import { watchPayment } from './checkout.ts';
import { settle, tryAgain } from './delivery.ts';
import { choiceIn, markShipped, noChoice, orderNow, partsLeft } from './order.ts';
import { goodsOf, locationOf, optionFor } from './parts.ts';
import { path, queryIn, shopIn } from './shop.ts';
import { mainView, openOf, viewsOf } from './views.ts';

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
    await markShipped(request.scope as MedusaContainer, request.params.id ?? '');
  } catch (problem) {
    return next(problem);
  }
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
  { matcher: '/store/payment-collections/:id/payment-sessions', methods: ['POST'], middlewares: [watchPayment] },
  {
    matcher: '/admin/orders/:id/fulfillments',
    methods: ['POST'],
    additionalDataValidator: { accept_higher_price: z.boolean().optional() },
  },
];

/**
 * `GET /store/carts/:id/shipping`: what `<ship-checkout>` needs for a cart. If its goods leave from several places, each shipping option has its own:
 * `?option_id=`.
 */
export const getShipping: Handle = async (request, response) => {
  const [shop, query] = [shopIn(request.scope), queryIn(request.scope)];
  const basket = await cartWith(query, request.params.id ?? '');
  const { option_id } = request.query;
  const shipping = async () => {
    const option = await optionFor(query, basket, typeof option_id === 'string' ? option_id : undefined);
    const [cart, destination] = [cartOf(shop, basket, await goodsOf(shop, query, basket, option)), placeOf(basket)];
    return {
      option_id: option?.id ?? null,
      cart: await signCart(cart, shop.keys),
      shipment: { ...cart.origin, ...destination, items: cart.items },
      base_url: path,
      // The attribute `switches` of the element.
      switches: shop.options.cashOnDeliveryProviders?.length ? 'insurance cash-on-delivery' : 'insurance',
    };
  };
  response.json(await shipping().catch(asMedusaError));
};

const answerDeliveries = async (request: MedusaRequest, response: MedusaResponse): Promise<void> => {
  const query = queryIn(request.scope);
  const order = await orderNow(query, request.params.id ?? '');
  const language = request.query.locale === 'id' ? 'id' : 'en';
  const deliveries = await viewsOf(shopIn(request.scope), query, order, language);
  response.json({ delivery: mainView(order, deliveries), deliveries });
};

/** `GET /admin/orders/:id/deliveries`: what the staff read about the deliveries of an order. `?locale=id` has the states in Indonesian. */
export const getDelivery: Handle = answerDeliveries;

/** `GET /admin/orders/:id/deliveries/export`: all that the gateway keeps of them, for the person whom it is about. */
export const getExport: Handle = async (request, response) => {
  const { id } = await orderNow(queryIn(request.scope), request.params.id ?? '');
  response.json({ deliveries: await exportDeliveries(shopIn(request.scope), id) });
};

/** `POST /admin/orders/:id/deliveries`: tries again what waits, or sends what is left of the order. */
export const postDelivery: Handle = async (request, response) => {
  const container = request.scope as MedusaContainer;
  const id = request.params.id ?? '';
  const query = queryIn(container);
  const order = await orderNow(query, id);
  const given = Object(request.body) as { accept_higher_price?: unknown; shipping_option?: unknown };
  const { accept_higher_price = false, shipping_option } = given;
  if (typeof accept_higher_price !== 'boolean') throw invalid('accept_higher_price must be true or false.');
  const open = openOf(order);
  if (open) {
    const delivery = await tryAgain(container, open, accept_higher_price);
    if (delivery?.state === 'refused') throw invalid(delivery.message);
  } else {
    const parts = await partsLeft(query, order);
    // Medusa takes the shipping option of the order, which may be another plugin's.
    if (!parts.length && !choiceIn(order)) throw invalid(noChoice);
    for (const { option, lines } of parts) {
      if (shipping_option && shipping_option !== option?.id) continue;
      const input = {
        ...{ order_id: id, shipping_option_id: option?.id, location_id: option && locationOf(option)?.id },
        items: lines.map((line) => ({ id: line.id ?? '', quantity: Number(line.quantity) })),
        additional_data: { accept_higher_price },
      };
      await createOrderFulfillmentWorkflow(container).run({ input });
    }
  }
  await answerDeliveries(request, response);
};

/** `POST /admin/deliveries/settle`: what the scheduled job does, at once. */
export const postSettle: Handle = async (request, response) => {
  await settle(request.scope as MedusaContainer);
  response.json({});
};
