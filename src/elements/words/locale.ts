import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Rupiah } from '../../contract/index.ts';

/** The built-in words of an element, by the first part of a `lang`. English has all of them. */
export type Languages<Words> = Readonly<Record<string, Words>> & { readonly en: Words };

/** Some of the words. A table of words may be given in part, too. */
export type PartialWords<Words> = {
  [Name in keyof Words]?: Words[Name] extends (...values: never[]) => string ? Words[Name] : PartialWords<Words[Name]>;
};

/** The page's own words over the built-in ones. A framework passes null for a missing word. An empty text replaces a word. */
export function merge<Word>(builtIn: Word, own: unknown): Word {
  if (typeof builtIn !== 'object') return (own as Word) ?? builtIn;
  const merged = (Array.isArray(builtIn) ? [...builtIn] : { ...builtIn }) as Record<string, unknown>;
  for (const [name, word] of Object.entries(own ?? {})) merged[name] = merge(merged[name], word);
  return merged as Word;
}

/** An element and those around it, through shadow roots. */
function lineage(element: Element): Element[] {
  const root = element.getRootNode();
  const parent = element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
  return parent ? [element, ...lineage(parent)] : [element];
}

/**
 * A page's `lang` in BCP 47, which `Intl` needs. Java and PHP write `id_ID`, POSIX `id_ID.UTF-8`. The old code of Indonesian is `in`. A text that is no
 * language is English.
 */
export function languageOf(lang: string): string {
  try {
    return String(
      Intl.getCanonicalLocales(
        lang
          .trim()
          .replaceAll('_', '-')
          .split(/[^\w-]|-$/)[0],
      ),
    );
  } catch {
    return 'en';
  }
}

/**
 * Rp21.775 in Indonesian, Rp 21,775 in other languages. Not by `Intl`, because the first formatter of a page costs a cheap phone 60 ms.
 * A minus is read aloud, a hyphen is not.
 */
export function rupiahText(amount: Rupiah, language: string): string {
  const [space, group] = /^id\b/.test(language) ? ['', '.'] : ['\u00a0', ','];
  // Nobody pays a part of a rupiah. Fractions of an answer are rounded up, as the sums are.
  const whole = String(Math.ceil(Math.round(Math.abs(amount) * 100) / 100));
  return `${amount < 0 ? '−' : ''}Rp${space}${whole.replace(/\B(?=(\d{3})+$)/g, group)}`;
}

interface Host<Words> extends ReactiveControllerHost, Element {
  /** The page's own words. A framework may set undefined or null. */
  readonly words: PartialWords<Words> | undefined;
}

/** The words and the language of an element. Follows the nearest `lang`, also when the page changes it. */
export class LocaleController<Words extends object> implements ReactiveController {
  readonly #host: Host<Words>;
  readonly #languages: () => Languages<Words>;
  #observer: MutationObserver | undefined;
  #language = 'en';
  #merged: { given: unknown; builtIn: Words; words: Words } | undefined;

  constructor(host: Host<Words>, languages: () => Languages<Words>) {
    this.#host = host;
    this.#languages = languages;
    host.addController(this);
  }

  /** The page's language if there are words for it, else English. */
  get language(): string {
    const isSpoken = this.#builtIn !== undefined || Object.keys(this.#host.words ?? {}).length > 0;
    return isSpoken ? this.#language : 'en';
  }

  /** The page's own words over the built-in ones. The same object until one of them changes. */
  get words(): Words {
    const given = this.#host.words;
    const builtIn = this.#builtIn ?? this.#languages().en;
    const merged = this.#merged;
    if (merged && merged.given === given && merged.builtIn === builtIn) return merged.words;
    const words = merge(builtIn, given);
    this.#merged = { given, builtIn, words };
    return words;
  }

  readonly formatRupiah = (amount: Rupiah): string => rupiahText(amount, this.language);

  hostConnected(): void {
    this.#read();
    this.#observer = new MutationObserver(() => this.#read());
    for (const element of lineage(this.#host)) this.#observer.observe(element, { attributeFilter: ['lang'] });
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  hostUpdated(): void {
    const { language } = this;
    // English words in a page of another language are read aloud as English. The same value again would restyle the whole tree.
    for (const part of this.#host.shadowRoot?.children ?? []) {
      if (part.getAttribute('lang') === language) continue;
      part.setAttribute('lang', language);
      // The announced sentence is in the other language.
      if (part.matches('[role=status]')) part.textContent = '';
    }
  }

  /** The built-in words for `id-ID`. Undefined if there are none. */
  get #builtIn(): Words | undefined {
    return this.#languages()[this.#language.split('-')[0] ?? ''];
  }

  #read(): void {
    const [lang = 'en'] = lineage(this.#host).flatMap((element) => element.getAttribute('lang') || []);
    const language = languageOf(lang);
    if (language === this.#language) return;
    this.#language = language;
    this.#host.requestUpdate();
  }
}
