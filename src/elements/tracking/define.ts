import { TrackingElement } from './tracking-element.ts';

export { TrackingElement };

declare global {
  interface HTMLElementTagNameMap {
    'ship-tracking': TrackingElement;
  }
}

// A page may load two copies. The first one is registered.
if (!customElements.get('ship-tracking')) customElements.define('ship-tracking', TrackingElement);
