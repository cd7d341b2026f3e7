import { LanguageCode, ShippingCalculator, ShippingEligibilityChecker } from '@vendure/core';
import { choiceOf } from './choice.ts';
import type { Shop } from './shop.ts';

export const checkerCode = 'ship-elements-choice';
export const calculatorCode = 'ship-elements-price';

const words = (value: string) => [{ languageCode: LanguageCode.en, value }];

/**
 * The method is eligible while the order has a choice that is valid for its goods and its address. There is no `shouldRunCheck`:
 * an offer expires although nothing of the order changes.
 */
export const choiceChecker = (shop: Shop): ShippingEligibilityChecker =>
  new ShippingEligibilityChecker({
    code: checkerCode,
    description: words('The shopper has chosen a delivery, and its offer is valid'),
    args: {},
    init: (injector) => shop.init(injector),
    check: async (ctx, order) => !('problem' in (await choiceOf(shop, ctx, order))),
  });

/** The price that the gateway has signed. Without a valid choice there is no price, and Vendure leaves the method out. */
export const offerCalculator = (shop: Shop): ShippingCalculator =>
  new ShippingCalculator({
    code: calculatorCode,
    description: words('The price of the delivery that the shopper has chosen'),
    args: {
      taxRate: {
        type: 'int',
        defaultValue: 0,
        label: words('Tax rate'),
        description: words('Percent of tax in the price'),
        ui: { component: 'number-form-input', suffix: '%' },
      },
    },
    init: (injector) => shop.init(injector),
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
