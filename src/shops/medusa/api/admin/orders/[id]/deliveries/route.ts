import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { orderNow } from '../../../../../order.ts';
import { keep } from '../../../../../send.ts';
import { queryIn, shopIn } from '../../../../../shop.ts';
import { mainView, viewsOf } from '../../../../../views.ts';
import { type SendOrderInput, sendOrderWorkflow } from '../../../../../workflows/send-order.ts';

/** What the staff read about the deliveries of an order. `?locale=id` has the states in Indonesian. */
export async function GET(request: MedusaRequest<unknown>, response: MedusaResponse): Promise<void> {
  const query = queryIn(request.scope);
  const order = await orderNow(query, request.params.id ?? '');
  const language = request.query.locale === 'id' ? 'id' : 'en';
  const deliveries = await viewsOf(shopIn(request.scope), query, order, language);
  response.json({ delivery: mainView(order, deliveries), deliveries });
}

/** Tries again what waits, or sends what is left of the order. With `keep`, it lets the parcel of that fulfillment go on. */
export async function POST(
  request: MedusaRequest<Omit<SendOrderInput, 'order_id'> & { keep?: string | undefined }>,
  response: MedusaResponse,
): Promise<void> {
  const { keep: kept, ...body } = request.validatedBody;
  const order_id = request.params.id ?? '';
  if (kept) await keep(request.scope, await orderNow(queryIn(request.scope), order_id), kept);
  else await sendOrderWorkflow(request.scope).run({ input: { order_id, ...body } });
  await GET(request, response);
}
