import {
  type ExtraField,
  type ExtraName,
  extraNames,
  extraTable,
  type Rate,
  type RatesRequest,
} from '../../contract/index.ts';
import { type AskedExtra, availabilityOf, extraRules, type Switches, switchesOf } from '../../extras/index.ts';
import {
  collectionMethod,
  effectiveOn,
  indonesianHolidays,
  priceParts,
  promisedArrivals,
  type ShopCalendar,
} from '../../quote/index.ts';
import {
  type Cart,
  cartFingerprint,
  type Destination,
  destinationFingerprint,
  extraClaims,
  type Offer,
  type OfferParts,
  signOffer,
  type TokenKeys,
} from '../../tokens/index.ts';

/** The question that an offer answers. */
interface OfferFor {
  cart: Pick<Cart, 'items' | 'origin' | 'subtotal'>;
  destination: Destination;
  /** The amounts as they were asked. */
  request: Pick<RatesRequest, ExtraField | 'items'>;
  /** COD was asked for, and no courier collects this sum. */
  uncollectable?: boolean;
  /** The price is the shop's fallback. The service was not asked. */
  estimate?: boolean;
}

/** The rows with the promises of the shop's calendar. A service without a duration has none. */
export function promisedRows(rows: readonly Rate[], calendar: ShopCalendar | undefined, now: Date): Rate[] {
  return rows.map((row) => {
    const arrivals = calendar ? promisedArrivals(now, calendar, row, indonesianHolidays) : [];
    return arrivals.length ? { ...row, arrivals } : row;
  });
}

/** Signs one offer for each row. */
export async function offersFor(
  { cart, destination, request, uncollectable = false, estimate }: OfferFor,
  rows: readonly Rate[],
  keys: TokenKeys,
  now: Date,
): Promise<string[]> {
  const fingerprints = { cart: await cartFingerprint(cart), destination: await destinationFingerprint(destination) };
  const sent = switchesOf(request);
  const asked = { ...sent, cashOnDelivery: uncollectable || sent.cashOnDelivery };
  return Promise.all(
    rows.map((row) => {
      const { courier_code: courier, courier_service_code: service, price } = row;
      const here = effectiveOn(row, asked);
      const parts = partsOf(row, asked, request);
      const claims = {
        ...fingerprints,
        courier,
        service,
        price,
        asked: extraClaims('askedClaim', (name) => here[name]),
        parts,
        collection_method: collectionMethod(row),
        ...(!parts && { amounts: amountsOf(here, row, request), fixed: fixedOn(row) }),
        ...(estimate && { estimate }),
        ...(row.arrivals && { arrivals: row.arrivals }),
      };
      return signOffer(claims, keys, now);
    }),
  );
}

/** The amounts that a price without parts is for. An extra without details has its amount alone. */
const amountsOf = (here: Switches, row: Rate, request: OfferFor['request']): Offer['amounts'] =>
  extraClaims('claim', (name) => {
    const extra = here[name] ? askedOn(row, name, request) : undefined;
    return extraTable[name].details.length ? extra : extra?.amount;
  });

/** The amount of an extra on a row: 0 if the row does not have it. A courier that always adds it decides the amount. */
function askedOn(row: Rate, name: ExtraName, request: OfferFor['request']): AskedExtra {
  const available = availabilityOf(name, row);
  if (available === 'unavailable') return { amount: 0 };
  const isOptional = available === 'optional';
  return extraRules[name].asked(isOptional ? request : { ...request, [extraTable[name].field]: undefined });
}

const fixedOn = (row: Rate): string[] =>
  extraNames.filter((name) => availabilityOf(name, row) !== 'optional').map((name) => extraTable[name].claim);

function partsOf(row: Rate, asked: Switches, request: OfferFor['request']): OfferParts | undefined {
  const priced = priceParts(row, asked);
  if (!priced) return undefined;
  const { shipping, fees } = priced;
  // An offer is in whole rupiah, 0 or more. If the parts are not, the price holds for the asked switches alone.
  const amounts = [shipping, ...Object.values(fees).map((extra) => extra?.fee ?? 0)];
  if (!amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)) return undefined;
  const parts = extraClaims('claim', (name) => {
    const fee = fees[name];
    if (fee) return { ...fee, ...askedOn(row, name, request) };
    // A row without an extra can be had without it, unless the extra blocks the row.
    return fee === null && !extraTable[name].blocks ? { fee: 0, amount: 0 } : fee;
  });
  return { shipping, ...parts };
}
