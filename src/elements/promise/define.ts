import { register } from '../register.ts';
import { PromiseElement } from './promise-element.ts';

export { PromiseElement };

declare global {
  interface HTMLElementTagNameMap {
    'ship-promise': PromiseElement;
  }
}

PromiseElement.loadSearch = () => import('../area-search/define.ts');

register({ 'ship-promise': PromiseElement });
