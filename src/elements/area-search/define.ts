import { AreaSearchElement } from './area-search-element.ts';

export { AreaSearchElement };

declare global {
  interface HTMLElementTagNameMap {
    'ship-area-search': AreaSearchElement;
  }
}

// A page may load two copies. The first one is registered.
if (!customElements.get('ship-area-search')) customElements.define('ship-area-search', AreaSearchElement);
