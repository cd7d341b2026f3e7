import { register } from '../register.ts';
import { AreaSearchElement } from './area-search-element.ts';

export { AreaSearchElement };

declare global {
  interface HTMLElementTagNameMap {
    'ship-area-search': AreaSearchElement;
  }
}

register({ 'ship-area-search': AreaSearchElement });
