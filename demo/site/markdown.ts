import hljs from 'highlight.js/lib/common';
import MarkdownIt, { type Token } from 'markdown-it';

export interface Heading {
  level: number;
  id: string;
  text: string;
}

/** A part of a page, from one heading to the next: what the search finds. */
export interface Section extends Heading {
  body: string;
}

export interface Rendered {
  html: string;
  sections: Section[];
  /** Code of the page's live examples that runs in the page. */
  scripts: string[];
  styles: string[];
}

const { escapeHtml } = new MarkdownIt().utils;

/** The classes of highlight.js, because a strict policy allows no inline style. */
function highlight(code: string, language: string): string {
  const known = { vue: 'xml', svelte: 'xml', astro: 'xml', html: 'xml', tsx: 'typescript', mjs: 'javascript' }[
    language
  ];
  const name = known ?? language;
  return hljs.getLanguage(name) ? hljs.highlight(code, { language: name }).value : escapeHtml(code);
}

const markdown = new MarkdownIt({ html: true });

// A wide table scrolls by itself, and the keyboard must be able to do that.
markdown.renderer.rules.table_open = () => '<div class="scrolls" role="group" aria-label="Table" tabindex="0"><table>';
markdown.renderer.rules.table_close = () => '</table></div>';
markdown.renderer.rules.fence = (tokens, index) => codeBlock(tokens[index] as Token);
markdown.renderer.rules.code_group = (tokens, index) => codeGroup(tokens[index]?.children ?? []);

const languageOf = ({ info }: Token) => info.trim().split(/\s+/)[0] ?? '';
const titleOf = ({ info }: Token) => info.match(/title="([^"]*)"/)?.[1];
const isLive = ({ info }: Token) => /^\w+ live\b/.test(info.trim());
const languages: Record<string, string> = { html: 'HTML', js: 'JavaScript', css: 'CSS' };
const labelOf = (fence: Token) => titleOf(fence) ?? languages[languageOf(fence)] ?? languageOf(fence);

const codeBlock = (fence: Token) =>
  `<div class="code"><pre tabindex="0"><code>${highlight(fence.content.trimEnd(), languageOf(fence))}</code></pre></div>`;

/** The example itself, if it is live, then its code. The page's script makes tabs of several blocks. */
function codeGroup(fences: readonly Token[]): string {
  const stage = fences.filter((fence) => isLive(fence) && languageOf(fence) === 'html');
  const example = stage
    .map(({ content }) => `<div class="stage"><h2 class="hidden">Example</h2>${content}</div>`)
    .join('');
  const panels = fences.map(
    (fence) => `<section data-tab="${escapeHtml(labelOf(fence))}">${codeBlock(fence)}</section>`,
  );
  return `<div class="${example ? 'example' : 'alternatives'}">${example}<div class="tabs">${panels.join('')}</div></div>`;
}

/** Blocks of code that follow each other and are live or have a title belong together. */
markdown.core.ruler.push('code_groups', (state) => {
  const grouped: Token[] = [];
  for (const token of state.tokens) {
    const last = grouped.at(-1);
    if (token.type !== 'fence' || !(isLive(token) || titleOf(token))) grouped.push(token);
    else if (last?.type === 'code_group') last.children?.push(token);
    else grouped.push(Object.assign(new state.Token('code_group', '', 0), { children: [token] }));
  }
  state.tokens = grouped;
});

/** Heading ids as repository hosts make them, so that a link with an anchor works there and here. */
function anchors(): (text: string) => string {
  const taken = new Map<string, number>();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = taken.get(slug) ?? 0;
    taken.set(slug, count + 1);
    return count ? `${slug}-${count}` : slug;
  };
}

/** What markup within Markdown links to. */
const linkAttribute = /\b(href|src|srcset)="([^"]+)"/g;

const textOf = (inline: Token | undefined) =>
  (inline?.children ?? [])
    .filter(({ type }) => ['text', 'code_inline', 'softbreak'].includes(type))
    .map(({ content }) => content || ' ')
    .join('');

/** @param link where a link of the page leads on the site */
export function renderMarkdown(text: string, link: (target: string) => string): Rendered {
  const tokens = markdown.parse(text, {});
  const anchorOf = anchors();
  const sections: Section[] = [];
  const scripts: string[] = [];
  const styles: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = textOf(tokens[index + 1]);
      const id = anchorOf(heading);
      token.attrSet('id', id);
      sections.push({ level: Number(token.tag.slice(1)), id, text: heading, body: '' });
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      const section = sections.at(-1);
      if (section) section.body += `${textOf(token)} `;
    }
    for (const child of [token, ...(token.children ?? [])]) {
      if (child.type === 'link_open') child.attrSet('href', link(String(child.attrGet('href'))));
      if (child.type === 'image') child.attrSet('src', link(String(child.attrGet('src'))));
      if (child.type.startsWith('html_'))
        child.content = child.content.replace(linkAttribute, (_all, name, target) => `${name}="${link(target)}"`);
      if (token.type !== 'code_group' || !isLive(child)) continue;
      if (languageOf(child) === 'js') scripts.push(child.content);
      if (languageOf(child) === 'css') styles.push(child.content);
    }
  }
  return { html: markdown.renderer.render(tokens, markdown.options, {}), sections, scripts, styles };
}

export const renderInline = (text: string) => markdown.renderInline(text);
