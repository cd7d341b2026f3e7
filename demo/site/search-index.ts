import MiniSearch from 'minisearch';
import type { Rendered } from './markdown.ts';
import type { Page } from './pages.ts';
import { type Found, searchOptions } from './search-options.ts';
import { searchWords } from './search-words.ts';

type Render = (page: Page) => Promise<Rendered>;

/** The index as a file. It takes seconds, so it is built once, and again when a page has changed. */
export function createSearchFile(render: Render): (pages: readonly Page[]) => Promise<string> {
  let built: { from: string; text: Promise<string> } | undefined;
  return (pages) => {
    const from = JSON.stringify(pages);
    if (built?.from !== from) built = { from, text: searchIndex(pages, render).then((index) => JSON.stringify(index)) };
    return built.text;
  };
}

/** The parts of the pages in the menu. Of the changes only the page: each word of the docs is in its parts. */
export async function searchIndex(pages: readonly Page[], render: Render): Promise<MiniSearch<Found>> {
  const index = new MiniSearch<Found>(searchOptions);
  for (const page of pages.filter(({ group }) => group)) {
    const { sections } = await render(page);
    index.addAll(
      sections.slice(0, page.source === 'CHANGELOG.md' ? 1 : undefined).map(({ level, id, text, body }) => {
        const address = `${page.address}${level > 1 ? `#${id}` : ''}`;
        return {
          id: address.replace(/(?=#|$)/, '.html'),
          page: page.menuTitle.replace(/[`*]/g, ''),
          title: text,
          words: searchWords[address] ?? '',
          body,
          excerpt: body.slice(0, 140),
        };
      }),
    );
  }
  return index;
}
