/** What a table of the page's has under a word of the service's: `constructor` is in every object, and in none of them. */
export const own = <T>(table: Readonly<Record<string, T>> | null | undefined, word: string): T | undefined =>
  Object.hasOwn(table ?? {}, word) ? table?.[word] : undefined;
