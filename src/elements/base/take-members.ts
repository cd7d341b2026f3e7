/**
 * Gives an element the properties and methods of classes that are not its parents, so that only one class stands between an element and
 * LitElement. Members of its own come first. Call it in a static block, before the element is registered.
 */
export function takeMembers(element: { prototype: object }, ...sources: { prototype: object }[]): void {
  for (const source of sources) {
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(source.prototype)))
      if (!Object.hasOwn(element.prototype, name)) Object.defineProperty(element.prototype, name, member);
  }
}
