/**
 * A copy as JSON has it: what a framework hands over may be a Proxy, which `structuredClone` throws at, and what is sent is
 * JSON in the end.
 * @throws {TypeError} what JSON cannot hold: a circle, a BigInt
 */
export function copyOf<T>(value: T): T {
  const text = JSON.stringify(value);
  return text === undefined ? value : JSON.parse(text);
}
