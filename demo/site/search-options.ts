import type MiniSearch from 'minisearch';
import type { Options, SearchResult } from 'minisearch';

/** What is found: a part of a page. */
export interface Found {
  /** The address of the page, and of the part in it. */
  id: string;
  page: string;
  title: string;
  /** What people type who look for this part, in English and Indonesian. */
  words: string;
  body: string;
  /** The first words of the part. */
  excerpt: string;
}

export const searchOptions: Options<Found> = {
  fields: ['words', 'title', 'page', 'body'],
  storeFields: ['page', 'title', 'excerpt'],
  searchOptions: {
    boost: { words: 6, title: 3, page: 2 },
    prefix: true,
    fuzzy: 0.2,
    combineWith: 'AND',
    // One word is the subject of a page. A short answer comes first when more is asked.
    boostDocument: (id) => (/questions\.html#/.test(String(id)) ? 0.4 : 1),
  },
};

/** The places that have all words of a query. If there is none, those that have some of them. */
export function findPlaces(index: MiniSearch<Found>, query: string): { places: SearchResult[]; hasAllWords: boolean } {
  const complete = index.search(query);
  if (complete.length) return { places: complete, hasAllWords: true };
  return { places: index.search(query, { combineWith: 'OR' }), hasAllWords: false };
}
