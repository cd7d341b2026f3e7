/** A Proxy as frameworks make it: each object that is read from it is a Proxy too. */
export function proxyOf<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, name, receiver) {
      const value = Reflect.get(object, name, receiver);
      return typeof value === 'object' && value !== null ? proxyOf(value) : value;
    },
  });
}
