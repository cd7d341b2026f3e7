import {
  type CashOnDeliveryPayout,
  inForce,
  olderRules,
  percentOf,
  type Rate,
  type RatesRequest,
  type Rupiah,
  rules,
} from '../../contract/index.ts';
import { adjust, declaredValue, priceOf } from '../../quote/index.ts';
import type { Service } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import type { Lane } from './lane.ts';
import { shippingFee } from './shipping-fee.ts';

/** The fields of a rates request or an order that decide the price. */
export type Asked = Pick<
  RatesRequest,
  'items' | 'courier_insurance' | 'destination_cash_on_delivery' | 'destination_cash_on_delivery_type' | 'custom_rates'
>;

/** Percent of the amount to insure (contract/README.md §3.1). */
const insurancePercent = 0.5;

/** Percent of the amount to collect. An earlier payout costs more (contract/README.md §3.2). */
const cashOnDeliveryPercent: Record<CashOnDeliveryPayout, number> = { '7_days': 3, '5_days': 3.5, '3_days': 4 };

export function isCargo({ courier }: Service): boolean {
  return courier.code === rules.cargoCourier.courier;
}

/** The insured amount in rupiah. The cargo courier insures the declared value (contract/README.md §3.4). */
export function insuredAmount(service: Service, asked: Asked): Rupiah {
  return isCargo(service) ? declaredValue(asked.items) : (asked.courier_insurance ?? 0);
}

/**
 * The quote of one service; undefined if it does not serve the lane. A service that cannot insure or collect stays listed, with
 * fee 0 and the flag false (contract/README.md §3.2).
 */
export function rateRow(
  service: Service,
  lane: Lane,
  asked: Asked,
  { now, account, conditions }: Context,
): Rate | undefined {
  const fee = shippingFee(service, lane, asked.items, conditions.priceLevel);
  if (fee === undefined) return undefined;
  const extras = inForce(olderRules.customRatesInsuranceAndCashOnDelivery, now);
  const insurable = extras && service.insurance;
  // No cash on delivery on the remote islands: the lane decides, not the catalogue.
  const collectable = extras && service.cashOnDelivery && lane.distance !== 'remote';
  const customRates = extras ? [...account.customRates, ...(asked.custom_rates ?? [])] : [];
  const { row } = service;
  const code = { courier: row.courier_code, service: row.courier_service_code };
  const { discount, surcharge } = adjust(customRates, code, fee);
  const parts = {
    shipping_fee: fee,
    shipping_fee_discount: discount,
    shipping_fee_surcharge: surcharge,
    insurance_fee: insurable ? insuranceFee(service, asked, account.cargoInsurance) : 0,
    cash_on_delivery_fee: collectable ? cashOnDeliveryFee(service, asked) : 0,
  };
  const { tier: _tier, ...details } = row;
  return {
    ...details,
    available_for_cash_on_delivery: collectable,
    available_for_insurance: insurable,
    company: row.courier_code,
    type: row.courier_service_code,
    currency: 'IDR',
    duration: `${row.shipment_duration_range} ${row.shipment_duration_unit}`,
    ...parts,
    price: priceOf(parts),
    tax_lines: [],
  };
}

function insuranceFee(service: Service, asked: Asked, cargo: { percent: number; minimum: Rupiah }): Rupiah {
  const amount = insuredAmount(service, asked);
  return isCargo(service)
    ? Math.max(percentOf(amount, cargo.percent), cargo.minimum)
    : percentOf(amount, insurancePercent);
}

function cashOnDeliveryFee({ courier }: Service, asked: Asked): Rupiah {
  const { destination_cash_on_delivery: amount, destination_cash_on_delivery_type: type } = asked;
  if (!amount || !type) return 0;
  return Math.max(percentOf(amount, cashOnDeliveryPercent[type]), courier.cashOnDeliveryMinimum);
}
