import * as z from 'zod/mini';

/** One schema of each kind that the contract is made of; what a kind is made of stands before it. */
const kinds: readonly (() => unknown)[] = [
  z.unknown,
  z.string,
  z.number,
  z.int,
  z.boolean,
  () => z.literal(true),
  () => z.enum(['']),
  () => z.object({}),
  () => z.array(z.unknown()),
  () => z.nullish(z.unknown()),
  () => z.catch(z.unknown(), 0),
  () => z.refine(Boolean),
  () => z.transform(String),
  () => z.pipe(z.unknown(), z.unknown()),
];

/**
 * The first schema of a kind gives the kind its methods, and zod goes through them by `for…in`: what a page has put on
 * `Object.prototype` comes last, is no method, and throws. The methods are there by then, and the next schema is made. So the
 * first ones are made here, for nothing, and a page of that sort has a contract.
 */
for (const make of kinds) {
  for (let tries = 5, made = false; tries && !made; tries -= 1) {
    try {
      made = Boolean(make());
    } catch {}
  }
}
