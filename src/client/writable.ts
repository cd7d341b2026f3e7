import type { InvalidField, OperationName } from '../contract/index.ts';
import { InvalidRequestError } from './errors/index.ts';

/** A page's cart is no deeper than that. */
const deepest = 50;

/**
 * Finds what JSON cannot write, before anything is made of a request.
 * @throws {InvalidRequestError} naming the field
 */
export function requireWritable(operation: OperationName, request: unknown): void {
  const field = unwritable(request, [], []);
  if (field) throw new InvalidRequestError(operation, [field]);
}

function unwritable(value: unknown, path: readonly string[], around: readonly unknown[]): InvalidField | undefined {
  try {
    JSON.stringify(value);
    return undefined;
  } catch {
    const parts = around.includes(value) || around.length > deepest ? [] : Object.entries(Object(value));
    for (const [key, part] of parts) {
      const inside = unwritable(part, [...path, key], [...around, value]);
      if (inside) return inside;
    }
    return {
      path: path.join('.'),
      remedy: 'must be what JSON can write: no BigInt, and no object that is inside itself',
    };
  }
}
