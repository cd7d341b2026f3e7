import { DeliveryError, type Warehouse, warehouseAt } from '../base/index.ts';
import { type Address, type Basket, type CartNow, type Goods, type Line, shippedLines } from './cart.ts';
import { first, type MedusaShop, type Query } from './shop.ts';

/** A stock location of Medusa's. */
export interface Location {
  id?: string;
  name?: string | null;
  address?: Address | null;
}

/** A shipping option of this plugin: the goods of its shipping profile, from its stock location. */
export interface ShippingOption {
  id: string;
  provider_id?: string | null;
  shipping_profile_id?: string | null;
  service_zone?: { fulfillment_set?: { location?: Location | null } | null } | null;
}

const optionFields = [
  'id',
  'provider_id',
  'shipping_profile_id',
  'service_zone.fulfillment_set.location.id',
  'service_zone.fulfillment_set.location.name',
  'service_zone.fulfillment_set.location.address.*',
];

const isOurs = ({ provider_id }: ShippingOption): boolean => provider_id?.startsWith('ship-elements_') === true;

async function optionsNow(query: Query, ids?: readonly string[]): Promise<ShippingOption[]> {
  if (ids && !ids.length) return [];
  const asked = { entity: 'shipping_option', fields: optionFields, ...(ids && { filters: { id: [...ids] } }) };
  const { data } = await query.graph(asked as Parameters<Query['graph']>[0]);
  return data as unknown as ShippingOption[];
}

/** The options of this plugin among these, or all of them. */
export const ourOptions = async (query: Query, ids?: readonly string[]): Promise<ShippingOption[]> =>
  (await optionsNow(query, ids)).filter(isOurs);

export const locationOf = ({ service_zone }: ShippingOption): Location | undefined =>
  service_zone?.fulfillment_set?.location ?? undefined;

/** @throws {MedusaError} if there is none with this id */
export const locationNow = (query: Query, id: string): Promise<Location> =>
  first<Location>(query, 'stock_location', ['id', 'name', 'address.*'], id);

/**
 * Where the parcels of a stock location start. Of the one location without an address, the options of the plugin say it.
 * @throws {DeliveryError} with the name of the location whose address is missing
 */
export async function warehouseOf(
  { options }: Pick<MedusaShop, 'options'>,
  query: Query,
  location: Location | undefined,
): Promise<Warehouse> {
  const { name, address } = location ?? {};
  if (!address?.postal_code?.trim() && (await isOnlyOne(query))) return options;
  return warehouseAt(options, {
    name,
    country: address?.country_code,
    postalCode: address?.postal_code,
    address: [address?.address_1, address?.address_2, address?.city, address?.province],
    company: address?.company,
    phone: address?.phone,
  });
}

/** Medusa adds no address to a location that was made without one, so the plugin's options stand for one such location. */
async function isOnlyOne(query: Query): Promise<boolean> {
  const asked = { entity: 'stock_location', fields: ['id', 'address.postal_code'] };
  const { data } = await query.graph(asked as Parameters<Query['graph']>[0]);
  return (data as unknown as Location[]).filter(({ address }) => !address?.postal_code?.trim()).length < 2;
}

const profileOf = ({ variant }: Line): string | undefined => variant?.product?.shipping_profile?.id;

/** The goods of each shipping profile. What has none goes with the first. */
export function groupsOf<Each extends Line>(lines: readonly Each[]): Each[][] {
  const usual = lines.map(profileOf).find(Boolean);
  const profileIn = (line: Line) => profileOf(line) ?? usual;
  return [...new Set(lines.map(profileIn))].map((profile) => lines.filter((line) => profileIn(line) === profile));
}

/** The goods of a shipping option. Without one, and of a shop without profiles, all of them. */
export const linesOf = <Each extends Line>(lines: readonly Each[], option: ShippingOption | undefined): Each[] => {
  const profile = option?.shipping_profile_id;
  if (!profile || !lines.some(profileOf)) return [...lines];
  return groupsOf(lines).find((group) => group.some((line) => profileOf(line) === profile)) ?? [];
};

/** Goods whose shipping profile has no shipping method in the cart: Medusa makes no order of it, also after the payment. */
export async function linesWithoutMethod(query: Query, { items, shipping_methods }: CartNow): Promise<Line[]> {
  const ids = (shipping_methods ?? []).flatMap(({ shipping_option_id }) => shipping_option_id ?? []);
  const options = await optionsNow(query, ids);
  const profiles = new Set(options.map(({ shipping_profile_id }) => shipping_profile_id));
  return (items ?? []).filter((line) => line.requires_shipping !== false && !profiles.has(profileOf(line)));
}

/** Medusa prices and checks the goods of one option, and names its stock location. */
export async function goodsFrom(
  shop: MedusaShop,
  query: Query,
  basket: Basket,
  location: Location | undefined,
): Promise<Goods[]> {
  const warehouse = await warehouseOf(shop, query, location);
  return groupsOf(shippedLines(basket)).map((lines) => ({ lines, warehouse }));
}

/** The goods of a shipping option, and where they lie. */
export async function goodsOf(
  shop: MedusaShop,
  query: Query,
  basket: Basket,
  option: ShippingOption | undefined,
): Promise<Goods> {
  const warehouse = await warehouseOf(shop, query, option && locationOf(option));
  return { lines: linesOf(shippedLines(basket), option), warehouse };
}

/**
 * The option that a cart is priced for.
 * @param given the id that the storefront has named
 * @throws {DeliveryError} if the goods can leave from several places, and no option is named
 */
export async function optionFor(
  query: Query,
  basket: Basket,
  given: string | undefined,
): Promise<ShippingOption | undefined> {
  const options = await ourOptions(query, given ? [given] : undefined);
  if (given) {
    if (!options.length) throw new DeliveryError('choice', `${given} is no shipping option of ship-elements.`);
    return options[0];
  }
  const lines = shippedLines(basket);
  const locations = await locationsOf(query, basket);
  const fitting = options.filter(
    (option) => locations.has(locationOf(option)?.id) && linesOf(lines, option).length > 0,
  );
  const [one] = fitting;
  const keyOf = (option: ShippingOption) => `${option.shipping_profile_id} ${locationOf(option)?.id}`;
  if (one && fitting.some((option) => keyOf(option) !== keyOf(one)))
    throw new DeliveryError(
      'choice',
      'The goods of this cart can leave from several places: name the shipping option with ?option_id=.',
    );
  return one;
}

/** The stock locations of the cart's sales channel. */
async function locationsOf(query: Query, { sales_channel_id }: Basket): Promise<Set<string | undefined>> {
  const asked = { entity: 'sales_channels', fields: ['stock_locations.id'], filters: { id: sales_channel_id } };
  const { data } = await query.graph(asked as Parameters<Query['graph']>[0]);
  const [channel] = data as unknown as { stock_locations?: { id: string }[] }[];
  return new Set(channel?.stock_locations?.map(({ id }) => id));
}
