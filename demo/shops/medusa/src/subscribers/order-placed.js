import { ContainerRegistrationKeys } from '@medusajs/framework/utils';
import { createOrderFulfillmentWorkflow } from '@medusajs/medusa/core-flows';

/** Orders the delivery when the shopper has bought. Other shops let their staff do this. */
export default async function fulfil({ event, container }) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const filters = { id: event.data.id };
  const { data } = await query.graph({ entity: 'order', fields: ['id', 'items.id', 'items.quantity'], filters });
  const [{ id, items }] = data;
  const input = { order_id: id, items: items.map((item) => ({ id: item.id, quantity: item.quantity })) };
  await createOrderFulfillmentWorkflow(container).run({ input });
}

export const config = { event: 'order.placed' };
