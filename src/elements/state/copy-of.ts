/**
 * What a page hands over, as JSON. It may be a Proxy of a framework's, at any depth, which `structuredClone` throws at, or an
 * instance of a class, whose getters count as its fields: `$state` of Svelte, what MobX computes.
 * @throws {TypeError} what JSON cannot hold: a circle, a BigInt
 */
export const jsonOf = (value: unknown): string | undefined => JSON.stringify(value, (_name, part) => opened(part));

/**
 * A copy as JSON has it: what is sent is JSON in the end.
 * @throws {TypeError} what JSON cannot hold
 */
export function copyOf<T>(value: T): T {
  const text = jsonOf(value);
  return text === undefined ? value : JSON.parse(text);
}

/** An object with the getters of its class as fields of its own; anything else as it is. */
export function opened<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const told: Record<string, unknown> = {};
  // The last of the prototypes is Object's, of whichever window.
  for (
    let type = Object.getPrototypeOf(value);
    type && Object.getPrototypeOf(type);
    type = Object.getPrototypeOf(type)
  ) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(type))) {
      if (get) told[name] = Reflect.get(value, name);
    }
  }
  return Object.keys(told).length ? { ...told, ...value } : value;
}

/**
 * Copies what a page hands over once more after it has changed it in place; the same copy as long as it has not. What tells
 * changes by identity sees them then.
 */
export function snapshots<T extends object>(): (given: T) => T {
  const copies = new WeakMap<T, T>();
  return (given) => {
    const now = { ...opened(given) };
    const before = copies.get(given);
    const names = Object.keys({ ...before, ...now }) as (keyof T)[];
    if (before && names.every((name) => Object.is(before[name], now[name]))) return before;
    copies.set(given, now);
    return now;
  };
}
