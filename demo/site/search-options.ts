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

/** What people call the shopper, as the docs do: the word says little of the subject, and a rare one would decide. */
const shoppers = new Map([
  ...['customer', 'customers', 'buyer', 'buyers'].map((word) => [word, 'shopper'] as const),
  ...['pelanggan', 'konsumen'].map((word) => [word, 'pembeli'] as const),
]);

/** Words are divided at spaces and signs. A word with a hyphen counts as one word, too: `e-mail` is `email`. */
const wordsIn = (text: string) => [
  ...text.split(/[\n\r\p{Z}\p{P}]+/u),
  ...(text.match(/\p{L}+-\p{L}+/gu) ?? []).map((word) => word.replace('-', '')),
];

const words = (text: string) => new Set(text.split(' '));

/** Words that say nothing of the subject of a question. They tell its language. */
const english = words(
  'a an the my our your i we you me it its this that there is are was be been do does did can could should will would have has had get got need ' +
    'want use how much many what when where why which who of to in on at for from with without by up out off if as than then and or not no any some all ' +
    'just still now says one two something anything everything someone happens',
);
const indonesian = words(
  'saya kami anda kita yang yg di ke dari dan atau untuk dengan tanpa apa apakah bagaimana gimana cara kenapa mengapa kapan siapa ini itu ada adalah bisa ' +
    'tidak gak nggak ga belum sudah udah setelah kalau kalo jika padahal karena terus lewat lagi dulu aja saja mau ingin pakai pake supaya biar akan masih nya satu dua buat ' +
    'dimana kemana mana kok sih dong deh ya pas abis klo tp gara2',
);

/** The page of questions has a short answer for most subjects: `answers` is what it counts for. */
const weigh =
  (answers: number, [inEnglish, inIndonesian]: readonly [number, number] = [1, 1]) =>
  (id: string) =>
    (/questions\.html#/.test(id) ? answers : 1) * (id.startsWith('docs/id/') ? inIndonesian : inEnglish);

const answersToSubjects = 0.4;

/** A number with its unit counts as the unit: `60kg`. */
function processTerm(given: string): string | null {
  const term = given.toLowerCase().replace(/^\d+(?=\p{L}{2})/u, '');
  return english.has(term) || indonesian.has(term) ? null : (shoppers.get(term) ?? term);
}

export const searchOptions: Options<Found> = {
  fields: ['words', 'title', 'page', 'body'],
  tokenize: wordsIn,
  storeFields: ['page', 'title', 'excerpt'],
  searchOptions: {
    boost: { words: 6, title: 3, page: 2 },
    prefix: true,
    fuzzy: 0.2,
    processTerm,
    combineWith: 'AND',
    boostDocument: weigh(answersToSubjects),
  },
};

/** A word or two is the subject of a page. Who types more asks a question. */
const wordsOfQuestion = 3;

/** How much places in each language count. */
function languageOf(typed: readonly string[]): readonly [number, number] {
  const [some, other] = [english, indonesian].map((known) => typed.filter((term) => known.has(term)).length);
  return [1 + Math.min(some ?? 0, 2) / 4, 1 + Math.min(other ?? 0, 2) / 4];
}

/**
 * The places that have all words of a query, then those that have some of them. A question has more words than its answer: the place with the
 * most and the rarest of them comes first.
 * @param reader the language of the page on which somebody searches. A reader in Indonesian finds what is in Indonesian first
 */
export function findPlaces(
  index: MiniSearch<Found>,
  query: string,
  reader: 'en' | 'id' = 'en',
): { places: SearchResult[]; hasAllWords: boolean } {
  const typed = query.toLowerCase().trim().split(/\s+/);
  const isQuestion = typed.length >= wordsOfQuestion;
  const [inEnglish, inIndonesian] = isQuestion ? languageOf(typed) : [1, 1];
  const languages = [inEnglish, reader === 'id' ? inIndonesian * 2 : inIndonesian] as const;
  const boost = { boostDocument: weigh(isQuestion ? 1 : answersToSubjects, languages) };
  const complete = index.search(query, boost);
  const some = index.search(query, { ...boost, combineWith: 'OR' });
  const hasAllWords = complete.length > 0;
  if (isQuestion) return { places: some, hasAllWords };
  const ids = new Set(complete.map(({ id }) => id));
  return { places: [...complete, ...some.filter(({ id }) => !ids.has(id))], hasAllWords };
}
