import type MiniSearch from 'minisearch';
import type { Options, SearchResult } from 'minisearch';
import { languageOf, termFor, termsOf, wordsIn } from './search-terms.ts';

/** What is found: a part of a page. */
export interface Found {
  /** The address of the page, and of the part in it. */
  id: string;
  /** What a part and its translation have in common: the address of the English one. */
  twins: string;
  page: string;
  title: string;
  /** What people type who look for this part, in English and Indonesian. */
  words: string;
  body: string;
  /** The first words of the part. */
  excerpt: string;
}

/** Who types a word or two looks for the page of a subject. Who types more asks a question, and the page of questions has a short answer for most. */
const wordsOfQuestion = 3;

/** @returns how much a place counts: for a subject its page, and less what the page of questions says */
const weigh = (id: string) => (id.includes('#') ? 1 : 2) * (id.includes('questions.html#') ? 0.4 : 1);

export const searchOptions: Options<Found> = {
  fields: ['words', 'title', 'page', 'body'],
  tokenize: wordsIn,
  processTerm: termsOf,
  storeFields: ['page', 'title', 'excerpt', 'twins'],
  searchOptions: {
    boost: { words: 4, title: 3, page: 2 },
    prefix: true,
    fuzzy: 0.2,
    processTerm: termFor,
    combineWith: 'AND',
    boostDocument: weigh,
  },
};

/**
 * The places that have all words of a query, then those that have some of them. A question has more words than its answer: the place with the
 * most and the rarest of them comes first. Of a place that is there in both languages, one is found.
 * @param reader the language of the page on which somebody searches. A reader in Indonesian finds what is in Indonesian first
 */
export function findPlaces(
  index: MiniSearch<Found>,
  query: string,
  reader: 'en' | 'id' = 'en',
): { places: SearchResult[]; hasAllWords: boolean } {
  const typed = query.toLowerCase().trim().split(/\s+/);
  const isQuestion = typed.length >= wordsOfQuestion;
  const language = isQuestion ? languageOf(typed) : { en: 1, id: 1 };
  const boost = isQuestion ? { boostDocument: () => 1 } : {};
  const complete = new Set(index.search(query, boost).map((place) => place.id));
  const some = index.search(query, { ...boost, combineWith: 'OR', processTerm: termsOf });
  const first = isQuestion ? [] : some.filter((place) => complete.has(place.id));
  const fit = ({ id, score }: SearchResult) =>
    score * (id.startsWith('docs/id/') ? language.id * (reader === 'id' ? 2 : 0.9) : language.en);
  const places = new Map<string, SearchResult>();
  for (const place of [...first, ...some]) {
    const twin = places.get(place.twins);
    if (!twin || fit(place) > fit(twin)) places.set(place.twins, place);
  }
  return { places: [...places.values()], hasAllWords: complete.size > 0 };
}
