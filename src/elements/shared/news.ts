import type { Rate, Rupiah } from '../../contract/index.ts';
import type { Verdict } from '../../quote/index.ts';
import type { Words } from './words.ts';

export const nameOf = (rate: Rate) =>
  `${rate.courier_name || rate.courier_code} ${rate.courier_service_name || rate.courier_service_code}`;

/** What happened to a choice, other than its being kept; and the name of a service that is quoted no more. */
export type News = Exclude<Verdict, { kind: 'kept' }> & { name: string };

export function newsOf(verdict: Verdict, key: string): News | undefined {
  if (verdict.kind === 'kept') return undefined;
  const { previous } = verdict;
  return { ...verdict, name: previous ? nameOf(previous) : key };
}

export function newsSentence(news: News, say: Words, rupiah: (amount: Rupiah) => string): string {
  if (news.kind === 'price-changed') {
    return say.priceChanged(news.name, rupiah(news.previous.price), rupiah(news.rate.price));
  }
  return news.reason === 'not-eligible' ? say.notEligible(news.name) : say.noLongerAvailable(news.name);
}
