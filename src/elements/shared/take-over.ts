import type { ReactiveControllerHost } from 'lit';

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
  updating.shouldUpdate = () => false;
  updating.performUpdate();
  delete updating.shouldUpdate;
  host.requestUpdate();
}
