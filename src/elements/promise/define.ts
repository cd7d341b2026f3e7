import { PromiseElement } from './promise-element.ts';

export { PromiseElement };

declare global {
  interface HTMLElementTagNameMap {
    'ship-promise': PromiseElement;
  }
}

PromiseElement.loadSearch = () => import('../area-search/define.ts');

// A page may load two copies. The first one is registered.
if (!customElements.get('ship-promise')) customElements.define('ship-promise', PromiseElement);
