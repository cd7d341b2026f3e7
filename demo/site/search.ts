import type MiniSearch from 'minisearch';
import { language } from '../language.ts';
import { type Found, findPlaces, searchOptions } from './search-options.ts';

/** The start page, beside which the index is. */
const start = () => document.querySelector<HTMLAnchorElement>('.masthead .name')?.href ?? location.href;

let index: Promise<MiniSearch<Found>> | undefined;

/** After a failure the next call tries again. */
function loaded(): Promise<MiniSearch<Found>> {
  index ??= load().catch((problem) => {
    index = undefined;
    throw problem;
  });
  return index;
}

async function load(): Promise<MiniSearch<Found>> {
  const [{ default: Search }, answer] = await Promise.all([
    import('minisearch'),
    fetch(new URL('search.json', start())),
  ]);
  return Search.loadJSON<Found>(await answer.text(), searchOptions);
}

/** The dialog of the search. It opens by its button, by `/` and by Ctrl+K. */
export function offerSearch(): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'search';
  dialog.setAttribute('aria-label', 'Search the documentation');
  const field = Object.assign(document.createElement('input'), { type: 'search', placeholder: 'Search the docs' });
  field.setAttribute('aria-label', 'Search the docs');
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Close' });
  const status = Object.assign(document.createElement('p'), { role: 'status' });
  const results = document.createElement('ul');
  dialog.append(field, close, status, results);
  document.body.append(dialog);

  const open = () => {
    dialog.showModal();
    loaded().catch(() => {});
  };
  const show = async () => {
    const query = field.value.trim();
    if (query) status.textContent = 'The search is loading …';
    const index = query ? await loaded().catch(() => undefined) : undefined;
    if (query !== field.value.trim()) return;
    if (query && !index) {
      status.textContent = 'The search could not be loaded. Type again to retry.';
      return;
    }
    const { places, hasAllWords } = index ? findPlaces(index, query, language()) : { places: [], hasAllWords: true };
    const found = places.slice(0, 12);
    const hint = found.length && !hasAllWords ? ['. ', 'No place has all words.'] : [];
    status.replaceChildren(
      ...(query ? [String(found.length), ' ', found.length === 1 ? 'place' : 'places', ...hint] : []),
    );
    results.replaceChildren(...found.map((place) => renderPlace(place as unknown as Found)));
  };

  field.addEventListener('input', show);
  close.addEventListener('click', () => dialog.close());
  results.addEventListener('click', () => dialog.close());
  document.querySelector('#search-button')?.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.composedPath()[0] as HTMLElement).matches?.('input, textarea, select');
    const isShortcut = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!isShortcut || dialog.open) return;
    event.preventDefault();
    open();
  });
  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [field, ...results.querySelectorAll('a')];
    const place = stops.indexOf(document.activeElement as HTMLInputElement);
    stops[Math.min(Math.max(place + step, 0), stops.length - 1)]?.focus();
  });
}

function renderPlace({ id, page, title, excerpt }: Found): HTMLElement {
  const [item, link] = [document.createElement('li'), document.createElement('a')];
  const [name, where, text] = ['b', 'span', 'small'].map((tag) => document.createElement(tag)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  item.lang = id.startsWith('docs/id/') ? 'id' : 'en';
  link.href = new URL(id, start()).href;
  name.textContent = title;
  where.textContent = page;
  text.textContent = excerpt;
  link.append(name, where, text);
  item.append(link);
  return item;
}
