import type { APIRoute } from 'astro';
import { shop } from '../../the-shop';

export const ALL: APIRoute = ({ request, clientAddress }) => shop.gateway.fetch(request, { address: clientAddress });
