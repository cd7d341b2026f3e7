const written: Record<string, true> = {};

function warnOnce(warning: string): true {
  // biome-ignore lint/suspicious/noConsole: the author of the page has to read it
  console.warn(warning);
  return true;
}

/**
 * Warns once in the page's console of each name or value that is not known, with those that are. It is for the page's author: the given
 * must have no personal data.
 */
export function warnUnknown(what: string, given: readonly unknown[], known: readonly unknown[]): void {
  for (const one of given)
    if (!known.includes(one)) written[`${what} ${one}`] ??= warnOnce(`No ${what} ${one}, only ${known}`);
}

/** Attributes of HTML without a property of their name, and those that frameworks write. */
const foreign = /^(aria|class|data|export|form|hx|item|ng|tab|v|x|_)|[^a-z_-]/;

/** Warns of attributes that an element does not have. */
export const warnOfAttributes = (element: Element, known: readonly string[]): void =>
  warnUnknown(
    'attribute',
    element.getAttributeNames().filter((name) => !(name in HTMLElement.prototype || foreign.test(name))),
    known,
  );
