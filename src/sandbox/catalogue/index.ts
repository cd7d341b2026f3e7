export { listCouriers, type Service, servicesOn } from './catalogue.ts';
export { type Distance, distances } from './service-levels.ts';
