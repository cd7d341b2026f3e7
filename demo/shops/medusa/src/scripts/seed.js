import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import * as flows from '@medusajs/medusa/core-flows';

const products = [
  { title: 'Batik scarf', sku: 'SCARF', rupiah: 185_000, size: [250, 30, 20, 4] },
  { title: 'Gayo coffee beans, 1 kg', sku: 'GAYO', rupiah: 160_000, size: [1_050, 24, 12, 9] },
];

const rules = [
  { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
  { attribute: 'is_return', value: 'false', operator: 'eq' },
];

/** What the staff of a new shop set up once, in the admin. */
export default async function seed({ container }) {
  const run = async (workflow, input) => (await workflow(container).run({ input })).result;
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const all = async (entity) => (await query.graph({ entity, fields: ['id'] })).data;
  const first = async (entity) => (await all(entity))[0];

  const [channel, store] = [await first('sales_channel'), await first('store')];
  await run(flows.updateStoresWorkflow, {
    selector: { id: store.id },
    update: {
      supported_currencies: [{ currency_code: 'idr', is_default: true }],
      default_sales_channel_id: channel.id,
    },
  });
  const [profile] = await run(flows.createShippingProfilesWorkflow, { data: [{ name: 'Default', type: 'default' }] });
  const payment_providers = (await all('payment_provider')).map(({ id }) => id);
  await run(flows.createRegionsWorkflow, {
    regions: [{ name: 'Indonesia', currency_code: 'idr', countries: ['id'], payment_providers }],
  });

  const [location] = await run(flows.createStockLocationsWorkflow, { locations: [{ name: 'Warehouse' }] });
  const stock_location_id = location.id;
  await run(flows.linkSalesChannelsToStockLocationWorkflow, { id: location.id, add: [channel.id] });
  const provider_id = 'ship-elements_ship';
  const places = { [Modules.STOCK_LOCATION]: { stock_location_id } };
  await link.create({ ...places, [Modules.FULFILLMENT]: { fulfillment_provider_id: provider_id } });
  const geo_zones = [{ type: 'country', country_code: 'id' }];
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    ...{ name: 'Delivery', type: 'shipping' },
    service_zones: [{ name: 'Indonesia', geo_zones }],
  });
  await link.create({ ...places, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } });
  await run(flows.createShippingOptionsWorkflow, [
    {
      ...{ name: 'Delivery', price_type: 'calculated', provider_id, data: { id: 'ship-elements' } },
      ...{ service_zone_id: set.service_zones[0].id, shipping_profile_id: profile.id, rules },
      type: { label: 'Delivery', description: 'The delivery that the shopper chooses', code: 'delivery' },
    },
  ]);

  await run(flows.createProductsWorkflow, {
    products: products.map(({ title, sku, rupiah, size: [weight, length, width, height] }) => ({
      ...{ title, status: 'published', shipping_profile_id: profile.id, sales_channels: [{ id: channel.id }] },
      options: [{ title: 'Size', values: ['One'] }],
      variants: [
        {
          ...{ title, sku, weight, length, width, height, manage_inventory: false, options: { Size: 'One' } },
          prices: [{ amount: rupiah, currency_code: 'idr' }],
        },
      ],
    })),
  });

  const body = { email: 'staff@example.com', password: 'staff' };
  const { authIdentity, error } = await container.resolve(Modules.AUTH).register('emailpass', { body });
  if (error) throw new Error(error);
  const userData = { email: body.email };
  await run(flows.createUserAccountWorkflow, { authIdentityId: authIdentity.id, userData });
}
