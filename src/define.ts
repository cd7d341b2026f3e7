/** Registers the four tags of a page that may also order. */
import { type ChoiceTags, choiceTags } from './elements/choice.ts';
import { OrderButtonElement } from './elements/index.ts';
import { register } from './elements/register.ts';

declare global {
  interface HTMLElementTagNameMap extends ChoiceTags {
    'ship-order-button': OrderButtonElement;
  }
}

register({ ...choiceTags, 'ship-order-button': OrderButtonElement });
