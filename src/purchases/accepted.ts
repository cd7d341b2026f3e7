import { perExtra } from '../contract/index.ts';
import {
  type AcceptedOffer,
  type Destination,
  isTokenError,
  signGrant,
  type TokenError,
  type TokenKeys,
  verifyOffer,
} from '../tokens/index.ts';
import { type Choice, contactFault, contactsError, PurchaseError, placesOf } from './form.ts';
import type { AcceptedParcel } from './options.ts';
import { type Delivery, feesOf } from './purchase.ts';

interface VerifierOptions {
  keys: TokenKeys;
  today: () => Date;
  log: (line: string) => void;
}

/** Verifies what shoppers have accepted, before any money. */
export function verifier({ keys, today, log }: VerifierOptions) {
  /** Verifies one parcel of what was accepted. @throws {TokenError | PurchaseError} */
  async function accepted({ cart, contacts, choice }: AcceptedParcel, reference: string) {
    const offer = await verifiedOffer(cart, choice);
    if (offer.estimate)
      throw new PurchaseError('estimate', 'Delivery prices are estimates just now: choose again in a moment.');
    // It refuses what the service would refuse, so it comes before the money.
    await signGrant({ offer, contacts, reference }, keys, today()).catch((problem) => {
      if (!isTokenError(problem) || problem.code === 'keys') throw problem;
      const refused = contactsError(problem);
      if (refused.code === 'sender')
        logOnce(
          `Nothing of ${contacts?.origin_contact_name || 'a sender without a name'} can be sold: ${contactFault(problem)} Mend it in the \`contacts\` that your server accepts with.`,
        );
      throw refused;
    });
    const { courier, service, price, payNow, payAtDoor, arrival } = offer;
    const { switches } = choiceOf(choice);
    const delivery: Delivery = {
      ...{ reference, state: 'chosen', courier, service, switches, price, payNow, payAtDoor, arrival },
      ...{ fees: feesOf(offer), goods: payNow + payAtDoor - price },
      ...{ granted: 0, since: today().getTime(), next: 0, tries: 0, extra: 0 },
    };
    return { delivery, parcel: { offer, contacts } };
  }

  const logged = new Map<string, number>();

  /** What every shopper runs into, or any stranger can cause, is logged once a minute. */
  function logOnce(line: string, kind = line): void {
    if (Math.abs(today().getTime() - (logged.get(kind) ?? 0)) < 60_000) return;
    logged.set(kind, today().getTime());
    log(line);
  }

  /** Shoppers are asked to choose again, which does not help if shop and gateway do not fit together. */
  function logMismatch({ mismatch, message }: TokenError): void {
    if (mismatch) logOnce(message, mismatch);
  }

  /** The page may have asked with the district, the postal code or both. */
  async function verifiedOffer(cart: AcceptedParcel['cart'], choice: Choice): Promise<AcceptedOffer> {
    const { offer, destination, ...chosen } = choice;
    const field = 'destination';
    if (!destination) throw new PurchaseError('choice', 'Choose where the parcel goes.', { field });
    const places: Destination[] = placesOf(destination);
    for (const [at, place] of places.entries())
      try {
        return await verifyOffer(offer, { cart, destination: place, ...chosen }, keys, today());
      } catch (problem) {
        if (!isTokenError(problem) || problem.code !== 'other-destination' || at === places.length - 1) throw problem;
      }
    throw new TypeError('There is no place.');
  }

  return { accepted, logMismatch, logOnce };
}

/** What a shopper has chosen, at any price. */
export const choiceOf = (choice: Choice) => {
  const [courier = '', service = ''] = choice.service.split('/');
  return { courier, service, switches: perExtra((name) => choice[name]) };
};
