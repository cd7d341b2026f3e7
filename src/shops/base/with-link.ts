import { signTrack, type TokenKeys } from '../../tokens/index.ts';
import type { Delivery } from './delivery.ts';
import type { ShopOptions } from './options.ts';

/**
 * A placed delivery with the link that the shopper and the staff follow: to the shop's own page, with a token for 90 days in the fragment,
 * or else to the courier's. Other deliveries stay as they are.
 */
export async function withLink(
  { options: { trackingPage }, keys }: { options: Pick<ShopOptions, 'trackingPage'>; keys: TokenKeys },
  delivery: Delivery,
): Promise<Delivery> {
  if (delivery.state !== 'placed' || !trackingPage) return delivery;
  const { reference } = delivery;
  return { ...delivery, link: `${trackingPage}#t=${await signTrack({ reference }, keys)}` };
}
