import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Rupiah } from '../../contract/index.ts';
import { remembered } from './remembered.ts';
import type { Words } from './words.ts';
import { english } from './words-en.ts';
import { indonesian } from './words-id.ts';

/** The nearest `lang` above an element, through shadow roots. */
function nearestLanguage(element: Element): string {
  for (let node: Element | null = element; node; node = parent(node)) {
    const lang = node.getAttribute('lang');
    if (lang) return lang;
  }
  return 'en';
}

function parent(element: Element): Element | null {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

const formatters = new Map<string, Intl.NumberFormat>();

/** One formatter a language and page: the first costs 50–85 ms, and building one for each price 100 ms a thousand. */
function formatter(language: string): Intl.NumberFormat {
  const known = formatters.get(language);
  if (known) return known;
  // Intl gives rupiah two decimals by default; nobody prices in sen, and what is answered in sen is shown so.
  const options = {
    style: 'currency',
    currency: 'IDR',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  } as const;
  let made: Intl.NumberFormat;
  try {
    made = new Intl.NumberFormat(language, options);
  } catch {
    made = new Intl.NumberFormat('en', options);
  }
  formatters.set(language, made);
  return made;
}

interface Host extends ReactiveControllerHost, Element {}

/** The words and the language of an element: follows the nearest `lang`, also when the page changes it. */
export class LocaleController implements ReactiveController {
  readonly #host: Host;
  readonly #givenWords: () => Partial<Words> | undefined;
  #observer: MutationObserver | undefined;
  #language = 'en';

  /** @param ownWords the page's own; a framework takes a property away by setting it to undefined or null */
  constructor(host: Host, givenWords: () => Partial<Words> | undefined) {
    this.#host = host;
    this.#givenWords = givenWords;
    host.addController(this);
  }

  /** What is spoken: the page's language where there are words for it, else English. */
  get language(): string {
    const spoken = /^(en|id)\b/i.test(this.#language) || Object.keys(this.#ownWords).length;
    return spoken ? this.#language : 'en';
  }

  /** The words in force: the page's own over the built-in ones of the nearest `lang`; the same object as long as they are the same. */
  get words(): Words {
    const builtIn = /^id\b/i.test(this.#language) ? indonesian : english;
    return this.#merged(builtIn, ...Object.entries(this.#ownWords).flat());
  }

  readonly #merged = remembered((builtIn: Words, ..._own: unknown[]): Words => ({ ...builtIn, ...this.#ownWords }));

  /** A framework hands null over for what the page has no word for; an empty one is a word that says nothing. */
  get #ownWords(): Partial<Words> {
    const words = Object.entries(this.#givenWords() ?? {});
    return Object.fromEntries(words.filter(([, word]) => word !== undefined && word !== null));
  }

  /** A reduction has a minus, which is read aloud; a hyphen is not. */
  readonly formatRupiah = (amount: Rupiah): string => formatter(this.language).format(amount).replace('-', '−');

  hostConnected(): void {
    this.#read();
    this.#observer = new MutationObserver(() => this.#read());
    for (let node: Element | null = this.#host; node; node = parent(node)) {
      this.#observer.observe(node, { attributeFilter: ['lang'] });
    }
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  hostUpdated(): void {
    const { language } = this;
    // Words of ours in a page of another language are pronounced as what they are. Written again, the same word has a browser
    // find the style of all that is inside anew.
    for (const part of this.#host.shadowRoot?.children ?? [])
      if (part.getAttribute('lang') !== language) part.setAttribute('lang', language);
  }

  #read(): void {
    const language = nearestLanguage(this.#host);
    if (language === this.#language) return;
    this.#language = language;
    this.#host.requestUpdate();
  }
}
