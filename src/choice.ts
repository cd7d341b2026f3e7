/** Registers the three tags of a page on which nobody orders: the shop is paid first, and its server orders then. */
import { choiceTags, register } from './elements/choice.ts';

register(choiceTags);
