import { eraseCustomer } from '../../../../index.js';

export default ({ event, container }) => eraseCustomer(container, event.data.id);

export const config = { event: 'customer.deleted' };
