/** What a framework hands over in place of an object of the page's: reading from it, at any depth, gives another Proxy. */
export function proxyOf<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, name, receiver) {
      const value = Reflect.get(object, name, receiver);
      return typeof value === 'object' && value !== null ? proxyOf(value) : value;
    },
  });
}
