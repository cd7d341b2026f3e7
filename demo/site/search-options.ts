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

/** Words of a whole question that say nothing of its subject, in English and Indonesian. */
const fillers = new Set(
  (
    'a an the my our your i we you me it is are was be do does did can could how what when where why which of to in on at for from with and or not no ' +
    'saya kami anda yang di ke dari dan atau untuk dengan apa apakah bagaimana cara kenapa mengapa kapan ini itu ada adalah bisa tidak belum sudah setelah'
  ).split(' '),
);

export const searchOptions: Options<Found> = {
  fields: ['words', 'title', 'page', 'body'],
  storeFields: ['page', 'title', 'excerpt'],
  searchOptions: {
    boost: { words: 6, title: 3, page: 2 },
    prefix: true,
    fuzzy: 0.2,
    processTerm: (term) => (fillers.has(term.toLowerCase()) ? null : term.toLowerCase()),
    combineWith: 'AND',
    // One word is the subject of a page. A short answer comes first when more is asked.
    boostDocument: (id) => (/questions\.html#/.test(String(id)) ? 0.4 : 1),
  },
};

/** The places that have all words of a query, then those that have some of them. */
export function findPlaces(index: MiniSearch<Found>, query: string): { places: SearchResult[]; hasAllWords: boolean } {
  const complete = index.search(query);
  const ids = new Set(complete.map(({ id }) => id));
  const others = index.search(query, { combineWith: 'OR' }).filter(({ id }) => !ids.has(id));
  return { places: [...complete, ...others], hasAllWords: complete.length > 0 };
}
