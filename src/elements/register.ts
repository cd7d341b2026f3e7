import { version } from './core/ship-element.ts';

/**
 * Registers the tags that are missing, so that the order of two files of one version does not matter. Beside a tag of another version it
 * registers none: its comparison could end up in this version's checkout.
 */
export function register(tags: Readonly<Record<string, CustomElementConstructor>>): void {
  const known = Object.keys(tags).flatMap((tag) => customElements.get(tag) ?? []) as { version?: string }[];
  const other = known.find((element) => element.version !== version);
  if (!other) {
    for (const [tag, element] of Object.entries(tags))
      if (!customElements.get(tag)) customElements.define(tag, element);
  } else {
    const its = other.version ?? 'unknown';
    // biome-ignore lint/suspicious/noConsole: the author of a page with two versions has to read it
    console.warn(`ship-elements ${version} was not registered: version ${its} already is on this page.`);
  }
}
