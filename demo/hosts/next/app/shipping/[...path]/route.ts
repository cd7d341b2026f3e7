import { shippingGateway } from '@/lib/gateway';

export const GET = async (request: Request) => (await shippingGateway()).fetch(request);
export const POST = GET;
export const OPTIONS = GET;
