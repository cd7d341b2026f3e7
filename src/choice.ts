/** Registers the three tags of a page on which nobody orders: the shop is paid first, and its server orders then. */
import { type ChoiceTags, choiceTags, register } from './elements/choice.ts';

declare global {
  interface HTMLElementTagNameMap extends ChoiceTags {}
}

register(choiceTags);
