export { shipElementsModule as default } from '../../../../../index.js';
