import { type ProductCategory, productCategories } from '../../contract/index.ts';

/** How the shop's own categories become the service's (contract/README.md §3.5). */
export interface CategoryOptions {
  /**
   * The service's category by a word of the shop's own: `{ coffee: 'food_and_drink' }`. The first rule that names one of a product's words
   * counts. Upper and lower case do not.
   */
  categories?: Readonly<Record<string, ProductCategory>>;
  /** The category of goods that no rule names. By default none is sent, and the service takes `others`. */
  defaultCategory?: ProductCategory;
}

/**
 * The service's category of a product.
 * @param words what the shop calls its kind: categories, collections, tags, a type
 */
export function categoryOf(
  words: readonly (string | null | undefined)[],
  { categories = {}, defaultCategory }: CategoryOptions,
): ProductCategory | undefined {
  const known = new Set(words.map((word) => word?.trim().toLowerCase()));
  const rule = Object.entries(categories).find(([word]) => known.has(word.trim().toLowerCase()));
  return rule?.[1] ?? defaultCategory;
}

/** Returns a sentence for each category that the service does not have. */
export function categoryProblems({ categories, defaultCategory }: Partial<CategoryOptions>): string[] {
  const given: [string, unknown][] = Object.entries(Object(categories)).map(([word, value]) => [
    `categories.${word}`,
    value,
  ]);
  if (defaultCategory !== undefined) given.push(['defaultCategory', defaultCategory]);
  return given
    .filter(([, value]) => !productCategories.some((category) => category === value))
    .map(([option]) => `${option} must be one of ${productCategories.join(', ')}.`);
}
