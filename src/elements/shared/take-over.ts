import type { LitElement, ReactiveControllerHost } from 'lit';

/** What of Lit's updates decides when properties are set; protected, because a page is not to call it. */
interface Updating {
  hasUpdated: boolean;
  shouldUpdate?(): boolean;
  performUpdate(): void;
}

/**
 * Takes over what the page has set on an element before its script arrived. Lit keeps that for the first update, where it would
 * take the place of what the page has set since: an update that shows nothing comes before all else.
 */
export function takeOver(host: ReactiveControllerHost): void {
  const updating = host as unknown as Updating;
  if (updating.hasUpdated) return;
  readServed(host as unknown as LitElement);
  updating.shouldUpdate = () => false;
  updating.performUpdate();
  delete updating.shouldUpdate;
  host.requestUpdate();
}

/** A server that renders `baseUrl="…"` as it stands in JSX writes an attribute by the name of the property, and HTML knows no capitals. */
function readServed(host: LitElement): void {
  for (const [property, { attribute }] of (host.constructor as typeof LitElement).elementProperties) {
    const served = typeof attribute === 'string' ? host.getAttribute(String(property)) : null;
    if (served === null || host.hasAttribute(attribute as string)) continue;
    host.attributeChangedCallback(attribute as string, null, served);
  }
}
