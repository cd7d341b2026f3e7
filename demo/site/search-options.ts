import type { Options } from 'minisearch';

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
  searchOptions: { boost: { words: 6, title: 3, page: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
};
