import { InvalidRequestError } from '../../client/index.ts';
import type { Consent } from '../state/order-flow.ts';
import { claimsOf } from './claims.ts';

/** What a page sets as the grant of an order. */
export type Grant = string | PromiseLike<string> | undefined;

/** Waits for a grant. One that does not come, or is none, is no consent; why is told like any field that is wrong. */
export async function consentBy(given: Grant, reference: string): Promise<Consent> {
  const refuse = (remedy: string, cause?: unknown): Consent => ({
    error: new InvalidRequestError('createOrder', [{ path: 'grant', remedy }], cause),
  });
  try {
    const grant: unknown = await given;
    if (typeof grant !== 'string' || !grant) return refuse('must be the text that signGrant gives on your server');
    // The gateway would order under the other one, and its answer could not be told from somebody else's.
    const granted = claimsOf(grant).reference;
    if (granted !== undefined && granted !== reference)
      return refuse('must be signed for the reference of ship-order-submit');
    return { grant };
  } catch (cause) {
    return refuse('was promised and not given', cause);
  }
}
