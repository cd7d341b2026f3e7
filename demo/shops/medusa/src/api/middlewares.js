import { defineMiddlewares } from '@medusajs/framework/http';
import { shippingRoutes } from 'ship-elements/medusa';

export default defineMiddlewares({ routes: [...shippingRoutes] });
