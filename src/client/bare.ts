/**
 * The same value, its objects without a prototype, in a page that has put something of its own on `Object.prototype`: zod goes
 * through an object by `for…in`, and takes for the object's own what is in every one.
 */
export function bare(value: unknown): unknown {
  if (!Object.keys(Object.prototype).length) return value;
  try {
    return stripped(value);
  } catch {
    // Nested too deep, or in a circle: whoever reads it will say so.
    return value;
  }
}

function stripped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(stripped);
  const entries = Object.entries(value).map(([key, part]) => [key, stripped(part)]);
  return Object.setPrototypeOf(Object.fromEntries(entries), null);
}
