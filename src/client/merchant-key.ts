import { merchantKey, type OperationName } from '../contract/index.ts';
import { InvalidRequestError } from './errors/index.ts';

/** A page or a worker of one: whatever is there, every visitor can read. */
const inPage = 'document' in globalThis || 'DedicatedWorkerGlobalScope' in globalThis;

const remedy =
  "must not carry the merchant's key in a page, where everybody can read it: use the address of a gateway that adds it";

/**
 * Keeps the key of the merchant off pages (contract.md §1).
 * @throws {InvalidRequestError} naming where the key was found, never the key
 */
export function refuseMerchantKey(operation: OperationName, baseUrl: string, headers: Record<string, string>): void {
  if (!inPage) return;
  const places = Object.entries({ baseUrl, ...headers }).filter(([, value]) => merchantKey.test(value));
  if (!places.length) return;
  throw new InvalidRequestError(
    operation,
    places.map(([path]) => ({ path, remedy })),
  );
}
