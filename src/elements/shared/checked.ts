import { isServer, nothing } from 'lit';
import { live } from 'lit/directives/live.js';

/**
 * What `.checked` is bound to. It is live: a listener of the page's may have put back what the shopper has just clicked, and
 * Lit, which writes what is other than it wrote last, would see no change. A server would write `checked="false"`, which to
 * a browser is checked: it writes nothing.
 */
export const checked = (on: boolean) => (isServer ? nothing : live(on));
