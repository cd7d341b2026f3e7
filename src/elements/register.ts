import { version } from './core/ship-element.ts';

/**
 * Registers all tags or none. Otherwise one version's comparison could end up in another version's checkout. Tags that this copy has
 * registered before stay.
 */
export function register(tags: Readonly<Record<string, CustomElementConstructor>>): void {
  const missing = Object.entries(tags).filter(([tag, element]) => customElements.get(tag) !== element);
  const [other] = missing.flatMap(([tag]) => customElements.get(tag) ?? []) as { version?: string }[];
  if (!other) for (const [tag, element] of missing) customElements.define(tag, element);
  else if (other.version !== version)
    // biome-ignore lint/suspicious/noConsole: the author of a page with two versions has to read it
    console.warn(
      `ship-elements ${version} was not registered: version ${other.version ?? 'unknown'} already is on this page.`,
    );
}
