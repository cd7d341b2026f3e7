import { type Rendered, renderInline } from './markdown.ts';
import { groupsOf, languageOf, type Page, relative, translationOf } from './pages.ts';

/** What stands around the text, in its language. */
const chrome = {
  en: {
    skip: 'Skip to the text',
    menu: 'Menu',
    contents: 'On this page',
    before: 'Before',
    next: 'Next',
    markdown: 'This page as Markdown',
    list: 'All pages as a list',
  },
  id: {
    skip: 'Langsung ke teks',
    menu: 'Menu',
    contents: 'Di halaman ini',
    before: 'Sebelumnya',
    next: 'Berikutnya',
    markdown: 'Halaman ini sebagai Markdown',
    list: 'Semua halaman sebagai daftar',
  },
};

/** The page around the text. `files` are the page's own styles and scripts. */
export function documentPage(page: Page, rendered: Rendered, pages: readonly Page[], files: readonly string[]): string {
  const here = (address: string) => relative(page.address, address);
  const name = page.address.split('/').at(-1);
  const translation = translationOf(page, pages);
  const words = chrome[languageOf(page)];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${plain(page.title)} · ship-elements</title>
    <link rel="icon" href="data:," />
    <link rel="alternate" type="text/markdown" href="${name}.md" vite-ignore />
    ${translation ? `<link rel="alternate" hreflang="${languageOf(translation)}" href="${here(`${translation.address}.html`)}" vite-ignore />` : ''}
    <link rel="stylesheet" href="/site/site.css" />
    <link rel="stylesheet" href="/site/docs.css" />
    <script type="module" src="/site/docs.ts"></script>
    ${files.map(tagOf).join('\n    ')}
  </head>
  <body>
    <a class="skip" href="#content" lang="${languageOf(page)}">${words.skip}</a>
    ${masthead(here, 'docs/index.html', '')}
    <div class="docs">
      <nav class="menu" aria-label="Documentation"><details><summary>${words.menu}</summary>${menu(page, pages, here)}</details></nav>
      <main id="content" tabindex="-1" lang="${languageOf(page)}">
        ${translation ? otherLanguage(translation, here) : ''}
        <article>${/^demo\/docs\/(id\/)?components\//.test(page.source) ? folded(rendered.html) : rendered.html}</article>
        <footer>
          ${neighbours(page, pages, here)}
          <p><a href="${name}.md">${words.markdown}</a> · <a href="${here('llms.txt')}">${words.list}</a></p>
        </footer>
      </main>
      ${contents(rendered, languageOf(page))}
    </div>
  </body>
</html>`;
}

/** The tables of a component's page, each behind its heading: together they are longer than ten screens of a phone. */
function folded(html: string): string {
  const [text = '', reference = ''] = html.split(/(?=<h2 id="reference">)/);
  return (
    foldEach(text, /(?=<h2 id=)/, /^<h2 id="(attributes|events|atribut|event)/) +
    foldEach(reference, /(?=<h3 id=)/, /^<h3/)
  );
}

function foldEach(html: string, between: RegExp, which: RegExp): string {
  const fold = (part: string) =>
    `<details class="part">${part.replace(/<h[23].*?<\/h[23]>/s, (heading) => `<summary>${heading}</summary>`)}</details>`;
  return html
    .split(between)
    .map((part) => (which.test(part) ? fold(part) : part))
    .join('');
}

const languages = { en: 'English', id: 'Bahasa Indonesia' };

function otherLanguage(translation: Page, here: (address: string) => string): string {
  const language = languageOf(translation);
  const link = `<a hreflang="${language}" lang="${language}" href="${here(`${translation.address}.html`)}">${languages[language]}</a>`;
  return `<p class="translation">${link}</p>`;
}

const tagOf = (file: string) =>
  file.endsWith('.css') ? `<link rel="stylesheet" href="${file}" />` : `<script type="module" src="${file}"></script>`;

const destinations = {
  'docs/index.html': 'Docs',
  'playground.html': 'Playground',
  'elements/checkout.html': 'States',
  'shop.html': 'Demo shop',
};

const languageButton = '<button type="button" id="language" lang="id">ID</button>';

/**
 * The head of each page of the site.
 * @param current the address of the part of the site that the page belongs to
 * @param switches a document has a page of its own in the other language, instead of the button
 */
export function masthead(here: (address: string) => string, current: string, switches = languageButton): string {
  const links = Object.entries(destinations).map(
    ([address, text]) => `<a href="${here(address)}"${address === current ? ' aria-current="true"' : ''}>${text}</a>`,
  );
  return `<header class="masthead">
      <a class="name" href="${here('index.html')}">ship-elements</a>
      <nav aria-label="Site">${links.join('\n        ')}</nav>
      <div class="tools">
        <button type="button" id="search-button">Search <kbd>/</kbd></button>
        <button type="button" id="theme-button" aria-pressed="false">Dark</button>
        ${switches}
      </div>
    </header>`;
}

const plain = (markdown: string) => markdown.replace(/[`*]/g, '').replaceAll('<', '&lt;');

function menu(page: Page, pages: readonly Page[], here: (address: string) => string): string {
  const lists = groupsOf(pages).map(([group, members]) => {
    const links = members.map((member) => {
      const current = member === page ? ' aria-current="page"' : '';
      // A reader in Indonesian stays in Indonesian.
      const target =
        (languageOf(page) === 'id' && languageOf(member) === 'en' && translationOf(member, pages)) || member;
      return `<li><a href="${here(`${target.address}.html`)}"${current}>${renderInline(member.menuTitle)}</a></li>`;
    });
    const open = group === page.group ? ' open' : '';
    return `<details${open}><summary>${group}</summary><ul>${links.join('')}</ul></details>`;
  });
  return lists.join('');
}

function neighbours(page: Page, pages: readonly Page[], here: (address: string) => string): string {
  if (!page.group) return '';
  const listed = pages.filter(({ group }) => group);
  const place = listed.indexOf(page);
  const link = (other: Page | undefined, rel: string, label: string) =>
    other
      ? `<a rel="${rel}" href="${here(`${other.address}.html`)}"><small>${label}</small> ${renderInline(other.menuTitle)}</a>`
      : '<span></span>';
  return `<nav class="neighbours" aria-label="Next pages">${link(listed[place - 1], 'prev', chrome[languageOf(page)].before)}${link(listed[place + 1], 'next', chrome[languageOf(page)].next)}</nav>`;
}

function contents({ sections }: Rendered, language: 'en' | 'id'): string {
  const shown = sections.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const links = shown.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${plain(text)}</a></li>`,
  );
  return `<nav class="contents" lang="${language}" aria-labelledby="contents-title"><p id="contents-title">${chrome[language].contents}</p><ul>${links.join('')}</ul></nav>`;
}
