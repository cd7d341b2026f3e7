export { getExport as GET } from '../../../../../../../../../index.js';
