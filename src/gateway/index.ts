export { createShippingGateway, type Gateway, type GatewayOptions } from './create-gateway.ts';
