import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { addresses, menuTitles, navigation } from './navigation.ts';

export interface Page {
  /** The path of its file, from the root of the repository. */
  source: string;
  /** Its path on the site, without an ending: `docs/start`. */
  address: string;
  /** Its first heading, as Markdown. */
  title: string;
  /** What the menu calls it. */
  menuTitle: string;
  /** The group of the menu. Files that pages link to have none. */
  group?: string;
  markdown: string;
}

/** A link of Markdown: the text before its address, the address, and what comes after. */
const linkPattern = /(\]\()([^)\s]+)(\s[^)]*)?(?=\))/g;

/**
 * Every page of the site that is made of Markdown, by its address. Files of the repository that a page links to are pages too, so
 * that a link leads somewhere on any host.
 */
export function readPages(root: string): Map<string, Page> {
  const pages = new Map<string, Page>();
  const waiting = menu(root);
  for (const { source, group } of waiting) {
    const address = addressOf(source);
    if (pages.has(address)) continue;
    const page = readPage(root, source, address, group);
    pages.set(address, page);
    if (extname(source) && !source.endsWith('.md')) continue;
    for (const [, , target = ''] of page.markdown.matchAll(linkPattern)) {
      const file = fileOf(root, source, target);
      if (file && !isOwnFile(file)) waiting.push({ source: file });
    }
  }
  return pages;
}

function menu(root: string): { source: string; group?: string }[] {
  const named = Object.entries(navigation).flatMap(([group, sources]) => sources.map((source) => ({ group, source })));
  const known = new Set(named.map(({ source }) => source));
  const others = readdirSync(join(root, 'demo/docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ group: 'More', source: `demo/docs/${file}` }))
    .filter(({ source }) => !known.has(source));
  return [...named.filter(({ source }) => existsSync(join(root, source))), ...others];
}

function readPage(root: string, source: string, address: string, group?: string): Page {
  const markdown = markdownOf(join(root, source), source);
  const title = markdown.match(/^# (.+)$/m)?.[1] ?? source;
  return { source, address, title, menuTitle: menuTitles[source] ?? title, markdown, ...(group && { group }) };
}

/** The text of a page. Code is one block of it, and a folder is a list of links. */
function markdownOf(path: string, source: string): string {
  const name = posix.basename(source);
  if (statSync(path).isDirectory()) {
    const files = readdirSync(path).filter((file) => file.includes('.'));
    return `# ${name}\n\n${files.map((file) => `- [${file}](${name}/${file})`).join('\n')}\n`;
  }
  const text = readFileSync(path, 'utf8');
  const language = extname(source).slice(1);
  return language === 'md' ? text : `# ${name}\n\n\`${source}\`\n\n~~~~${language}\n${text}\n~~~~\n`;
}

function addressOf(source: string): string {
  const plain = source.replace(/\.md$/, '');
  if (addresses[source]) return addresses[source];
  if (source.startsWith('demo/docs/')) return plain.replace('demo/', '');
  if (source.startsWith('demo/frameworks/') && source.endsWith('/README.md'))
    return posix.join('docs/frameworks', posix.dirname(source).replace('demo/frameworks', '') || 'all');
  if (source.startsWith('demo/hosts/') && source.endsWith('/README.md'))
    return posix.dirname(source).replace('demo/hosts', 'docs/deploy');
  // Frameworks name files of routes with brackets, `[...path]`, which are encoded in an address.
  return `source/${plain.replace(/\[\.*|\]/g, '')}`;
}

/** The file or folder of the repository that a link leads to. A folder's README stands for it. */
function fileOf(root: string, source: string, target: string): string | undefined {
  if (/^(\w+:|#|\/)/.test(target)) return undefined;
  const path = posix.join(posix.dirname(source), decodeURI(target.replace(/#.*$/, '')));
  return [posix.join(path, 'README.md'), path].find((file) => !file.startsWith('..') && existsSync(join(root, file)));
}

/** Where a link of a page leads on the site, with the ending that the page's own file has. Pictures stay as they are. */
export function linkFrom(root: string, page: Page, target: string, ending: 'html' | 'md'): string {
  const file = fileOf(root, page.source, target);
  if (!file) return target;
  if (isOwnFile(file)) return relative(page.address, file.replace('demo/', ''));
  const [, anchor = ''] = target.split('#');
  return `${relative(page.address, `${addressOf(file)}.${ending}`)}${anchor && `#${anchor}`}`;
}

/** Pages and pictures that the site has as they are. */
const isOwnFile = (file: string) =>
  /^demo\/((index|playground|shop)\.html|elements\/[\w-]+\.html|docs\/.+\.(svg|png|webp|jpg))$/.test(file);

/** The language of a page: its file says it, by its folder or its ending. */
export const languageOf = ({ source }: Page): 'en' | 'id' => (/^demo\/docs\/id\/|\.id\.md$/.test(source) ? 'id' : 'en');

/** The same page in the other language. */
export function translationOf(page: Page, pages: readonly Page[]): Page | undefined {
  const [here, there] = languageOf(page) === 'id' ? ['docs/id/', 'docs/'] : ['docs/', 'docs/id/'];
  const address = page.address.replace(here, there);
  return pages.find((other) => other !== page && other.address === address);
}

/** The path from a page to a file of the site. */
export const relative = (from: string, to: string) => posix.relative(posix.dirname(from), to);

/** The page as Markdown, with links to the Markdown of other pages. */
export const twinOf = (root: string, page: Page, markdown: string) =>
  markdown.replace(linkPattern, (_link, open, target, rest = '') => open + linkFrom(root, page, target, 'md') + rest);

/** The pages of the menu by their groups, in the menu's order. */
export function groupsOf(pages: readonly Page[]): [group: string, members: Page[]][] {
  const names = [...new Set(pages.flatMap(({ group }) => group ?? []))];
  return names.map((name) => [name, pages.filter(({ group }) => group === name)]);
}
