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
    'a an the my our your i we you me it its this that there is are was be been do does did can could should will would have has had get got need want use ' +
    'how much many what when where why which who of to in on at for from with without by up out off if as than then and or not no any some all just still ' +
    'saya kami anda kita yang di ke dari dan atau untuk dengan tanpa apa apakah bagaimana gimana cara kenapa mengapa kapan siapa ini itu ada adalah bisa tidak gak nggak ' +
    'ga belum sudah setelah kalau kalo jika terus lewat lagi dulu aja saja mau ingin pakai pake supaya biar akan masih nya'
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
    boostDocument: boostAnswers(0.4),
  },
};

/** The page of questions has a short answer for most subjects. */
function boostAnswers(factor: number) {
  return (id: string) => (/questions\.html#/.test(id) ? factor : 1);
}

/** A word or two is the subject of a page. Who types more asks a question. */
const wordsOfQuestion = 3;

/** The places that have all words of a query, then those that have some of them. */
export function findPlaces(index: MiniSearch<Found>, query: string): { places: SearchResult[]; hasAllWords: boolean } {
  const isQuestion = query.trim().split(/\s+/).length >= wordsOfQuestion;
  const boost = isQuestion && { boostDocument: boostAnswers(1.5) };
  const complete = index.search(query, { ...boost });
  const ids = new Set(complete.map(({ id }) => id));
  const others = index.search(query, { ...boost, combineWith: 'OR' }).filter(({ id }) => !ids.has(id));
  return { places: [...complete, ...others], hasAllWords: complete.length > 0 };
}
