import {
  type ExtraName,
  extraNames,
  extraTable,
  inForce,
  type OrderRequest,
  olderRules,
  type PerExtra,
  percentOf,
  type Rate,
  type RatesRequest,
  type Rupiah,
} from '../contract/index.ts';
import { collectionLimits, declaredValue, insurancePercent, isCollected } from '../extras/index.ts';
import type { Account, Conditions, Context } from './context.ts';
import { isCargo, type Service } from './couriers.ts';
import type { Problem, Refuse } from './http.ts';
import type { Lane } from './pricing.ts';

/** The fields of a rates request or an order that the extras depend on. */
export type AskedExtras = Pick<
  RatesRequest,
  'items' | 'courier_insurance' | 'destination_cash_on_delivery' | 'destination_cash_on_delivery_type'
>;

/** What the sandbox plays of an extra. */
interface SandboxExtra {
  /** What `couriers.json` calls a service that has it. */
  ability: string;
  /** Whether such a service has it for this request. */
  isAvailable(service: Service, lane: Lane, asked: AskedExtras): boolean;
  /** Rupiah. 0 if it was not asked for. */
  fee(service: Service, asked: AskedExtras, account: Account): Rupiah;
  /** Why an order that asks for it is not taken. */
  problem(
    order: OrderRequest,
    service: Service,
    rate: Rate,
    conditions: Conditions,
  ): Omit<Problem, 'field'> | undefined;
}

const remedy = 'leave it out or choose another service';

export const extraCodes = { noCashOnDelivery: 40_002_009, beyondCourier: 40_002_030, noInsurance: 40_002_034 };

const extras: PerExtra<SandboxExtra> = {
  insurance: {
    ability: 'insured',
    isAvailable: () => true,
    fee(service, asked, { cargoInsurance: { percent, minimum } }) {
      const amount = insuredAmount(service, asked);
      return isCargo(service) ? Math.max(percentOf(amount, percent), minimum) : percentOf(amount, insurancePercent);
    },
    problem: (_order, { key }, { available_for_insurance: insures }) =>
      // The cargo courier ignores the field (contract/README.md §3.4).
      insures ? undefined : { code: extraCodes.noInsurance, reason: `is not available with ${key}: ${remedy}` },
  },
  cashOnDelivery: {
    ability: 'cod',
    // Not on the remote islands: the lane decides, not the catalogue. Nor above the courier's own limit: whether the service says so in a quote
    // is our decision. The least is a matter of the order, because a quote is asked with the goods alone.
    isAvailable: ({ courier }, { distance }, { destination_cash_on_delivery: amount = 0 }) =>
      distance !== 'remote' && amount <= collectionLimits({ courier_code: courier.code }).most,
    fee({ courier }, { destination_cash_on_delivery: amount, destination_cash_on_delivery_type: type }) {
      if (!amount || !type) return 0;
      return Math.max(percentOf(amount, cashOnDeliveryPercent[type] ?? 0), courier.cashOnDeliveryMinimum);
    },
    problem({ destination_cash_on_delivery: amount = 0 }, service, rate, conditions) {
      const { key, courier } = service;
      const { code } = courier;
      if (isAble(service, 'cashOnDelivery') && !isCollected({ courier_code: code }, amount))
        return { code: extraCodes.beyondCourier, reason: `is beyond what ${code} collects: ${remedy}` };
      if (rate.available_for_cash_on_delivery && !conditions.noCashOnDelivery) return undefined;
      return { code: extraCodes.noCashOnDelivery, reason: `is not available with ${key} on this lane: ${remedy}` };
    },
  },
};

const isAble = ({ abilities }: Service, name: ExtraName) => abilities.includes(extras[name].ability);

/** The insured amount in rupiah. The cargo courier insures the declared value (contract/README.md §3.4). */
export const insuredAmount = (service: Service, asked: AskedExtras): Rupiah =>
  isCargo(service) ? declaredValue(asked.items) : (asked.courier_insurance ?? 0);

/** The flags and fees of a row. A service that cannot insure or collect has the fee 0 and the flag false (contract/README.md §3.2). */
export function extrasOf(service: Service, lane: Lane, asked: AskedExtras, { now, account }: Context): Partial<Rate> {
  const areKnown = inForce(olderRules.customRatesInsuranceAndCashOnDelivery, now);
  const fields = extraNames.map((name) => {
    const { flag, fee } = extraTable[name];
    const has = areKnown && isAble(service, name) && extras[name].isAvailable(service, lane, asked);
    return { [flag]: has, [fee]: has ? extras[name].fee(service, asked, account) : 0 };
  });
  return Object.assign({}, ...fields);
}

/** @throws the refusal of an order whose extras this service does not have */
export function requireExtras(
  order: OrderRequest,
  service: Service,
  rate: Rate,
  { conditions }: Context,
  refuse: Refuse,
): void {
  for (const name of extraNames) {
    const { field } = extraTable[name];
    const problem = order[field] ? extras[name].problem(order, service, rate, conditions) : undefined;
    if (problem) throw refuse({ field, ...problem });
  }
}

/** Percent of the amount to collect. An earlier payout costs more (contract/README.md §3.2). */
const cashOnDeliveryPercent: Readonly<Record<string, number>> = { '7_days': 3, '5_days': 3.5, '3_days': 4 };

/** @throws the refusal with this code, if the sandbox does not know when the shop is to get the money */
export function requirePayout(
  { destination_cash_on_delivery_type: type }: Partial<AskedExtras>,
  code: number,
  refuse: Refuse,
) {
  if (!type || Object.hasOwn(cashOnDeliveryPercent, type)) return;
  const reason = `must be one of ${Object.keys(cashOnDeliveryPercent).join(', ')}`;
  throw refuse({ field: 'destination_cash_on_delivery_type', code, reason });
}
