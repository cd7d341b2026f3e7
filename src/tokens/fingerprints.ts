import { base64url } from 'jose';
import { type Item, type Locators, RatesRequest } from '../contract/index.ts';
import type { Cart, Origin } from './cart.ts';
import { cryptoKeyOf, type Secret } from './token.ts';

/** The parts of the shopper's address that decide the price. */
export type Destination = Pick<Locators, `destination_${'area_id' | 'postal_code' | 'latitude' | 'longitude'}`>;

const itemFields = ['name', 'sku', 'category', 'value', 'quantity', 'weight', 'length', 'width', 'height'] as const;
export const originFields = ['origin_area_id', 'origin_postal_code', 'origin_latitude', 'origin_longitude'] as const;
export const destinationFields = [
  'destination_area_id',
  'destination_postal_code',
  'destination_latitude',
  'destination_longitude',
] as const;

/** Values in a fixed order, and null for a missing one, so that any language writes the same JSON. */
const row = <Field extends string>(from: Partial<Record<Field, unknown>>, fields: readonly Field[]) =>
  fields.map((field) => asRead(field, from[field]) ?? null);

/** A form has the postal code as text, and the gateway reads it as the number (contract/README.md §1.13). An area's id has capitals. */
function asRead(field: string, value: unknown): unknown {
  const [, place] = /_(postal_code|area_id)$/.exec(field) ?? [];
  return place
    ? (RatesRequest.shape[`origin_${place as 'postal_code' | 'area_id'}`].safeParse(value).data ?? value)
    : value;
}

/** SHA-256 of a text, as 43 characters of base64url. */
export async function digest(text: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

/** HMAC of a text. Without the secret, short texts such as addresses cannot be found by trying all of them. */
export async function keyedDigest(text: string, secret: Pick<Secret, 'secret'>): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await cryptoKeyOf(secret), new TextEncoder().encode(text));
  return base64url.encode(new Uint8Array(signature));
}

/** The parts of a cart that decide its prices. */
export function cartFingerprint({
  items,
  origin,
  subtotal,
}: Pick<Cart, 'items' | 'origin' | 'subtotal'>): Promise<string> {
  const rows = items.map((item) => row<keyof Item>(item, itemFields));
  return digest(JSON.stringify([rows, row<keyof Origin>(origin, originFields), subtotal]));
}

/** The parts of a destination that decide its prices. A postal code is equal as a number and as text. */
export function destinationFingerprint(destination: Destination): Promise<string> {
  return digest(JSON.stringify(row<keyof Destination>(destination, destinationFields)));
}
