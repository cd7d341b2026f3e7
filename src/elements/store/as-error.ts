import { isShippingFailure } from '../../client/index.ts';

/** Turns a thrown value into an Error. A page's own client may throw anything, and a frame's Error is no instance of this one. */
export function asError(thrown: unknown): Error {
  if (isShippingFailure(thrown) || thrown instanceof Error) return thrown;
  return new Error(String(thrown), { cause: thrown });
}
