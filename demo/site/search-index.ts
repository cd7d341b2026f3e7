import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import type { Rendered } from './markdown.ts';
import { languageOf, type Page, translationOf } from './pages.ts';
import { type Found, searchOptions } from './search-options.ts';

type Render = (page: Page) => Promise<Rendered>;

/** The index as a file. It takes seconds, so it is built once, and again when a page has changed or it has failed. */
export function createSearchFile(render: Render): (pages: readonly Page[]) => Promise<string> {
  let built: { from: string; text: Promise<string> } | undefined;
  return (pages) => {
    const from = JSON.stringify(pages);
    if (built?.from === from) return built.text;
    const text = searchIndex(pages, render).then((index) => JSON.stringify(index));
    built = { from, text };
    text.catch(() => {
      if (built?.text === text) built = undefined;
    });
    return text;
  };
}

/** What people ask, in both languages, by the part of the English docs that answers them: an address of the site, without `.html`. */
export const questionsOf = new Map<string, string>(
  Object.entries(JSON.parse(readFileSync(new URL('search-questions.json', import.meta.url), 'utf8'))),
);

/** The parts of the pages in the menu. Of the changes only the page: each word of the docs is in its parts. */
export async function searchIndex(pages: readonly Page[], render: Render): Promise<MiniSearch<Found>> {
  const index = new MiniSearch<Found>(searchOptions);
  const addressesOf = new Map<Page, string[]>();
  const listed = pages.filter(({ group }) => group);
  for (const page of listed.toSorted(englishFirst)) {
    // Other requests are answered between two pages.
    await setImmediate();
    const { sections } = await render(page);
    const parts = sections.slice(0, page.source === 'CHANGELOG.md' ? 1 : undefined);
    const addresses = parts.map(({ level, id }) => `${page.address}${level > 1 ? `#${id}` : ''}`);
    addressesOf.set(page, addresses);
    const translation = translationOf(page, listed);
    const twins = (translation && addressesOf.get(translation)) ?? addresses;
    index.addAll(
      parts.map(({ text, body }, place) => ({
        id: addresses[place]?.replace(/(?=#|$)/, '.html') ?? '',
        twins: twins[place] ?? '',
        page: page.menuTitle.replace(/[`*]/g, ''),
        title: text,
        questions: questionsOf.get(twins[place] ?? '') ?? '',
        body,
        excerpt: body.slice(0, 140),
      })),
    );
  }
  return index;
}

const englishFirst = (one: Page, other: Page) => languageOf(one).localeCompare(languageOf(other));
