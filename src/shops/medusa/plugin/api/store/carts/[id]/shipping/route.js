export { getShipping as GET } from '../../../../../../../../index.js';
