import { type Rate, type Rupiah, removedSince } from '../../contract/index.ts';
import type { Obstacle, Verdict } from '../../quote/index.ts';
import type { Words } from './words.ts';

/** A name without what turns the writing around: in a sentence it would turn the amounts that follow, 15,000 into 000,51. */
export const plainName = (name: string) => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

export const nameOf = (rate: Rate) =>
  plainName(`${rate.courier_name || rate.courier_code} ${rate.courier_service_name || rate.courier_service_code}`);

/** What happened to a choice, other than its being kept, and the name of the service. */
export type News = Exclude<Verdict, { kind: 'kept' }> & {
  name: string;
  /** The day it was given up on. */
  since: string | undefined;
  /** Its courier was not asked: the page compares others. */
  unasked?: true;
};

/** The same, and that it is hidden by the shopper's own pick of couriers. */
export type ChoiceNews = News | { kind: 'hidden'; name: string };

/** @param couriers codes of those that were asked; none means all */
export function newsOf(verdict: Verdict, key: string, couriers: readonly string[] = []): News | undefined {
  if (verdict.kind === 'kept') return undefined;
  const { previous } = verdict;
  // A saved choice is known by its key alone: `jne/jtr_250` is told as JNE JTR 250.
  const name = previous ? nameOf(previous) : key.replace(/[/_]/g, ' ').toUpperCase();
  const unasked = couriers.length > 0 && !couriers.some((code) => key.startsWith(`${code}/`));
  return { ...verdict, name, since: removedSince(key), ...(unasked && { unasked }) };
}

/** What there is to say of a choice that rests: other couriers are picked, or a switch is on that it cannot do. */
export function restingNews(previous: Rate, because: 'couriers' | Obstacle): ChoiceNews {
  const name = nameOf(previous);
  if (because === 'couriers') return { kind: 'hidden', name };
  return { kind: 'cleared', reason: 'not-eligible', previous, name, since: undefined };
}

export function newsSentence(news: ChoiceNews, words: Words, formatRupiah: (amount: Rupiah) => string): string {
  if (news.kind === 'price-changed') {
    return words.priceChanged(news.name, formatRupiah(news.previous.price), formatRupiah(news.rate.price));
  }
  if (news.kind === 'hidden') return words.hiddenByCouriers(news.name);
  if (news.reason === 'not-eligible') return words.notEligible(news.name);
  return news.unasked && !news.since
    ? words.notOffered(news.name)
    : words.noLongerAvailable(news.name, news.since ? new Date(`${news.since}T12:00`) : undefined);
}
