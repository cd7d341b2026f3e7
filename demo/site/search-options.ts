import type MiniSearch from 'minisearch';
import type { Options, SearchResult } from 'minisearch';
import { isTerm, languageOf, termsOf, termTyped, wordsIn } from './search-terms.ts';

/** What is found: a part of a page. */
export interface Found {
  /** The address of the page, and of the part in it. */
  id: string;
  /** What a part and its translation have in common: the address of the English one. */
  twins: string;
  page: string;
  title: string;
  /** What people ask whom this part answers, in English and Indonesian. */
  questions: string;
  body: string;
  /** The first words of the part. */
  excerpt: string;
}

/** Who types a word or two looks for the page of a subject. Who types more asks a question, and the page of questions has a short answer for most. */
const wordsOfQuestion = 3;
const weighForSubject = (id: string) => (id.includes('#') ? 1 : 2);
const weighForQuestion = (id: string) => (id.includes('questions.html#') ? 1.1 : 1);

/** A page for one shop system, framework or host counts less if the query does not name it by its first letters. */
const system =
  /(woo)commerce|(medu)sa|(vend)ure|(shopi)fy|(nuxt)|(tailw)ind|\/(react)|\/(next)|\/(vue)|\/(angu)lar|\/(svel)te|\/(astro)|(docker)|(vercel)|(worker)s/;
const weighForSystem = (id: string, query: string) => {
  const name = system.exec(id)?.slice(1).find(Boolean);
  return !name || query.includes(name) || (name === 'woo' && /\bwp\b|wordpress/.test(query)) ? 1 : 0.8;
};

export const searchOptions: Options<Found> = {
  fields: ['questions', 'title', 'page', 'body'],
  tokenize: wordsIn,
  processTerm: termsOf,
  storeFields: ['page', 'title', 'excerpt', 'twins'],
  searchOptions: {
    boost: { questions: 4, title: 2, page: 2 },
    prefix: (_term, place, terms) => place === terms.length - 1,
    bm25: { k: 5, b: 0.7, d: 0.5 },
    processTerm: termTyped,
  },
};

const fieldsOfText = ['title', 'body'];

/** Whether a word stands in Indonesian places, and in hardly any English ones. A term is indexed for the words of both languages: `photo` also for `foto`. */
function isIndonesian(index: MiniSearch<Found>, word: string): boolean {
  if (isTerm(word)) return false;
  const all = index.search(word, { fields: fieldsOfText, processTerm: (term) => term, prefix: false });
  const ours = all.filter(({ id }) => id.startsWith('docs/id/')).length;
  return ours > 10 * (all.length - ours);
}

/**
 * The places that have some words of a query: the place with the most and the rarest of them comes first. Of a place that is there in both
 * languages, one is found.
 * @param reader the language of the page on which somebody searches: that of the places, if the words tell none
 */
export function findPlaces(
  index: MiniSearch<Found>,
  query: string,
  reader: 'en' | 'id' = 'en',
): { places: SearchResult[]; hasAllWords: boolean } {
  const typed = query.toLowerCase().trim().split(/\s+/);
  const isQuestion = typed.length >= wordsOfQuestion;
  const language = languageOf(typed, (word) => isIndonesian(index, word)) ?? reader;
  const terms = new Set(wordsIn(query).flatMap((word) => termTyped(word) || []));
  const weigh = isQuestion ? weighForQuestion : weighForSubject;
  const boostDocument = (id: string) => weigh(id) * weighForSystem(id, query.toLowerCase());
  const exact = index.search(query, { boostDocument });
  const known = new Set(exact.flatMap(({ queryTerms }) => queryTerms));
  const fuzzy = (term: string) => !known.has(term) && term.length > 3 && 0.2;
  const found = [...terms].every((term) => known.has(term)) ? exact : index.search(query, { boostDocument, fuzzy });
  const isWanted = ({ id }: SearchResult) => id.startsWith('docs/id/') === (language === 'id');
  const places = new Map<string, SearchResult>();
  for (const place of found) {
    if (!places.has(place.twins) || isWanted(place)) places.set(place.twins, place);
  }
  const hasAllWords = found.some(({ queryTerms }) => new Set(queryTerms).size >= terms.size);
  return { places: [...places.values()], hasAllWords };
}
