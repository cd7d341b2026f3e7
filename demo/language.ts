import { browserStore } from './stores.ts';

export type Language = 'en' | 'id';

const key = 'ship-elements-language';

/** The language of the page: that of its root, as the widget reads it. */
export const language = (): Language => (document.documentElement.lang === 'id' ? 'id' : 'en');

/** What a link asks for, then what the visitor chose last, then the first language of the browser that the demo speaks. */
function preferred(): Language {
  const wishes = [new URLSearchParams(location.search).get('lang'), browserStore.getItem(key), ...navigator.languages];
  const known = wishes.map((tag) => tag?.split('-')[0]).find((tag) => tag === 'en' || tag === 'id' || tag === 'in');
  return known === undefined || known === 'en' ? 'en' : 'id';
}

/**
 * Writes the page in Indonesian, also what a script writes later: `indonesian` has sentences and links by the English ones.
 */
export function createTranslation(indonesian: Record<string, string>): { start: () => void; stop: () => void } {
  const originals = new WeakMap<Node, { english: string; written: string }>();

  const translate = () => {
    for (const node of texts()) {
      const english = node.nodeValue ?? '';
      const known = indonesian[english.trim().replace(/\s+/g, ' ')];
      // What is translated is left alone, whatever language a word of it may be.
      if (!known || originals.get(node)?.written === english) continue;
      const written = english.replace(/\S(.*\S)?/s, () => known);
      originals.set(node, { english, written });
      node.nodeValue = written;
    }
  };
  const restore = () => {
    for (const node of texts()) {
      const original = originals.get(node);
      if (original?.written === node.nodeValue) node.nodeValue = original?.english ?? '';
    }
  };
  const observer = new MutationObserver(translate);
  return {
    start() {
      translate();
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: labels });
    },
    stop() {
      observer.disconnect();
      restore();
    },
  };
}

/**
 * Shows the page in the visitor's language, and offers the other one with the button `#language`. The files and scripts of a page are
 * in English.
 * @param speak writes what the table cannot have. It is called at once, and after each change
 */
export function offerLanguages(indonesian: Record<string, string>, speak: () => void = () => {}): void {
  const button = document.querySelector<HTMLElement>('#language');
  const translation = createTranslation(indonesian);

  const show = (wanted: Language) => {
    const other = wanted === 'id' ? ['en', 'EN', 'English'] : ['id', 'ID', 'Bahasa Indonesia'];
    const [lang = '', short = '', name = ''] = other;
    document.documentElement.lang = wanted;
    translation.stop();
    if (wanted === 'id') translation.start();
    if (button) {
      const hidden = Object.assign(document.createElement('span'), { className: 'hidden', textContent: name });
      Object.assign(button, { lang, title: name }).replaceChildren(short, ' ', hidden);
    }
    speak();
  };

  button?.addEventListener('click', () => {
    const wanted = language() === 'id' ? 'en' : 'id';
    browserStore.setItem(key, wanted);
    const address = new URL(location.href);
    address.searchParams.delete('lang');
    history.replaceState(history.state, '', address);
    show(wanted);
  });
  // Back shows a page as it was left, and restores its fields without an event.
  addEventListener('pageshow', () => show(preferred()));
  show(preferred());
}

const labels = ['aria-label', 'placeholder', 'data-label'];

/** The texts, labels and links of the page. Code stays as it is, and so does what names its own language. */
function texts(): Node[] {
  const own = 'ancestor::code or ancestor::pre or ancestor::*[@translate="no" or @lang and not(self::html)]';
  const found = document.evaluate(
    [`//text()[not(${own})]`, ...labels.map((label) => `//@${label}`), '//a/@href'].join(' | '),
    document,
    null,
    XPathResult.ORDERED_NODE_SNAPSHOT_TYPE,
  );
  return Array.from({ length: found.snapshotLength }, (_none, index) => found.snapshotItem(index) as Node);
}
