import { extraNames, extraTable, type Rate, type Rupiah } from '../contract/index.ts';
import { availabilityOf, entryName } from '../extras/index.ts';
import { type Shipment, serviceKey } from '../quote/index.ts';
import * as prices from './core/prices.ts';
import type { OrderMode, State } from './core/state.ts';
import { Store } from './core/store.ts';
import { copyOf, unverifiedClaims } from './core/submission.ts';
import * as views from './core/views.ts';
import { renderExtras, rowRenderer, type Templates } from './rates/row.ts';
import { rowsOf, shortListOf } from './rates/rows-in-sight.ts';
import { choiceLanguages } from './words/languages.ts';
import { languageOf, merge, type PartialWords, rupiahText } from './words/locale.ts';
import type { Voice } from './words/sentences.ts';
import type { Words } from './words/words.ts';

/** What `quoteHtml` writes, in the words of the element's attributes. */
export interface QuoteHtml {
  /**
   * What `gateway.quote({ cart, destination, insurance: true })` returns. Leave `insurance` out where `switches` does and the page does not
   * set it.
   */
  quote: readonly { rate: Rate }[];
  /** The `name` of the element, in the form. */
  name: string;
  /** The `cart` of the element: what `signCart` returned. */
  cart: string;
  /** The `shipment` of the element, with the destination that was quoted. */
  shipment: Shipment;
  /** The language of the page, in BCP 47. `en` by default. There are words for `en` and `id`. */
  lang?: string;
  /** Words of the shop's own, as the property `words` of the element. */
  words?: PartialWords<Words>;
  /** As the attributes of the element. */
  couriers?: string;
  switches?: string;
  insurance?: boolean;
  required?: boolean;
  form?: string;
  rows?: number;
  preselect?: 'recommended' | 'cheapest' | '';
  recommended?: string | undefined;
  value?: string | null;
  /** Of a `<ship-checkout>`: its button takes its room. `none` by default. */
  orderMode?: OrderMode;
  /** The time on which dates and offers are told. The machine's by default. */
  now?: Date;
}

/**
 * The content of a `<ship-checkout>` or a `<ship-rate-comparison>`, so that its prices arrive with the page: the short list as radios that
 * submit their offers under `<name>-offer`, also without JavaScript. The element takes the list over in place, and asks for nothing while
 * the offers are valid. Link `ship-elements-quote-0.1.0.css` in the page. Never let the page be cached for others: an offer belongs to
 * one cart and one place.
 * @returns HTML, with every text escaped. Empty if there is no price to show: the element asks then, and says why
 * @throws {TypeError} if the shipment lacks something, or the quote is not what the element would ask for
 */
export function quoteHtml(given: QuoteHtml): string {
  const { name, form, insurance = false, required = false, rows = 4, orderMode = 'none' } = given;
  const { state, asked } = pricedState(given);
  if (prices.status(state) !== 'ready') return '';
  const voice = voiceOf(given);
  const { words, language } = voice;
  const short = shortListOf(state, Math.max(1, rows), undefined);
  const shown = rowsOf(state, short);
  const render = rowRenderer({ lit, state, voice, logos: undefined, rows: shown, short, isWhole: false });
  const beside = (what: string) => escaped(entryName(name, what));
  const owner = form ? ` form="${escaped(form)}"` : '';
  const list = shown.map((rate) => {
    const key = escaped(serviceKey(rate));
    const checks = `${owner}${required ? ' required' : ''}${serviceKey(rate) === views.marked(state) ? ' checked' : ''}`;
    // Firefox would check the same row after a reload, whose rate may be another one by then.
    const radio = `autocomplete="off" name="${beside('offer')}" value="${escaped(rate.offer ?? '')}" data-rate="${key}"${checks}`;
    return markup(render(rate)).replace(`name="rate" value="${key}"`, () => radio);
  });
  // The offers are in the radios.
  const pricing = given.quote.map(({ rate }) => ({ ...rate, offer: undefined }));
  const data = JSON.stringify({ success: true, object: 'courier_pricing', asked, pricing });
  const code = state.input.shipment?.destination_postal_code;
  const title = escaped(code ? words.ratesTo(`${code}`) : words.rates);
  const hidden = pricing.length - shown.length;
  const more = hidden > 0 ? scripted(`<div class="more">${escaped(words.moreRates(hidden))}</div>`) : '';
  const insured = insurance
    ? `<input type="hidden" name="${beside(extraTable.insurance.word)}" value="on"${owner}>`
    : '';
  const handlers = { handleSwitch() {}, handleInstead() {}, handleLocked() {} };
  const bill = scripted(markup(renderExtras({ lit, state, voice, disabled: false, ...handlers })));
  const place = orderMode === 'none' ? 'alone' : 'due';
  const bar = scripted(`<div class="bar ${place}"><p class="sum">${escaped(words.chooseRate)}</p></div>`);
  return `<div class="ship-quote" lang="${escaped(language)}" data-quote='${data.replace(/[&<>']/g, entity)}'>
<div class="title"><h3>${title}</h3></div>
<div class="body"><div class="frame"><fieldset role="radiogroup" aria-label="${title}"><div class="rows">${list.join('')}</div></fieldset>${more}</div>${insured}${bill}</div>${bar}
</div>`;
}

/** The state of an element with these attributes and this answer, and the question that it has asked, as text. */
function pricedState(given: QuoteHtml): { state: State; asked: string } {
  const { quote, cart, couriers = '', insurance = false, switches, now = new Date() } = given;
  const { preselect = '', recommended, value } = given;
  const store = new Store(() => now.getTime());
  const words = switches?.split(/[\s,]+/);
  const offered = words ? extraNames.filter((name) => words.includes(extraTable[name].word)) : extraNames;
  const shipment = copyOf(given.shipment);
  store.dispatch({ type: 'set', input: { cart, couriers, offered, preselect, recommended, shipment } });
  store.dispatch({ type: 'set-extras', extras: { insurance } });
  store.dispatch({ type: 'set-default', key: value || null });
  const question = prices.question(store.state);
  if (!question) throw new TypeError(`The shipment lacks: ${prices.missing(store.state).join(', ')}.`);
  const rates = quote.map(({ rate }) => rate);
  for (const rate of rates) requireAnswer(rate, question.extras.insurance);
  const answered = { question, couriers: question.couriers, rates, duration: 0, refresh: question.refresh };
  store.dispatch({ type: 'answered', ...answered });
  return { state: store.state, asked: question.key };
}

/** @throws {TypeError} if the rate has no offer, or was asked for otherwise than the element asks */
function requireAnswer(rate: Rate, insurance: boolean): void {
  const { asked } = unverifiedClaims(rate.offer);
  if (!asked) throw new TypeError('quoteHtml needs a quote of the gateway, with the offers of a signed cart.');
  const insured: unknown = Object(asked)[extraTable.insurance.askedClaim];
  if (availabilityOf('insurance', rate) === 'optional' && insured !== insurance)
    throw new TypeError(`Quote with \`insurance: ${insurance}\`, as the element asks.`);
}

function voiceOf({ lang = 'en', words }: QuoteHtml): Voice {
  const given = languageOf(lang);
  const builtIn = choiceLanguages[given.split('-')[0] ?? ''];
  const language = builtIn || words ? given : 'en';
  const formatRupiah = (amount: Rupiah) => rupiahText(amount, language);
  return { words: merge(builtIn ?? choiceLanguages.en, words), language, formatRupiah };
}

/** What needs a script takes its room, and is not in sight. Where scripts are off, it takes none. Its names are for the element alone. */
const scripted = (content: string) =>
  `<div class="scripted" aria-hidden="true">${content.replace(/ (id|name)="[^"]*"/g, '')}</div>`;

/** A template as its element writes it, without Lit, which needs a document on some servers. */
class Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

const lit = {
  html: (strings: TemplateStringsArray, ...values: unknown[]) => new Template(strings, values),
  nothing: undefined,
  guard: (_values: unknown, make: () => unknown) => make(),
} as object as Templates;

/** A template as HTML. Its handlers are left out, and a property is its attribute. */
function markup(value: unknown): string {
  if (Array.isArray(value)) return value.map(markup).join('');
  if (!(value instanceof Template)) return escaped(String(value ?? ''));
  const { strings, values } = value;
  let written = '';
  let text = '';
  for (const [index, spaced] of strings.entries()) {
    const part = spaced.replace(/\s+/g, ' ');
    // The text of an element comes behind its tag.
    written += (text && part.replace('>', () => `>${text}`)) || part;
    if (text && part.includes('>')) text = '';
    const bound = values[index];
    const [whole = '', kind, name] = /\s([.?@]?)([\w-]+)=$/.exec(part) ?? [];
    if (!whole) {
      written += markup(bound);
      continue;
    }
    written = written.slice(0, -whole.length);
    if (name === 'textContent') text = markup(bound);
    else if (kind === '?' ? bound : kind !== '@' && bound !== undefined)
      written += ` ${name}="${kind === '?' ? '' : markup(bound)}"`;
  }
  return written;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const entity = (sign: string) => entities[sign] ?? sign;

/** Text between tags, or in an attribute with double quotes. */
const escaped = (text: string) => text.replace(/[&<>"']/g, entity);
