import { percentOf, type Rate, type Rupiah, wholeRupiah } from '../../contract/index.ts';
import { breakdown } from '../../quote/index.ts';
import type { Destination } from '../../tokens/index.ts';
import { goesByCoordinates, postalCodeOf } from './place.ts';

/** A rule of the shop's own. It changes the shopper's price, not the service's charge. */
export interface ShopRate {
  /** Only rows with exactly this courier code. */
  courier?: string;
  /** Only rows with exactly this service code. */
  service?: string;
  /**
   * Only for these destinations: first and last postal code, inclusive. An area id counts before the postal code. Rules by place
   * never apply to couriers that use coordinates.
   */
  postalCodes?: readonly [from: number, to: number];
  /** Only for destinations whose area id begins with this text. */
  area?: string;
  /** Only if the subtotal of the cart is at least this, in rupiah. */
  subtotalFrom?: Rupiah;
  /** `free`: the carriage costs nothing. */
  type: 'free' | 'discount' | 'surcharge';
  /** `flat`: `amount` is rupiah. `percent`: `amount` is percent of the shipping fee. */
  unit?: 'flat' | 'percent';
  /** Not with `free`. */
  amount?: number;
}

export interface Circumstances {
  /** Price of the goods in rupiah. Undefined without a signed cart: rules with `subtotalFrom` do not apply then. */
  subtotal: Rupiah | undefined;
  destination: Destination;
}

function holds(rule: ShopRate, rate: Rate, { subtotal, destination }: Circumstances): boolean {
  const { courier, service, postalCodes, area, subtotalFrom } = rule;
  const postal = postalCodeOf(destination);
  if (courier !== undefined && courier !== rate.courier_code) return false;
  if (service !== undefined && service !== rate.courier_service_code) return false;
  if ((postalCodes || area !== undefined) && goesByCoordinates(rate.courier_code, destination)) return false;
  if (postalCodes && !(postal && postal >= postalCodes[0] && postal <= postalCodes[1])) return false;
  if (area !== undefined && !destination.destination_area_id?.startsWith(area)) return false;
  return subtotalFrom === undefined || (subtotal !== undefined && subtotal >= subtotalFrom);
}

/**
 * Turns the service's row into the shopper's. Rules add up. Percentages are of the shipping fee. The carriage never costs less than 0.
 * The fees for insurance and cash on delivery are the service's. If the parts of the price do not add up, rules apply to the price.
 */
export function offered(charged: Rate, rules: readonly ShopRate[], circumstances: Circumstances): Rate {
  const valid = rules.filter((rule) => holds(rule, charged, circumstances));
  if (!valid.length) return charged;
  const addsUp = breakdown(charged) !== undefined;
  const fee = addsUp ? (charged.shipping_fee ?? 0) : charged.price;
  const sum = { discount: 0, surcharge: 0 };
  for (const { type, unit = 'flat', amount = 0 } of valid) {
    if (type === 'free') continue;
    sum[type] += unit === 'flat' ? wholeRupiah(amount) : percentOf(fee, amount);
  }
  const free = valid.some(({ type }) => type === 'free');
  if (!addsUp) {
    const price = free ? 0 : Math.max(0, charged.price - sum.discount + sum.surcharge);
    return { ...charged, price };
  }
  const before = charged.shipping_fee_discount ?? 0;
  const surcharge = (charged.shipping_fee_surcharge ?? 0) + sum.surcharge;
  const most = fee + surcharge;
  const discount = free ? most : Math.min(before + sum.discount, most);
  const extras = (charged.insurance_fee ?? 0) + (charged.cash_on_delivery_fee ?? 0);
  return {
    ...charged,
    shipping_fee_discount: discount,
    shipping_fee_surcharge: surcharge,
    // The service's parts may have hundredths. A shopper pays whole rupiah.
    price: wholeRupiah(fee - discount + surcharge + extras),
  };
}
