import {
  ChannelService,
  CurrencyCode,
  LanguageCode,
  PaymentMethodService,
  Populator,
  ProductService,
  ProductVariantService,
  RequestContextService,
  ShippingMethodService,
} from '@vendure/core';
import { calculatorCode, checkerCode, handlerCode } from 'ship-elements/vendure';

const translated = (name, more = {}) => [{ languageCode: LanguageCode.en, name, description: '', ...more }];

const products = [
  { name: 'Batik scarf', sku: 'SCARF', rupiah: 185_000, size: [250, 30, 20, 4] },
  { name: 'Gayo coffee beans, 1 kg', sku: 'GAYO', rupiah: 160_000, size: [1_050, 24, 12, 9] },
];

/** What the staff of a new shop set up once, in the dashboard or by the Admin API. */
export async function seed(app) {
  const contextOf = () => app.get(RequestContextService).create({ apiType: 'admin' });
  const variants = app.get(ProductVariantService);
  if ((await variants.findAll(await contextOf())).totalItems) return;
  await app.get(Populator).populateInitialData({
    defaultLanguage: LanguageCode.en,
    defaultZone: 'Indonesia',
    countries: [{ code: 'ID', name: 'Indonesia', zone: 'Indonesia' }],
    taxRates: [{ name: 'No tax', percentage: 0 }],
    shippingMethods: [],
    paymentMethods: [],
    collections: [],
  });
  const channels = app.get(ChannelService);
  const { id } = await channels.getDefaultChannel();
  await channels.update(await contextOf(), {
    id,
    defaultCurrencyCode: CurrencyCode.IDR,
    availableCurrencyCodes: [CurrencyCode.IDR],
    pricesIncludeTax: true,
  });
  const context = await contextOf();

  await app.get(ShippingMethodService).create(context, {
    code: 'delivery',
    translations: translated('Delivery'),
    checker: { code: checkerCode, arguments: [] },
    calculator: { code: calculatorCode, arguments: [{ name: 'taxRate', value: '0' }] },
    fulfillmentHandler: handlerCode,
  });
  await app.get(ShippingMethodService).create(context, {
    code: 'pick-up',
    translations: translated('Pick up in store'),
    checker: { code: 'default-shipping-eligibility-checker', arguments: [{ name: 'orderMinimum', value: '0' }] },
    calculator: {
      code: 'default-shipping-calculator',
      arguments: [
        { name: 'rate', value: '0' },
        { name: 'includesTax', value: 'include' },
        { name: 'taxRate', value: '0' },
      ],
    },
    fulfillmentHandler: 'manual-fulfillment',
  });
  const payments = app.get(PaymentMethodService);
  const payable = (collected) => ({
    code: 'ship-elements-payment',
    arguments: [{ name: 'collected', value: String(collected) }],
  });
  await payments.create(context, {
    code: 'card',
    enabled: true,
    translations: translated('Card (pretended)'),
    checker: payable(false),
    handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
  });
  await payments.create(context, {
    code: 'cash-on-delivery',
    enabled: true,
    translations: translated('Cash on delivery'),
    checker: payable(true),
    handler: { code: 'ship-elements-cash-on-delivery', arguments: [] },
  });
  for (const { name, sku, rupiah, size } of products) {
    const [shippingWeight, shippingLength, shippingWidth, shippingHeight] = size;
    const product = await app.get(ProductService).create(context, {
      translations: translated(name, { slug: sku.toLowerCase() }),
    });
    await variants.create(context, [
      {
        productId: product.id,
        sku,
        // Vendure stores two more digits than rupiah have.
        price: rupiah * 100,
        trackInventory: 'FALSE',
        translations: translated(name),
        customFields: { shippingWeight, shippingLength, shippingWidth, shippingHeight },
      },
    ]);
  }
}
