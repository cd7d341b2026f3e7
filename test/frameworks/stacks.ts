/** How to serve the built page of a framework in `demo/frameworks`. */
export interface Stack {
  /** The folder of the build, for a static host. Without it, `npm start` runs the page's server. */
  files?: string;
  /** `npm run dev` runs a server whose build warns of mistakes. */
  develops?: true;
  /** The page can hide the delivery and show it again. */
  folds?: true;
  /** The server renders the checkout. */
  rendered?: true;
  /** The shop signs its cart, and the purchase goes through its gateway. The page orders, or posts a form to a server. */
  signed?: 'page' | 'form';
  /** Its prices come with the page. A form sells without JavaScript, too. */
  priced?: true;
  /** The form's server is PHP, and its gateway a process of its own. */
  php?: true;
}

/** By folder. The slowest come first. */
export const stacks: Record<string, Stack> = {
  next: { signed: 'page', develops: true, folds: true, rendered: true, priced: true },
  angular: { files: 'dist', develops: true, folds: true },
  astro: { signed: 'form', develops: true, rendered: true, priced: true },
  vue: { signed: 'page', develops: true, folds: true },
  svelte: { files: 'dist', develops: true, folds: true },
  'react-19': { signed: 'page', develops: true, folds: true },
  'react-18': { files: 'dist', develops: true, folds: true },
  html: { files: '.', rendered: true },
  form: { signed: 'form', rendered: true, priced: true },
  'form-php': { signed: 'form', rendered: true, priced: true, php: true },
};
