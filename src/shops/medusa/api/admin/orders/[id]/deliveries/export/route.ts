import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { exportDeliveries } from '../../../../../../../base/index.ts';
import { orderNow } from '../../../../../../order.ts';
import { queryIn, shopIn } from '../../../../../../shop.ts';

/** All that the gateway keeps of the deliveries of an order, for the person whom it is about. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const { id } = await orderNow(queryIn(request.scope), request.params.id ?? '');
  response.json({ deliveries: await exportDeliveries(shopIn(request.scope), id) });
}
