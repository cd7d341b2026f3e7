import type { APIRoute } from 'astro';
import { shop } from '../../the-shop';

export const ALL: APIRoute = ({ request }) => shop.gateway.fetch(request);
