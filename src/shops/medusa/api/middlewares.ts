import { getRequestListener } from '@hono/node-server';
import {
  defineMiddlewares,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareRoute,
  validateAndTransformBody,
} from '@medusajs/framework/http';
import { MedusaError } from '@medusajs/framework/utils';
import { z } from '@medusajs/framework/zod';
import { watchPayment } from '../checkout.ts';
import { alone, path, shopIn } from '../shop.ts';
import { markShippedWorkflow } from '../workflows/mark-shipped.ts';

async function gateway(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const listener = getRequestListener(
    (asked, { incoming }) => shopIn(request.scope).gateway.fetch(asked, { address: incoming.socket.remoteAddress }),
    { overrideGlobalObjects: false },
  );
  // Express cuts the path of the middleware off.
  request.url = request.originalUrl;
  await listener(request as never, response as never);
}

/** One request of the staff at a time for an order. */
async function oneAtATime(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const { id: order_id = '' } = request.params;
  let hasBegun = false;
  const untilAnswered = () =>
    new Promise<void>((resolve) => {
      hasBegun = true;
      response.once('close', resolve);
      next();
    });
  try {
    await markShippedWorkflow(request.scope).run({ input: { order_id } });
  } catch (problem) {
    return next(problem);
  }
  try {
    await alone(request.scope, order_id, untilAnswered);
  } catch {
    // Without the lock nothing was done. After the answer nothing more can be sent. Medusa has its own words for a conflict.
    if (!hasBegun) next(new MedusaError(MedusaError.Types.NOT_ALLOWED, underWay));
  }
}

const underWay = 'Another request for this order is under way: look at the order in a minute, and try again then.';

const ofOrders = ['fulfillments', 'fulfillments/*', 'deliveries', 'cancel'].map(
  (part): MiddlewareRoute => ({ matcher: `/admin/orders/:id/${part}`, methods: ['POST'], middlewares: [oneAtATime] }),
);

const acceptHigherPrice = { accept_higher_price: z.boolean().optional() };

export default defineMiddlewares({
  routes: [
    // The gateway for the storefront. It reads bodies itself, with its own limits.
    { matcher: `${path}/*`, bodyParser: false, middlewares: [gateway] },
    ...ofOrders,
    { matcher: '/store/payment-collections/:id/payment-sessions', methods: ['POST'], middlewares: [watchPayment] },
    { matcher: '/admin/orders/:id/fulfillments', methods: ['POST'], additionalDataValidator: acceptHigherPrice },
    {
      matcher: '/admin/orders/:id/deliveries',
      methods: ['POST'],
      middlewares: [
        validateAndTransformBody(
          z.object({ ...acceptHigherPrice, shipping_option: z.string().nullish(), keep: z.string().optional() }),
        ),
      ],
    },
  ],
}) as object;
