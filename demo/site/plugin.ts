import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type MiniSearch from 'minisearch';
import type { Plugin } from 'vite';
import type { ElementEntry } from '../../src/package/manifest.ts';
import { descriptions, openApi } from '../../src/package/openapi.ts';
import { conformanceOf } from './conformance.ts';
import { documentPage, masthead } from './layout.ts';
import { type Rendered, renderMarkdown } from './markdown.ts';
import { groupsOf, linkFrom, type Page, readPages, relative, twinOf } from './pages.ts';
import { referenceOf } from './reference.ts';
import { createSearchFile, searchIndex } from './search-index.ts';
import type { Found } from './search-options.ts';

/** What every page may load: files of its own site. The elements' templates are the only trusted type. */
export const policy = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "font-src 'self'", "img-src 'self' data:", "connect-src 'self'"],
  ...["base-uri 'none'", "require-trusted-types-for 'script'", 'trusted-types lit-html'],
].join('; ');

/** The file of the repository that a page of the build is named after. It need not exist. */
export const documentInputs = (root: string) =>
  [...readPages(root).keys()].map((address) => join(root, 'demo', `${address}.html`));

/** Renders pages. The elements are analysed once, when a page needs their tables. */
function createRenderer(root: string) {
  let analysed: Promise<ElementEntry[]> | undefined;

  /** The text of a page. A page of `components/` ends with the tables of its element, and that of accessibility with its report. */
  async function textOf({ source, markdown }: Page): Promise<string> {
    if (source === 'demo/docs/accessibility.md') return `${markdown}\n${conformanceOf(markdown)}\n`;
    const [, name] = source.match(/^demo\/docs\/(?:id\/)?components\/([\w-]+)\.md$/) ?? [];
    if (!name) return markdown;
    analysed ??= analyse(root).catch((problem) => {
      analysed = undefined;
      throw problem;
    });
    const entry = (await analysed).find(({ tag }) => tag === `ship-${name}`);
    return entry ? `${markdown}\n${referenceOf(entry)}\n` : markdown;
  }

  const render = async (page: Page): Promise<Rendered> =>
    renderMarkdown(await textOf(page), (target) => linkFrom(root, page, target, 'html'));
  return { textOf, render };
}

/** What the search of the site finds. */
export function searchIndexOf(root: string): Promise<MiniSearch<Found>> {
  return searchIndex([...readPages(root).values()], createRenderer(root).render);
}

/**
 * Renders the documentation, and puts what the pages of the site have in common into each.
 * @param isBare builds pages alone: without a policy, which tests that measure a page would break, and without the documents
 */
export function site(root: string, isBare = false): Plugin {
  const demo = join(root, 'demo');
  const { textOf, render } = createRenderer(root);
  const searchFile = createSearchFile(render);

  async function htmlOf(address: string): Promise<string | undefined> {
    const pages = readPages(root);
    const page = pages.get(address);
    if (!page) return undefined;
    const rendered = await render(page);
    const files = [
      ...rendered.styles.map((_style, index) => `/live/${address}-${index}.css`),
      ...rendered.scripts.map((_script, index) => `/live/${address}-${index}.js`),
    ];
    return documentPage(page, rendered, [...pages.values()], files);
  }

  /** A file of the site that is neither HTML nor code, by its path. */
  async function plainFile(path: string): Promise<string | undefined> {
    const pages = readPages(root);
    if (path === 'llms.txt') return listOf([...pages.values()]);
    const api = descriptions[path];
    if (api) return `${JSON.stringify(openApi(api), null, 1)}\n`;
    if (path === 'search.json') return searchFile([...pages.values()]);
    const page = path.endsWith('.md') ? pages.get(path.slice(0, -3)) : undefined;
    return page && twinOf(root, page, await textOf(page));
  }

  return {
    name: 'site',
    enforce: 'pre',

    configureServer(server) {
      // The first search of a reader does not wait for it. If it fails, that search says so.
      plainFile('search.json').catch(() => {});
      server.middlewares.use(async (request, response, next) => {
        const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname.slice(1));
        try {
          const [, address] = `${path}${path.endsWith('/') ? 'index.html' : ''}`.match(/^(.+)\.html$/) ?? [];
          const html = address && (await htmlOf(address));
          if (html) {
            const transformed = await server.transformIndexHtml(`/${path}`, html);
            return void response.setHeader('content-type', 'text/html').end(transformed);
          }
          const text = /\.(md|txt|json)$/.test(path) ? await plainFile(path) : undefined;
          if (text === undefined) return next();
          response.setHeader('content-type', 'text/plain; charset=utf-8').end(text);
        } catch (error) {
          next(error);
        }
      });
    },

    resolveId(id) {
      if (id.startsWith('/live/')) return id;
      if (
        id.startsWith(demo) &&
        id.endsWith('.html') &&
        readPages(root).has(relative('x', id.slice(demo.length + 1, -5)))
      )
        return id;
      return undefined;
    },

    async load(requested) {
      const [id = ''] = requested.split('?');
      if (id.endsWith('.html') && id.startsWith(demo)) return htmlOf(id.slice(demo.length + 1, -5));
      const [, address = '', index, kind] = id.match(/^\/live\/(.+)-(\d+)\.(js|css)$/) ?? [];
      const page = address ? readPages(root).get(address) : undefined;
      if (!page) return undefined;
      const rendered = await render(page);
      return rendered[kind === 'js' ? 'scripts' : 'styles'][Number(index)];
    },

    transformIndexHtml: {
      order: 'pre',
      handler(html, { path, server }) {
        const here = (address: string) => relative(path.slice(1), address);
        const [, current = ''] = html.match(/<!-- masthead: (\S*) -->/) ?? [];
        const filled = html.replace(/<!-- masthead: \S* -->/, () => masthead(here, current));
        // Vite's development server needs styles and scripts that this policy forbids.
        const tags =
          server || isBare
            ? []
            : [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy } }];
        return { html: filled, tags: tags.map((tag) => ({ ...tag, injectTo: 'head-prepend' as const })) };
      },
    },

    async generateBundle() {
      if (isBare) return;
      const twins = [...readPages(root).keys()].map((address) => `${address}.md`);
      for (const fileName of ['llms.txt', 'search.json', ...Object.keys(descriptions), ...twins])
        this.emitFile({ type: 'asset', fileName, source: (await plainFile(fileName)) ?? '' });
      // Pages as Markdown show the pictures where they are.
      for (const name of readdirSync(join(demo, 'docs/images')))
        this.emitFile({
          type: 'asset',
          fileName: `docs/images/${name}`,
          source: readFileSync(join(demo, 'docs/images', name)),
        });
    },
  };
}

async function analyse(root: string): Promise<ElementEntry[]> {
  const command = ['--import=tsx', join(root, 'demo/site/element-entries.ts')];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, maxBuffer: 2 ** 24 });
  return JSON.parse(stdout);
}

/** https://llmstxt.org: the pages as a list of links to their Markdown. */
function listOf(pages: readonly Page[]): string {
  const lists = groupsOf(pages).map(([group, members]) => {
    const lines = members.map(
      ({ address, title, markdown }) => `- [${title}](${address}.md): ${firstSentence(markdown)}`,
    );
    return `## ${group}\n\n${lines.join('\n')}`;
  });
  const about =
    'Web components that put shipping inside any shop page: couriers, rates, insurance, cash on delivery, the order. Not tried against the live service.';
  return `# ship-elements\n\n> ${about}\n\n${lists.join('\n\n')}\n`;
}

function firstSentence(markdown: string): string {
  const paragraph = markdown.replace(/^# .+\n+/, '').split(/\n\n/)[0] ?? '';
  const plain = paragraph
    .replace(/\s+/g, ' ')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/[[\]]/g, '');
  return plain.match(/^.*?[.:](?=\s|$)/)?.[0] ?? plain;
}
