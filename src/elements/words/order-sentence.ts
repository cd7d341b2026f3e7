import { isShippingFailure } from '../../client/index.ts';
import type { OrderPhase } from '../store/order.ts';
import { type PlacedOrder, shopperPrice } from '../store/submission.ts';
import { isReferenceUsed } from '../store/views.ts';
import { errorSentence, isOffline, newsSentence, type Voice } from './sentences.ts';
import type { Words } from './words.ts';

/**
 * The outcome of an order in one sentence. Empty if there is none.
 * @param elapsed seconds since a failure, which a sentence on screen counts
 */
export function orderSentence(phase: OrderPhase, voice: Voice, elapsed?: number): string {
  const { words } = voice;
  switch (phase.status) {
    case 'unconfirmed':
      return unconfirmedSentence(phase, words);
    case 'cancelled':
      return words.cancelled;
    case 'refused':
      return refusedSentence(phase, words, elapsed);
    case 'ready':
    case 'price-changed':
      return phase.news ? newsSentence(phase.news, voice) : '';
    case 'placed': {
      const { order, error } = phase;
      if (error) return errorSentence(error, words, elapsed);
      const number = `${words.reference}: ${order.reference}`;
      return [headline(order, words), number, chargedSentence(order, voice)].filter(Boolean).join(' ');
    }
    default:
      return '';
  }
}

/** The page has not agreed, or the service has refused. */
const refusedSentence = (
  { error, byPage }: OrderPhase & { status: 'refused' },
  words: Words,
  elapsed?: number,
): string =>
  isOffline() ? words.offlineOrder : byPage ? words.refused['token-missing'] : errorSentence(error, words, elapsed);

/** The shop's own number may be used by this order, whose answer was lost, or by another one. The page cannot know which. */
function unconfirmedSentence({ reference, error }: OrderPhase & { status: 'unconfirmed' }, words: Words): string {
  if (isShippingFailure(error) && error.code === 'unavailable' && error.reason === 'needs-attention')
    return words.refused['needs-attention'];
  return isReferenceUsed(error) ? words.referenceExists(reference) : words.unconfirmed;
}

/** Empty if the shopper pays the shown price. */
export function chargedSentence(order: PlacedOrder, { words, formatRupiah }: Voice): string {
  const { rate } = order;
  const price = shopperPrice(order);
  if (!rate || price === undefined || price === rate.price) return '';
  return words.charged(formatRupiah(price), formatRupiah(rate.price));
}

export function headline({ draft, other, before }: PlacedOrder, words: Words): string {
  if (before) return draft ? words.savedBefore : words.placedBefore;
  if (other) return draft ? words.savedOther : words.placedOther;
  return draft ? words.placedDraft : words.placed;
}
