import type { CashOnDeliveryType, Rate, RatesRequest, Rupiah } from '../../contract/index.ts';
import { breakdown, declaredValue, insuranceOf } from '../../quote/index.ts';
import {
  type Cart,
  cartFingerprint,
  type Destination,
  destinationFingerprint,
  type OfferParts,
  signOffer,
  type TokenKeys,
} from '../../tokens/index.ts';

/** What a quote is for: what an offer promises. */
export interface OfferFor {
  cart: Pick<Cart, 'items' | 'origin' | 'subtotal'>;
  destination: Destination;
  /** The amounts as they were asked. */
  request: Pick<
    RatesRequest,
    'courier_insurance' | 'destination_cash_on_delivery' | 'destination_cash_on_delivery_type' | 'items'
  >;
  /** Nobody asked the service. */
  estimate?: boolean;
}

/** Signs rows as they are offered, one offer each. */
export async function offersFor(
  { cart, destination, request, estimate }: OfferFor,
  rows: readonly Rate[],
  keys: TokenKeys,
  now: Date,
): Promise<string[]> {
  const fingerprints = { cart: await cartFingerprint(cart), destination: await destinationFingerprint(destination) };
  const { courier_insurance: insured = 0, destination_cash_on_delivery: collected = 0 } = request;
  const asked = { insured: insured > 0, cash_on_delivery: collected > 0 };
  return Promise.all(
    rows.map((row) => {
      const { courier_code: courier, courier_service_code: service, price } = row;
      const parts = partsOf(row, request);
      const claims = { ...fingerprints, courier, service, price, asked, parts, ...(estimate && { estimate }) };
      return signOffer(claims, keys, now);
    }),
  );
}

function partsOf(row: Rate, request: OfferFor['request']): OfferParts | undefined {
  if (!breakdown(row)) return undefined;
  const { insurance_fee: insuranceFee, cash_on_delivery_fee: collectionFee } = row;
  const insured: Rupiah = request.courier_insurance ?? 0;
  const collected: Rupiah = request.destination_cash_on_delivery ?? 0;
  const type: CashOnDeliveryType = request.destination_cash_on_delivery_type ?? '7_days';
  const fee = insuranceFee ?? 0;
  // An offer is in whole rupiah: parts that are not make the price stand for what was asked alone.
  if (![fee, collectionFee ?? 0].every(Number.isSafeInteger)) return undefined;
  const parts: OfferParts = { shipping: row.price - fee - (collectionFee ?? 0) };
  const insurance = insuranceOf(row);
  if (insurance === 'mandatory') parts.insurance = { fee, amount: declaredValue(request.items), always: true };
  else if (insured) parts.insurance = { fee, amount: insurance === 'unavailable' ? 0 : insured };
  if (collected) {
    const possible = row.available_for_cash_on_delivery === true;
    parts.cash_on_delivery = possible ? { fee: collectionFee ?? 0, amount: collected, type } : null;
  }
  return parts;
}
