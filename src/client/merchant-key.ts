import { merchantKey, type OperationName } from '../contract/index.ts';
import { InvalidRequestError } from './errors/index.ts';

const remedy = "must not carry the merchant's key: everybody can read it in a page. Use a gateway, which adds it";

/**
 * Keeps the key of the merchant off pages and their workers, where every visitor can read it (contract/README.md §1.2).
 * @param place where this code runs
 * @throws {InvalidRequestError} naming where the key was found, never the key
 */
export function refuseMerchantKey(
  operation: OperationName,
  baseUrl: string,
  headers: Record<string, string>,
  place: object = globalThis,
): void {
  if (!('document' in place || 'DedicatedWorkerGlobalScope' in place)) return;
  const places = Object.entries({ baseUrl, ...headers }).filter(([, value]) => merchantKey.test(value));
  if (!places.length) return;
  throw new InvalidRequestError(
    operation,
    places.map(([path]) => ({ path, remedy })),
  );
}
