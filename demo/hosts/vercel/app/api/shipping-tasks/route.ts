import { theShop } from '../../../open-shop';

/** The cron job of vercel.json. Vercel sends the variable CRON_SECRET with it. */
export async function GET(request: Request) {
  const { CRON_SECRET } = process.env;
  if (!CRON_SECRET || request.headers.get('authorization') !== `Bearer ${CRON_SECRET}`)
    return new Response(null, { status: 401 });
  const { gateway, purchases } = await theShop();
  // One that fails stops no other.
  const ends = await Promise.allSettled([gateway.settle(), gateway.deliverNews(), purchases.settle()]);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return new Response(null, { status: 204 });
}
