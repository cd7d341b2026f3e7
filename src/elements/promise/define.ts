/** Registers `ship-promise` for a page with a bundler: it loads the search when the shopper opens it. A script-tag file has no other file to load. */
import { PromiseElement } from './promise-element.ts';

export { PromiseElement };

PromiseElement.loadSearch = () => import('../area-search/area-search-element.ts');
