export { type Service, servicesOn } from './catalogue.ts';
export { listCouriers } from './list-couriers.ts';
export { type Distance, distances } from './service-levels.ts';
