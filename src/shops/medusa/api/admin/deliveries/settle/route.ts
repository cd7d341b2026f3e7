import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { settleDeliveriesWorkflow } from '../../../../workflows/settle-deliveries.ts';

/** What the scheduled job does, at once. */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  await settleDeliveriesWorkflow(request.scope).run();
  response.json({});
}
