import { version } from './core/ship-element.ts';

/**
 * Registers the tags that are missing, or none beside those of another version: its comparison could end up in this version's checkout. The
 * order of two files of one version does not matter.
 */
export function register(tags: Readonly<Record<string, CustomElementConstructor>>): void {
  const known = Object.keys(tags).flatMap((tag) => customElements.get(tag) ?? []) as { version?: string }[];
  const other = known.find((element) => element.version !== version);
  if (!other)
    for (const [tag, element] of Object.entries(tags))
      if (!customElements.get(tag)) customElements.define(tag, element);
  if (other)
    // biome-ignore lint/suspicious/noConsole: the author of a page with two versions has to read it
    console.warn(
      `ship-elements ${version} was not registered: version ${other.version ?? 'unknown'} already is on this page.`,
    );
}
