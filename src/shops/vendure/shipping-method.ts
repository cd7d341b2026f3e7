import { ShippingCalculator, ShippingEligibilityChecker } from '@vendure/core';
import { choiceOf, isOnOrder } from './choice.ts';
import { translated } from './fields.ts';
import { Shop } from './shop.ts';

export const checkerCode = 'ship-elements-choice';
export const calculatorCode = 'ship-elements-price';

/**
 * The method is eligible while the order has a choice that is valid for its goods and its address. A delivery that is on the order
 * already stays there, because Vendure would put the cheapest other method into its place. There is no `shouldRunCheck`: an offer
 * expires although nothing of the order changes.
 */
export function choiceChecker(): ShippingEligibilityChecker {
  let shop: Shop;
  return new ShippingEligibilityChecker({
    code: checkerCode,
    description: translated(
      'The shopper has chosen a delivery, and its offer is valid',
      'Pembeli telah memilih pengiriman, dan penawarannya berlaku',
    ),
    args: {},
    init: (injector) => {
      shop = injector.get(Shop);
    },
    check: async (ctx, order, _args, method) =>
      isOnOrder(order, method) || !('problem' in (await choiceOf(shop, ctx, order))),
  });
}

/**
 * The price that the gateway has signed. Without a valid choice there is no price: Vendure does not offer the method, and a delivery that
 * is on the order keeps its price. The way to the payment is closed then: see `keepChoice`.
 */
export function offerCalculator(): ShippingCalculator {
  let shop: Shop;
  return new ShippingCalculator({
    code: calculatorCode,
    description: translated(
      'The price of the delivery that the shopper has chosen',
      'Harga pengiriman yang dipilih pembeli',
    ),
    args: {
      taxRate: {
        type: 'float',
        defaultValue: 0,
        label: translated('Tax rate', 'Tarif pajak'),
        description: translated('Percent of tax in the price', 'Persen pajak yang termasuk dalam harga'),
        ui: { component: 'number-form-input', suffix: '%' },
      },
    },
    init: (injector) => {
      shop = injector.get(Shop);
    },
    calculate: async (ctx, order, { taxRate }) => {
      const choice = await choiceOf(shop, ctx, order);
      if ('problem' in choice) return undefined;
      const { price, courier, service, estimate } = choice;
      return {
        price: shop.stored(price),
        priceIncludesTax: true,
        taxRate,
        metadata: { service: `${courier}/${service}`, estimate },
      };
    },
  });
}
