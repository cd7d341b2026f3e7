/** Registers the three tags of a page on which nobody orders: the shop is paid first, and its server orders then. */
import { type ChoiceTags, choiceTags } from './elements/choice.ts';
import { register } from './elements/register.ts';

declare global {
  interface HTMLElementTagNameMap extends ChoiceTags {}
}

register(choiceTags);
