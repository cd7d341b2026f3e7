import { chrome } from './indonesian.ts';
import { type Rendered, renderInline } from './markdown.ts';
import { groupsOf, languageOf, type Page, relative, translationOf } from './pages.ts';

type Language = ReturnType<typeof languageOf>;

/** What stands around a text in English, in the language of the text. */
const wordsIn = (language: Language) => (english: string) =>
  language === 'id' ? (chrome[english] ?? english) : english;

const notTried = 'ship-elements was not tried against the live service.';

/** The page around the text. `files` are the page's own styles and scripts. */
export function documentPage(page: Page, rendered: Rendered, pages: readonly Page[], files: readonly string[]): string {
  const here = (address: string) => relative(page.address, address);
  const name = page.address.split('/').at(-1);
  const translation = translationOf(page, pages);
  const language = languageOf(page);
  const say = wordsIn(language);
  const html = language === 'id' ? markEnglish(page, rendered.html, pages) : rendered.html;
  return `<!doctype html>
<html lang="${language}">
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
    <a class="skip" href="#content">${say('Skip to the text')}</a>
    ${masthead(here, 'docs/index.html', '', language)}
    <div class="docs">
      <nav class="menu" aria-label="${say('Documentation')}"><details><summary>${say('Menu')}</summary>${menu(page, pages, here)}</details></nav>
      <main id="content" tabindex="-1">
        ${translation ? otherLanguage(translation, here) : ''}
        <article>${/^demo\/docs\/(id\/)?components\//.test(page.source) ? folded(html, language) : html}</article>
        <footer>
          ${neighbours(page, pages, here)}
          <p>${say(notTried)} <a href="${here('docs/limits.html#not-tried')}">${say('What was not tried')}</a></p>
          <p><a href="${name}.md">${say('This page as Markdown')}</a> · <a href="${here('llms.txt')}">${say('All pages as a list')}</a></p>
        </footer>
      </main>
      ${contents(rendered, say)}
    </div>
  </body>
</html>`;
}

/** Links of an Indonesian text to English pages carry their language: the styles write it behind them. Code has no language to tell. */
function markEnglish(page: Page, html: string, pages: readonly Page[]): string {
  const texts = pages.filter((other) => isEnglish(other) && other.source.endsWith('.md'));
  const targets = new Set(texts.map(({ address }) => relative(page.address, `${address}.html`)));
  return html.replace(/<a (?=href="([^"#]+))/g, (link, target) =>
    targets.has(target) ? `${link}hreflang="en" ` : link,
  );
}

/** The tables of a component's page, each behind its heading: together they are longer than ten screens of a phone. Those of its code are English. */
function folded(html: string, language: Language): string {
  const [text = '', reference = ''] = html.split(/(?=<h2 id="reference">)/);
  const tables = foldEach(reference, /(?=<h3 id=)/, /^<h3/);
  return (
    foldEach(text, /(?=<h2 id=)/, /^<h2 id="(attributes|events|atribut|event)/) +
    (language === 'en' ? tables : `<div lang="en">${tables}</div>`)
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
 * @param language that of a document. The other pages translate themselves
 */
export function masthead(
  here: (address: string) => string,
  current: string,
  switches = languageButton,
  language: Language = 'en',
): string {
  const say = wordsIn(language);
  const leadTo = (address: string) => {
    const translated = say(address);
    return here(language === 'en' || translated !== address ? translated : `${address}?lang=${language}`);
  };
  const links = Object.entries(destinations).map(
    ([address, text]) =>
      `<a href="${leadTo(address)}"${address === current ? ' aria-current="true"' : ''}>${say(text)}</a>`,
  );
  return `<header class="masthead">
      <a class="name" href="${leadTo('index.html')}">ship-elements</a>
      <nav aria-label="${say('Site')}">${links.join('\n        ')}</nav>
      <div class="tools">
        <button type="button" id="search-button">${say('Search')} <kbd>/</kbd></button>
        <button type="button" id="theme-button" aria-pressed="false">${say('Dark')}</button>
        ${switches}
      </div>
    </header>`;
}

const plain = (markdown: string) => markdown.replace(/[`*]/g, '').replaceAll('<', '&lt;');

/** The menu in the language of the page: with the translation of a page, if there is one. */
function menu(page: Page, pages: readonly Page[], here: (address: string) => string): string {
  const language = languageOf(page);
  const say = wordsIn(language);
  const groups = groupsOf(pages).filter(([, members]) => language === 'en' || members.some(isEnglish));
  const lists = groups.map(([group, members]) => {
    const shown = members.map((member) => (language === 'id' && translationOf(member, pages)) || member);
    const links = shown.map((member) => {
      const current = member === page ? ' aria-current="page"' : '';
      const title = say(member.menuTitle);
      const isOwn = languageOf(member) === language || title !== member.menuTitle;
      const own = isOwn ? '' : ` lang="${languageOf(member)}"`;
      return `<li><a href="${here(`${member.address}.html`)}"${current}${own}>${renderInline(title)}</a></li>`;
    });
    const open = shown.includes(page) ? ' open' : '';
    return `<details${open}><summary>${say(group)}</summary><ul>${links.join('')}</ul></details>`;
  });
  return lists.join('');
}

const isEnglish = (page: Page) => languageOf(page) === 'en';

function neighbours(page: Page, pages: readonly Page[], here: (address: string) => string): string {
  if (!page.group) return '';
  const say = wordsIn(languageOf(page));
  const listed = pages.filter((other) => other.group && languageOf(other) === languageOf(page));
  const place = listed.indexOf(page);
  const link = (other: Page | undefined, rel: string, label: string) =>
    other
      ? `<a rel="${rel}" href="${here(`${other.address}.html`)}"><small>${label}</small> ${renderInline(other.menuTitle)}</a>`
      : '<span></span>';
  return `<nav class="neighbours" aria-label="${say('Next pages')}">${link(listed[place - 1], 'prev', say('Before'))}${link(listed[place + 1], 'next', say('Next'))}</nav>`;
}

function contents({ sections }: Rendered, say: (english: string) => string): string {
  const shown = sections.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const links = shown.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${plain(text)}</a></li>`,
  );
  return `<nav class="contents" aria-labelledby="contents-title"><p id="contents-title">${say('On this page')}</p><ul>${links.join('')}</ul></nav>`;
}
