export { postSettle as POST } from '../../../../../../../index.js';
