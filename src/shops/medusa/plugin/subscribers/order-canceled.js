import { cancelDeliveries } from '../../../../index.js';

export default ({ event, container }) => cancelDeliveries(container, event.data.id);

export const config = { event: 'order.canceled' };
