/** How a stack's page in `demo/frameworks` is served once it is built. */
export interface Stack {
  /** The folder that its own tool has written, where any host of files will do; else `npm start` runs a server of its own. */
  files?: string;
  /** `npm run dev` runs a server that tells of mistakes which the built page keeps to itself. */
  develops?: true;
  /** The page can put the delivery away and show it again. */
  folds?: true;
  /** What the server has sent has the checkout in it. */
  rendered?: true;
  /** The page is a form that goes to a server. */
  posts?: true;
}

/** By the name of the folder, those that take longest first. */
export const stacks: Record<string, Stack> = {
  next: { develops: true, folds: true, rendered: true },
  angular: { files: 'dist', develops: true, folds: true },
  astro: { files: 'dist', develops: true, rendered: true },
  vue: { files: 'dist', develops: true, folds: true },
  svelte: { files: 'dist', develops: true, folds: true },
  'react-19': { files: 'dist', develops: true, folds: true },
  'react-18': { files: 'dist', develops: true, folds: true },
  html: { files: '.', rendered: true },
  form: { rendered: true, posts: true },
};
