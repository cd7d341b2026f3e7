/** Registers `ship-promise` for its script-tag file: the page loads the search, if it wants one. */
import { register } from '../register.ts';
import { PromiseElement } from './promise-element.ts';

register({ 'ship-promise': PromiseElement });
