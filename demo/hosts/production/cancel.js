// `node cancel.js INV-…` cancels a paid order for your staff. Afterwards, nothing of it can be ordered.
import { gateway, store } from './gateway.js';
import { orders } from './orders.js';

async function cancel(reference = '') {
  const order = await orders.find(reference);
  if (!order) throw new Error(`There is no order "${reference}".`);
  const { shipping, id } = order;
  if (!shipping || shipping === 'closed') throw new Error(`${reference} is not paid.`);
  // It may have reached the service at this moment.
  if (shipping === 'to-ship') throw new Error('The courier is being booked. Cancel it when that has ended.');
  if (shipping === 'placed') await gateway.cancel({ id, reference }, 'Cancelled by the shop');
  await orders.update(reference, { shipping: 'cancelled', reason: null });
}

const [reference] = process.argv.slice(2);
try {
  await cancel(reference);
  console.log(`${reference} is cancelled. Give back what the shopper has paid.`);
} catch (problem) {
  console.error(problem.message);
  process.exitCode = 1;
} finally {
  await store.close();
  orders.close();
}
