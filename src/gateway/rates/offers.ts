import type { CashOnDeliveryType, Rate, RatesRequest, Rupiah } from '../../contract/index.ts';
import { collectionMethod, declaredValue, priceParts, type Switches, standing } from '../../quote/index.ts';
import {
  type Cart,
  cartFingerprint,
  type Destination,
  destinationFingerprint,
  type Offer,
  type OfferParts,
  signOffer,
  type TokenKeys,
} from '../../tokens/index.ts';

/** The question that an offer answers. */
export interface OfferFor {
  cart: Pick<Cart, 'items' | 'origin' | 'subtotal'>;
  destination: Destination;
  /** The amounts as they were asked. */
  request: Pick<
    RatesRequest,
    'courier_insurance' | 'destination_cash_on_delivery' | 'destination_cash_on_delivery_type' | 'items'
  >;
  /** The price is the shop's fallback. The service was not asked. */
  estimate?: boolean;
}

/** Signs one offer for each row. */
export async function offersFor(
  { cart, destination, request, estimate }: OfferFor,
  rows: readonly Rate[],
  keys: TokenKeys,
  now: Date,
): Promise<string[]> {
  const fingerprints = { cart: await cartFingerprint(cart), destination: await destinationFingerprint(destination) };
  const { courier_insurance: insured = 0, destination_cash_on_delivery: collected = 0 } = request;
  const asked = { insured: insured > 0, cashOnDelivery: collected > 0 };
  return Promise.all(
    rows.map((row) => {
      const { courier_code: courier, courier_service_code: service, price } = row;
      const here = standing(row, asked);
      const switches = { insured: here.insured, cash_on_delivery: here.cashOnDelivery };
      const parts = partsOf(row, asked, request);
      const claims = {
        ...fingerprints,
        courier,
        service,
        price,
        asked: switches,
        parts,
        collection_method: collectionMethod(row),
        ...(!parts && { amounts: amountsOf(switches, request) }),
        ...(estimate && { estimate }),
      };
      return signOffer(claims, keys, now);
    }),
  );
}

/** The amounts that a price without parts is for. */
function amountsOf(asked: Offer['asked'], request: OfferFor['request']): Offer['amounts'] {
  const { courier_insurance, destination_cash_on_delivery: amount = 0, items } = request;
  const type: CashOnDeliveryType = request.destination_cash_on_delivery_type ?? '7_days';
  return {
    ...(asked.insured && { insurance: courier_insurance ?? declaredValue(items) }),
    ...(asked.cash_on_delivery && { cash_on_delivery: { amount, type } }),
  };
}

function partsOf(row: Rate, asked: Switches, request: OfferFor['request']): OfferParts | undefined {
  const priced = priceParts(row, asked);
  if (!priced) return undefined;
  const { shipping, fees } = priced;
  // An offer is in whole rupiah. If the parts are not, the price holds for the asked switches alone.
  const amounts = [shipping, ...Object.values(fees).map((extra) => extra?.fee ?? 0)];
  if (!amounts.every(Number.isSafeInteger)) return undefined;
  const parts: OfferParts = { shipping };
  const amount: Rupiah = fees.insured?.always ? declaredValue(request.items) : (request.courier_insurance ?? 0);
  if (fees.insured !== undefined) parts.insurance = fees.insured ? { ...fees.insured, amount } : { fee: 0, amount: 0 };
  const collected: Rupiah = request.destination_cash_on_delivery ?? 0;
  const type: CashOnDeliveryType = request.destination_cash_on_delivery_type ?? '7_days';
  const collection = fees.cashOnDelivery;
  if (collection !== undefined) parts.cash_on_delivery = collection && { fee: collection.fee, amount: collected, type };
  return parts;
}
