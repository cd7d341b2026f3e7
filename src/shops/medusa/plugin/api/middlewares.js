import { defineMiddlewares } from '@medusajs/framework/http';
import { shippingRoutes } from '../../../../index.js';

export default defineMiddlewares({ routes: shippingRoutes });
