import { type Rate, type Rupiah, toHundredths, wholeRupiah } from '../contract/index.ts';
import { addsUp, carriage } from './breakdown.ts';
import { isAvailable } from './extras.ts';

// `test/shops/woocommerce-cases.json` holds this file and the plugin for WooCommerce together.

/** Tenths of a percent. A fee that is a larger share of the goods is a minimum. */
const mostTenths = 60;

/** Without and with value-added tax. */
const taxes = [1, 1.11];

/** The share of the goods that a fee is. Undefined if it is no plain percentage of them: then it may be a minimum. */
function shareOf(fee: Rupiah, goods: Rupiah): number | undefined {
  for (let tenths = 1; tenths <= mostTenths; tenths++)
    for (const tax of taxes) {
      const share = (tenths * tax) / 1_000;
      if (fee > 0 && wholeRupiah(goods * share) === wholeRupiah(fee)) return share;
    }
  return undefined;
}

/** The fee for goods and delivery. The courier collects the fee, too. */
function feeOf(share: number, goods: Rupiah, delivery: Rupiah): Rupiah {
  let fee = 0;
  for (let next = -1; next !== fee; ) {
    next = fee;
    fee = wholeRupiah((goods + wholeRupiah(delivery + next)) * share);
  }
  return fee;
}

/**
 * A row that was asked with COD for the goods alone, at the price with which the courier collects the delivery too: its price was not
 * known before, and each question costs money. A fee that is a percentage of the goods grows with the sum. Another one may be a minimum,
 * and stays. The fee's share of the insurance is left out: each switch has one price, whatever the other one is.
 *
 * @param goods rupiah that the row was asked with
 */
export function collectingDelivery(rate: Rate, goods: Rupiah): Rate {
  const { cash_on_delivery_fee } = rate;
  const fee = cash_on_delivery_fee ?? 0;
  const share = isAvailable('cashOnDelivery', rate) && addsUp(rate) ? shareOf(fee, goods) : undefined;
  if (share === undefined) return rate;
  const more = feeOf(share, goods, carriage(rate)) - fee;
  return { ...rate, price: toHundredths(rate.price + more), cash_on_delivery_fee: toHundredths(fee + more) };
}
