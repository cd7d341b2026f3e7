/** The script-tag file of the promise: registers `ship-promise` and leaves nothing else behind. It has no search: the page loads that, if it wants one. */
import { PromiseElement } from './elements/promise/promise-element.ts';
import { register } from './elements/register.ts';

register({ 'ship-promise': PromiseElement });
