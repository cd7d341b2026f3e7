/**
 * The pages of the documentation, in the order of their menu: paths from the root of the repository. Pages of `demo/docs` that are not
 * named here stand under "More".
 */
export const navigation: Record<string, readonly string[]> = {
  'Get started': ['README', 'start', 'questions', 'coming-from', 'frameworks'].map((name) => `demo/docs/${name}.md`),
  Frameworks: [
    ...['html', 'form', 'form-php', 'react-19', 'react-18', 'next', 'vue', 'svelte', 'angular', 'astro'].map(
      (name) => `demo/frameworks/${name}/README.md`,
    ),
    'demo/docs/nuxt.md',
  ],
  Shops: ['woocommerce', 'vendure', 'medusa', 'shopify'].map((name) => `demo/docs/${name}.md`),
  Components: [
    'area-search',
    'checkout',
    'parcels',
    'rate-comparison',
    'courier-picker',
    'order-button',
    'promise',
    'tracking',
  ].map((name) => `demo/docs/components/${name}.md`),
  Guides: [
    ...[
      'reference',
      'events',
      'theming',
      'tailwind',
      'words',
      'forms',
      'pay-then-ship',
      'orders',
      'parcels',
      'before-checkout',
      'arrival',
      'price',
      'cash-on-delivery',
      'courier-rules',
      'client',
      'api',
      'errors',
      'recipes',
    ].map((name) => `demo/docs/${name}.md`),
  ],
  'Your server': [
    'src/gateway/README.md',
    ...['gateway-options', 'tokens', 'whole-shops', 'news', 'gateway-wire', 'run-the-gateway', 'testing'].map(
      (name) => `demo/docs/${name}.md`,
    ),
    'src/sandbox/README.md',
  ],
  Deploy: [
    'demo/docs/production.md',
    ...['node-systemd', 'docker', 'next', 'vercel', 'workers'].map((name) => `demo/hosts/${name}/README.md`),
    'demo/docs/many-shops.md',
  ],
  'Before you go live': [
    ...['accessibility', 'performance', 'security', 'personal-data', 'go-live', 'limits', 'versions'].map(
      (name) => `demo/docs/${name}.md`,
    ),
    'CHANGELOG.md',
  ],
  'Bahasa Indonesia': [
    'start',
    'questions',
    'components/checkout',
    'components/parcels',
    'components/area-search',
    'components/promise',
    'components/tracking',
    'forms',
    'pay-then-ship',
    'parcels',
    'price',
    'before-checkout',
    'arrival',
    'cash-on-delivery',
    'errors',
    'recipes',
    'testing',
    'woocommerce',
    'production',
    'run-the-gateway',
    'go-live',
    'personal-data',
    'limits',
  ].map((name) => `demo/docs/id/${name}.md`),
};

/** The menu's words for pages whose title says less, or more, than a menu needs. */
export const menuTitles: Record<string, string> = {
  'demo/docs/README.md': 'Overview',
  'demo/docs/coming-from.md': 'From another integration',
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
