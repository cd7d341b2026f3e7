import { markShipped } from '../../../../index.js';

export default ({ event, container }) => markShipped(container, event.data.order_id);

export const config = { event: ['order-edit.confirmed', 'order.claim_created', 'order.exchange_created'] };
