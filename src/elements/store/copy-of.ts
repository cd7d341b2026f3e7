/**
 * A copy of what a page hands over, as JSON. It may be a Proxy of a framework, which `structuredClone` refuses.
 * @throws {TypeError} if JSON cannot hold it: a circle, a BigInt
 */
export function copyOf<T>(value: T): T {
  const text = JSON.stringify(value);
  return text === undefined ? value : JSON.parse(text);
}
