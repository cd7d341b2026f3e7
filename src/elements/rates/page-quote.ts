import type { Rate } from '../../contract/index.ts';
import { serviceKey } from '../../quote/index.ts';
import { offerLifetime, renewAtFraction } from '../core/offer-renewal.ts';
import type { OpenQuestion, QuoteAction } from '../core/state.ts';
import { unverifiedClaims } from '../core/submission.ts';

/** The list that a server has written for an element. The parser puts it behind a paragraph in which the element stands. */
export function pageListOf(element: Element): HTMLElement | null | undefined {
  // A server's elements have no children.
  const list = element.querySelector?.<HTMLElement>('.ship-quote');
  const behind = list === null ? element.closest('p')?.nextElementSibling : null;
  return behind?.matches('.ship-quote') ? (behind as HTMLElement) : list;
}

/** Milliseconds. A device whose clock is further behind cannot tell how old an answer is. */
const tolerance = 60_000;

/**
 * The answer that came with the page (`quoteHtml`). Undefined if it is for another question, cannot be read, or is so old that its offers are
 * renewed.
 * @param data the answer of `/v1/rates/couriers` and its question, as JSON. Its offers are the values of the radios
 * @param now milliseconds since the epoch
 */
export function pageQuote(
  question: OpenQuestion,
  data: string | undefined,
  radios: readonly HTMLInputElement[],
  now: number,
): QuoteAction | undefined {
  const { asked, pricing } = read(data);
  if (asked !== question.key) return undefined;
  const offerOf = (rate: Rate) => radios.find(({ dataset }) => dataset.rate === serviceKey(rate))?.value;
  const rates = (pricing as Rate[]).map((rate) => ({ ...rate, offer: offerOf(rate) }));
  const { iat } = unverifiedClaims(radios[0]?.value);
  const age = now - Number(iat) * 1000;
  // A list that has come up to its first offer has no time.
  if (!(age > -tolerance && age < offerLifetime(rates) * renewAtFraction)) return undefined;
  const { couriers, refresh } = question;
  return { type: 'answered', question, couriers, rates, duration: Math.max(0, age), refresh };
}

/** What filters and templates of a shop have left of it. */
function read(data = ''): { asked?: unknown; pricing?: unknown } {
  try {
    return Object(JSON.parse(data));
  } catch {
    return {};
  }
}
