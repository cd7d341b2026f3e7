import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { demoShop } from './demo/server/plugin.ts';
import { documentInputs, site } from './demo/site/plugin.ts';
import { elements, ownModules } from './src/package/elements.ts';
import { pureCalls } from './src/package/pure-calls.ts';
import { banner, type Script, scripts } from './src/package/script.ts';
import { withoutIndentation } from './src/package/without-indentation.ts';

const root = fileURLToPath(new URL('./', import.meta.url));

/** The contract runs on its own reader in a script-tag file: 5 KB less for each shopper. A shop's bundler takes zod from the package. */
const withoutZod: Plugin = {
  name: 'without-zod',
  enforce: 'pre',
  resolveId: (id) => (id === 'zod/mini' ? `${root}src/contract/zod-in-page.ts` : null),
};

const entry = `${root}src/script-tag.ts`;

/** What a script-tag file is built from: a module that imports its sources. */
const importing = (sources: Script['sources']): Plugin => ({
  name: 'importing',
  enforce: 'pre',
  resolveId: (id) => (id === entry ? id : null),
  load: (id) => (id === entry ? sources.map((source) => `import '${root}${source}';`).join('\n') : null),
});

/**
 * A script-tag file, one classic script that works with `defer` and with `type="module"`. Sources and
 * libraries go in as they are written, all but zod, and Vite's own minifier makes them small: what is shipped is what
 * is tested.
 */
export const embedOf = ({ sources, file }: Pick<Script, 'sources' | 'file'>): UserConfig => ({
  root,
  mode: 'production',
  // Said, not left to NODE_ENV: the dev server sets that to `development`, and would serve Lit's development build.
  resolve: { conditions: ['module', 'browser', 'production'] },
  plugins: [
    importing(sources),
    withoutZod,
    pureCalls,
    { ...withoutIndentation, apply: ({ build }) => build?.minify !== false },
  ],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    // In a page of another encoding than UTF-8, or of none, a script without a charset of its own is read as that.
    rolldownOptions: { output: { charset: 'ascii', postBanner: ({ moduleIds }) => banner(file, moduleIds) } },
    lib: { entry, formats: ['iife'], name: 'shipElements', fileName: () => file },
  },
});

/** The script-tag file of the checkout. */
export const embed = embedOf(scripts[0]);

const pages = `${root}demo/elements/`;

/**
 * What the pages of the elements have in common stands in files of its own, and goes into each where their names are; the link to
 * the page itself says so.
 */
const sharedMarkup: Plugin = {
  name: 'shared-markup',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { filename }) =>
      html
        .replace(/<!-- (\w+\.html) -->/g, (_name, file) => readFileSync(pages + file, 'utf8'))
        .replace(`<a href="${basename(filename)}">`, `<a href="${basename(filename)}" aria-current="page">`),
  },
};

/** What only a server can show is not linked from files. */
const withoutServer: Plugin = {
  name: 'without-server',
  transformIndexHtml: (html) => html.replace(/\s*<a [^>]*data-server[^>]*>.*?<\/a>/g, ''),
};

/** Live examples import the package by its name. */
const resolve = {
  alias: [
    { find: /^ship-elements$/, replacement: `${root}src/index.ts` },
    ...Object.entries(ownModules).map(([name, source]) => ({
      find: `ship-elements/${name}`,
      replacement: `${root}src/elements/${source}.ts`,
    })),
    { find: /^ship-elements\/(\w+)$/, replacement: `${root}src/$1` },
  ],
};

const shopServer = [demoShop({ database: process.env.SHOP_DATABASE ?? `${root}.data/shop.db`, embed })];

/** `npm start`: the site, and the demo shop with its gateway and its sandbox. */
const demo: UserConfig = {
  root: `${root}demo`,
  resolve,
  // An address without a page is an error, not the start page.
  appType: 'mpa',
  server: { host: '127.0.0.1', port: 5173 },
  optimizeDeps: { include: ['lit', '@lit/task', 'zod/mini', 'hono', 'minisearch'] },
  plugins: [site(root), sharedMarkup, ...shopServer],
};

/** Pages of the demo as files. */
const filesOf = (outDir: string, input: string[], plugins: Plugin[]): UserConfig => ({
  root: `${root}demo`,
  base: './',
  resolve,
  plugins: [...plugins, sharedMarkup],
  build: { outDir: root + outDir, emptyOutDir: true, target: 'es2022', rolldownOptions: { input } },
});

const page = (name: string) => `${root}demo/${name}.html`;
const elementPages = elements.map(({ name }) => page(`elements/${name}`));

/** `npm run build:site`: every page with a sandbox in it, as files for any host. */
const staticSite = filesOf(
  'dist/site',
  [...['index', 'playground', 'product', 'cart', 'shop'].map(page), ...elementPages, ...documentInputs(root)],
  [site(root), withoutServer],
);

/** `vite build --mode demo` and `vite preview`: the demo without its documents, as the tests open it. It loads in a tenth of the requests. */
const builtDemo: UserConfig = {
  ...filesOf(
    'dist/demo',
    [
      ...['index', 'playground', 'product', 'cart', 'shop', 'basket', 'desk', 'tracking', 'script-tag'].map(page),
      ...elementPages,
    ],
    [site(root, true), ...shopServer],
  ),
  appType: 'mpa',
  preview: { host: '127.0.0.1' },
};

export default defineConfig(({ command, mode, isPreview }) => {
  if (isPreview || mode === 'demo') return builtDemo;
  if (command === 'serve') return demo;
  return mode === 'static' ? staticSite : embed;
});
