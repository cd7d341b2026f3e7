/** Registers the four tags of a page that may also order. */
import { type ChoiceTags, choiceTags, register } from './elements/choice.ts';
import { OrderButtonElement } from './elements/index.ts';

declare global {
  interface HTMLElementTagNameMap extends ChoiceTags {
    'ship-order-button': OrderButtonElement;
  }
}

register({ ...choiceTags, 'ship-order-button': OrderButtonElement });
