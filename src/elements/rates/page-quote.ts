import type { Rate } from '../../contract/index.ts';
import { serviceKey } from '../../quote/index.ts';
import { lifetimeOf, renewAtFraction } from '../core/offer-renewal.ts';
import type { OpenQuestion, QuoteAction } from '../core/state.ts';
import { unverifiedClaims } from '../core/submission.ts';

/**
 * The answer that came with the page (`quoteHtml`). Undefined if it is for another question, or so old that its offers are renewed.
 * @param data the answer of `/v1/rates/couriers` and its question, as JSON. Its offers are the values of the radios
 * @param now milliseconds since the epoch
 */
export function pageQuote(
  question: OpenQuestion,
  data: string | undefined,
  radios: readonly HTMLInputElement[],
  now: number,
): QuoteAction | undefined {
  const { asked, pricing } = JSON.parse(data ?? '{}');
  if (asked !== question.key) return undefined;
  const offerOf = (rate: Rate) => radios.find(({ dataset }) => dataset.rate === serviceKey(rate))?.value;
  const rates = (pricing as Rate[]).map((rate) => ({ ...rate, offer: offerOf(rate) }));
  const { iat } = unverifiedClaims(radios[0]?.value);
  const duration = Math.max(0, now - Number(iat) * 1000);
  // A list that has come up to its first offer has no time.
  if (!(duration < lifetimeOf(rates) * renewAtFraction)) return undefined;
  const { couriers, refresh } = question;
  return { type: 'answered', question, couriers, rates, duration, refresh };
}
