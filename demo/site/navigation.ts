/**
 * The pages of the documentation, in the order of their menu: paths from the root of the repository. Pages of `demo/docs` that are not
 * named here stand under "More".
 */
export const navigation: Record<string, readonly string[]> = {
  'Get started': ['demo/docs/README.md', 'demo/docs/start.md', 'demo/docs/frameworks.md'],
  Frameworks: ['html', 'form', 'react-19', 'react-18', 'next', 'vue', 'svelte', 'angular', 'astro'].map(
    (name) => `demo/frameworks/${name}/README.md`,
  ),
  Shops: ['woocommerce', 'vendure', 'medusa', 'shopify'].map((name) => `demo/docs/${name}.md`),
  Components: ['checkout', 'rate-comparison', 'courier-picker', 'order-button'].map(
    (name) => `demo/docs/components/${name}.md`,
  ),
  Guides: [
    ...[
      'reference',
      'events',
      'theming',
      'words',
      'forms',
      'pay-then-ship',
      'orders',
      'cash-on-delivery',
      'client',
      'errors',
      'recipes',
      'lists',
    ].map((name) => `demo/docs/${name}.md`),
  ],
  'Your server': [
    'src/gateway/README.md',
    ...['tokens', 'whole-shops', 'run-the-gateway', 'testing'].map((name) => `demo/docs/${name}.md`),
    'src/sandbox/README.md',
  ],
  'Before you go live': [
    ...['accessibility', 'security', 'go-live', 'upgrade', 'limits'].map((name) => `demo/docs/${name}.md`),
    'CHANGELOG.md',
  ],
};

/** The menu's words for pages whose title says less, or more, than a menu needs. */
export const menuTitles: Record<string, string> = {
  'demo/docs/README.md': 'Overview',
  'src/gateway/README.md': 'Gateway',
  'src/sandbox/README.md': 'Sandbox',
};

/** Folders whose pages have an address outside `source/`. */
export const addresses: Record<string, string> = {
  'demo/docs/README.md': 'docs/index',
  'src/gateway/README.md': 'docs/gateway',
  'src/sandbox/README.md': 'docs/sandbox',
  'CHANGELOG.md': 'docs/changes',
};
