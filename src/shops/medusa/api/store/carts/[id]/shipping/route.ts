import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { signCart } from '../../../../../../../tokens/index.ts';
import { asMedusaError, cartOf, cartWith, placeOf } from '../../../../../cart.ts';
import { goodsOf, optionFor } from '../../../../../parts.ts';
import { path, queryIn, shopIn } from '../../../../../shop.ts';

/** What `<ship-checkout>` needs for a cart. If its goods leave from several places, each shipping option has its own: `?option_id=`. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const [shop, query] = [shopIn(request.scope), queryIn(request.scope)];
  const basket = await cartWith(query, request.params.id ?? '');
  const { option_id } = request.query;
  const shipping = async () => {
    const option = await optionFor(query, basket, typeof option_id === 'string' ? option_id : undefined);
    const [cart, destination] = [cartOf(shop, basket, await goodsOf(shop, query, basket, option)), placeOf(basket)];
    return {
      option_id: option?.id ?? null,
      cart: await signCart(cart, shop.keys),
      shipment: { ...cart.origin, ...destination, items: cart.items },
      base_url: path,
      // The attribute `switches` of the element.
      switches: shop.options.cashOnDeliveryProviders?.length ? 'insurance cash-on-delivery' : 'insurance',
    };
  };
  response.json(await shipping().catch(asMedusaError));
}
