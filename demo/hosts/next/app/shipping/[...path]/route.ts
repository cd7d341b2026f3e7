import { theShop } from '../../../open-shop';

export async function GET(request: Request) {
  const { gateway } = await theShop();
  return gateway.fetch(request);
}
export const POST = GET;
export const OPTIONS = GET;
