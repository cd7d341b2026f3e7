import type { Maybe, PromisedArrival } from '../contract/index.ts';
import { maxLength } from './exchange.ts';

// Reads answers without zod, for pages without a checkout. A test compares the reader of a parcel with its schema in the contract.

/** The object of a body. Empty if it is none. */
export function objectIn(body: string): Record<string, unknown> {
  try {
    return Object(body.length > maxLength ? undefined : JSON.parse(body));
  } catch {
    return {};
  }
}

/** The fields of an object that are texts. */
export const texts = <Name extends string>(from: unknown, ...names: Name[]) =>
  Object.fromEntries(
    names.map((name) => {
      const value = Object(from)[name];
      return [name, typeof value === 'string' ? value : undefined];
    }),
  ) as Record<Name, Maybe<string>>;

/** When a parcel is promised. Undefined if a field of it is missing. */
export function arrivalIn(json: unknown): PromisedArrival | undefined {
  const promise = texts(json, 'first', 'last', 'hand_over', 'cut_off', 'until');
  const { later } = Object(json);
  const isWhole = !Object.values(promise).includes(undefined) && typeof later === 'boolean';
  return isWhole ? ({ ...promise, later } as PromisedArrival) : undefined;
}
