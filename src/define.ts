/** Registers the four tags of a page that may also order. */
import { choiceTags, register } from './elements/choice.ts';
import { OrderButtonElement } from './elements/index.ts';

declare global {
  interface HTMLElementTagNameMap {
    'ship-order-button': OrderButtonElement;
  }
}

register({ ...choiceTags, 'ship-order-button': OrderButtonElement });
