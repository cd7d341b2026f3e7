export { getDelivery as GET, postDelivery as POST } from '../../../../../../../../index.js';
