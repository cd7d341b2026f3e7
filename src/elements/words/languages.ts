import { english } from './en.ts';
import { indonesian } from './id.ts';
import type { Languages } from './locale.ts';
import type { Words } from './words.ts';

/** The built-in words of the checkout and its parts. A further language is a file of words, and a row here. */
export const languages: Languages<Words> = { en: english, id: indonesian };
