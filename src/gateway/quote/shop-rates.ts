import {
  type CashOnDeliveryLimits,
  type CourierService,
  calledVehicles,
  extraNames,
  extraTable,
  type FreeDelivery,
  type Item,
  percentOf,
  type Rate,
  type RatesRequest,
  type Rupiah,
  wholeRupiah,
} from '../../contract/index.ts';
import { isCollected, paymentsOf, withoutFlag } from '../../extras/index.ts';
import { breakdown, extraFees } from '../../quote/index.ts';
import type { Cart, Destination } from '../../tokens/index.ts';

/** These also take a postal code, and use coordinates if there are any (contract/README.md §3.6). */
const byEither = ['paxel'];

/** Returns the postal code that sets the price. The area id counts first. Undefined if there is no postal code. */
export function postalCodeOf({
  destination_area_id: area,
  destination_postal_code: postal,
}: Destination): number | undefined {
  if (!area) return Number(postal) || undefined;
  const [, digits] = /Z(\d{5})$/.exec(area) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether coordinates set a courier's price. Rules by postal code or area do not apply then. */
function goesByCoordinates(courier: string, { destination_latitude: latitude }: Destination): boolean {
  return calledVehicles.includes(courier) || (byEither.includes(courier) && typeof latitude === 'number');
}

/** A rule of the shop's own. It changes the shopper's price, not the service's charge, or which services the shopper can have. */
export interface ShopRate {
  /** Only rows with exactly this courier code. */
  courier?: string;
  /** Only rows with exactly this service code. */
  service?: string;
  /**
   * Only for these destinations: first and last postal code, inclusive. An area id counts before the postal code. Prices by place
   * never apply to couriers that use coordinates.
   */
  postalCodes?: readonly [from: number, to: number];
  /** Only for destinations whose area id begins with this text. */
  area?: string;
  /** Only if the subtotal of the cart is at least this, in rupiah. */
  subtotalFrom?: Rupiah;
  /** Only if the subtotal of the cart is at most this, in rupiah. */
  subtotalTo?: Rupiah;
  /** Only if all items together weigh at least so many grams. Their sizes do not count. */
  weightFrom?: number;
  /** Only if all items together weigh at most so many grams. */
  weightTo?: number;
  /**
   * `free`: the carriage costs nothing. `hidden`: these services can be neither seen nor ordered. `only`: where such a rule applies, the services
   * of these rules are the only ones.
   */
  type: 'free' | 'discount' | 'surcharge' | 'hidden' | 'only';
  /** `flat`, the default: `amount` is rupiah. `percent`: `amount` is percent of the shipping fee. */
  unit?: 'flat' | 'percent';
  /** With `discount` and `surcharge` alone. */
  amount?: number;
}

/** What the shop's rules for prices and couriers go by. */
export interface Circumstances {
  /** Price of the goods in rupiah. Undefined without a signed cart: rules by subtotal do not apply then. */
  subtotal: Rupiah | undefined;
  destination: Destination;
  items: readonly Pick<Item, 'weight' | 'quantity'>[];
}

/**
 * Marks rows whose courier does not collect the sum, and adds what the shop says of its limits.
 * @param limits the option `cashOnDeliveryLimits`
 * @param amount rupiah that COD was asked for. Nothing is marked without it
 */
export function withinLimits(
  rows: readonly Rate[],
  limits: Readonly<Record<string, CashOnDeliveryLimits>>,
  amount: Rupiah | undefined,
  cart: Cart | undefined,
): Rate[] {
  return rows.map((row) => {
    const own = Object.hasOwn(limits, row.courier_code) ? limits[row.courier_code] : undefined;
    const limited = own ? { ...row, cash_on_delivery_limits: own } : row;
    if (!amount) return limited;
    const { subtotal: goods, cash_on_delivery_collects: collects } = cart ?? { subtotal: amount };
    const { payAtDoor } = paymentsOf({ goods, price: row.price, collects, cashOnDelivery: true });
    return isCollected(limited, cart ? payAtDoor : amount) ? limited : withoutFlag(limited, 'cashOnDelivery');
  });
}

type Service = Pick<CourierService, 'courier_code' | 'courier_service_code'>;

/** A page writes the codes of a draft, and the service may take them in another spelling. */
const isSame = (wanted: string | undefined, code: string): boolean =>
  wanted === undefined || wanted.toLowerCase() === code.trim().toLowerCase();

const isNamed = ({ courier, service }: ShopRate, row: Service): boolean =>
  isSame(courier, row.courier_code) && isSame(service, row.courier_service_code);

/** Whether a rule applies to this delivery. Without one, whether it applies to every delivery. */
function applies(rule: ShopRate, delivery: Circumstances | undefined): boolean {
  const { postalCodes, area, subtotalFrom, subtotalTo, weightFrom, weightTo } = rule;
  if (!delivery)
    return [postalCodes, area, subtotalFrom, subtotalTo, weightFrom, weightTo].every((part) => part === undefined);
  const { subtotal = Number.NaN, destination, items } = delivery;
  const postal = postalCodeOf(destination);
  if (postalCodes && !(postal && postal >= postalCodes[0] && postal <= postalCodes[1])) return false;
  if (area !== undefined && !destination.destination_area_id?.startsWith(area)) return false;
  if (subtotalFrom !== undefined && !(subtotal >= subtotalFrom)) return false;
  if (subtotalTo !== undefined && !(subtotal <= subtotalTo)) return false;
  const grams = items.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0);
  return grams >= (weightFrom ?? 0) && grams <= (weightTo ?? Number.POSITIVE_INFINITY);
}

/** A page may send an area and coordinates of two places. The shop's prices would apply to one, and the courier goes to the other. */
const isElsewhere = ({ postalCodes, area }: ShopRate, row: Service, { destination }: Circumstances): boolean =>
  (postalCodes !== undefined || area !== undefined) && goesByCoordinates(row.courier_code, destination);

/**
 * Whether the shop offers a service for a delivery. Without a delivery, whether it may offer the service for any.
 * @param rules the option `rates`
 */
export function isShown(row: Service, rules: readonly ShopRate[], delivery: Circumstances | undefined): boolean {
  const valid = rules.filter((rule) => applies(rule, delivery));
  const allowed = valid.filter(({ type }) => type === 'only');
  if (allowed.length && !allowed.some((rule) => isNamed(rule, row))) return false;
  return !valid.some((rule) => rule.type === 'hidden' && isNamed(rule, row));
}

/**
 * Turns the service's row into the shopper's. Rules add up. Percentages are of the shipping fee. The carriage never costs less than 0.
 * The fees for insurance and cash on delivery are the service's. If the parts of the price do not add up, rules apply to the price.
 */
export function offered(charged: Rate, rules: readonly ShopRate[], circumstances: Circumstances): Rate {
  const prices = rules.filter(({ type }) => type !== 'hidden' && type !== 'only');
  const valid = prices.filter(
    (rule) => isNamed(rule, charged) && applies(rule, circumstances) && !isElsewhere(rule, charged, circumstances),
  );
  if (!valid.length) return charged;
  const addsUp = breakdown(charged) !== undefined;
  const fee = addsUp ? (charged.shipping_fee ?? 0) : charged.price;
  const sum = { discount: 0, surcharge: 0 };
  for (const { type, unit = 'flat', amount = 0 } of valid) {
    if (type === 'discount' || type === 'surcharge')
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
  return {
    ...charged,
    shipping_fee_discount: discount,
    shipping_fee_surcharge: surcharge,
    // The service's parts may have hundredths. A shopper pays whole rupiah.
    price: wholeRupiah(fee - discount + surcharge + extraFees(charged)),
  };
}

/**
 * What the subtotal lacks until one of the rows is free by the shop's rules: until a subtotal that is reached, or the next one. Undefined without a
 * signed cart, if no rule by subtotal makes a row free, or if the subtotal is above all of them (`subtotalTo`).
 * @param rows the service's own
 */
export function freeDelivery(
  rows: readonly Rate[],
  rules: readonly ShopRate[],
  circumstances: Circumstances,
): FreeDelivery | undefined {
  const { subtotal } = circumstances;
  if (subtotal === undefined) return undefined;
  const subtotals = rules.flatMap(({ type, subtotalFrom }) => (type === 'free' && subtotalFrom ? [subtotalFrom] : []));
  const freeFrom = (least: number) => {
    const reached = { ...circumstances, subtotal: Math.max(least, subtotal) };
    const isFree = (rule: ShopRate, row: Rate) =>
      rule.type === 'free' && isNamed(rule, row) && applies(rule, reached) && !isElsewhere(rule, row, reached);
    return rows.filter((row) => isShown(row, rules, reached) && rules.some((rule) => isFree(rule, row)));
  };
  const from = subtotals.sort((one, other) => one - other).find((least) => freeFrom(least).length);
  if (from === undefined) return undefined;
  const [freed, another] = freeFrom(from);
  const isOneOfMany = freed && !another && rows.length > 1;
  const { courier_name, courier_service_name } = freed ?? {};
  return { from, missing: Math.max(0, from - subtotal), ...(isOneOfMany && { courier_name, courier_service_name }) };
}

/** A rate of the shop's own. It is shown as an estimate while the service cannot be asked. */
export interface FallbackRate {
  courier: string;
  service: string;
  /** For people. */
  courierName: string;
  /** For people. */
  serviceName: string;
  /** Rupiah for a parcel up to `grams`. */
  price: Rupiah;
  /** Rupiah for each further kilogram that has begun. 0 by default. */
  perKilogram?: Rupiah;
  /** Grams that `price` is for; 1,000 by default. */
  grams?: number;
  /** Only for these destinations: first and last postal code, inclusive. */
  postalCodes?: readonly [from: number, to: number];
  /** Days: `2 - 4`. */
  days?: string;
}

const withoutExtras = Object.fromEntries(
  extraNames.flatMap((name) => [
    [extraTable[name].flag, false],
    [extraTable[name].fee, 0],
  ]),
);

/** Returns the rows for a question. They have no extras, because only the service knows whether they are available. */
export function fallbackRates(rules: readonly FallbackRate[], request: RatesRequest): Rate[] {
  const couriers = new Set(request.couriers.split(',').map((code) => code.trim()));
  const grams = request.items.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0);
  const postal = postalCodeOf(request as Destination);
  return rules
    .filter(({ courier }) => couriers.has(courier))
    .filter(({ postalCodes: range }) => !range || (postal && postal >= range[0] && postal <= range[1]))
    .map((rule) => {
      const more = Math.max(0, Math.ceil((grams - (rule.grams ?? 1_000)) / 1_000));
      const price = rule.price + more * (rule.perKilogram ?? 0);
      return {
        ...serviceOf(rule),
        company: rule.courier,
        type: rule.service,
        currency: 'IDR',
        price,
        shipping_fee: price,
        shipping_fee_discount: 0,
        shipping_fee_surcharge: 0,
        ...withoutExtras,
      };
    });
}

/** A fallback rate as a row of the list of couriers: standard, picked up, without extras. */
export const serviceOf = ({ courier, service, courierName, serviceName, days }: FallbackRate): CourierService => ({
  courier_code: courier,
  courier_service_code: service,
  courier_name: courierName,
  courier_service_name: serviceName,
  service_type: 'standard',
  shipping_type: 'parcel',
  ...(days !== undefined && { shipment_duration_range: days, shipment_duration_unit: 'days' }),
  available_collection_method: ['pickup'],
  available_for_cash_on_delivery: false,
  available_for_proof_of_delivery: false,
  available_for_instant_waybill_id: false,
});
