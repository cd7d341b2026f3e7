import { InvalidRequestError } from '../../client/index.ts';
import {
  gramsRemedy,
  type Item,
  type PromiseResponse,
  plainNumber,
  type Rate,
  type Rupiah,
} from '../../contract/index.ts';
import { arrival, promiseAt, spanOf } from '../../quote/index.ts';
import { cutOffTime, datesText } from '../words/arrival-text.ts';
import { plainName, serviceOf, shortName } from '../words/sentences.ts';
import type { PromiseWords } from '../words/words.ts';

/** What is said of a delivery before the checkout. Every text is in the shopper's language. */
export interface PromiseView {
  /** The first line: when it comes. */
  headline: string;
  /** What is missing for free delivery. Empty if nothing is. */
  missing: string;
  /** The second line. Empty if the price stands in the first one. */
  detail: string;
  /** The same where there is room. */
  wideDetail: string;
  /** Behind the price where there is room: until when to order, or that it may come later. */
  condition: string;
  /** The beginning of the second line, if the delivery is free. */
  free: string;
  /** What the goods cost, of the sum from which delivery is free. Undefined if no rule makes it free. */
  progress: { value: Rupiah; max: Rupiah } | undefined;
}

interface Style {
  words: PromiseWords;
  /** BCP 47. */
  language: string;
  formatRupiah: (amount: Rupiah) => string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Returns what is said of an answer. Undefined if no courier delivers there. Pure. */
export function promiseView({ rate, free_delivery }: PromiseResponse, style: Style): PromiseView | undefined {
  if (!rate) return undefined;
  const { words, language, formatRupiah, now } = style;
  const promise = promiseAt(rate.arrivals, now);
  // That it may come later stands in the second line.
  const span = promise && spanOf(rate, { promise }, now);
  const dates = span && datesText(span, { words: { ...words, orLater: (text) => text }, language, now });
  // The shop's calendar knows better than the service's hours.
  const duration = rate.arrivals?.length ? undefined : arrival(rate);
  const price = formatRupiah(rate.price);
  const isFree = rate.price === 0;
  const when = dates ? words.arrives(dates) : duration ? words.takes(duration) : undefined;
  const cutOff = promise && cutOffTime(promise, { language, now });
  // A cut-off of another day needs no hurry.
  const condition = promise?.later ? words.mayBeLater : cutOff?.isToday ? words.orderBefore(cutOff.text) : '';
  const { from, missing, ...freed } = free_delivery ?? { from: 0, missing: 0 };
  const view = {
    headline: when ?? (isFree ? words.free : words.deliveryFrom(price)),
    condition: '',
    missing: '',
    free: '',
    progress: from ? { value: from - missing, max: from } : undefined,
  };
  const same = (detail: string) => ({ ...view, detail, wideDetail: detail });
  if (missing) {
    const service = nameOf({ courier_code: '', courier_service_code: '', price: 0, ...freed });
    const lacks = [words.missing(formatRupiah(missing)), service && words.withService(service)]
      .filter(Boolean)
      .join(' ');
    return { ...same(when ? `${words.from(price)} · ${lacks}` : lacks), missing: lacks };
  }
  if (isFree) return { ...same(words.withService(nameOf(rate as Rate))), free: words.free };
  // The price stands alone in the first line.
  if (!when) return same('');
  return { ...view, detail: words.from(price), wideDetail: words.deliveryFrom(price), condition };
}

/** "Pos Reguler". */
const nameOf = (rate: Rate): string => [shortName(rate), serviceOf(rate)].filter(Boolean).join(' ');

/** The district of an area, and the rest of its name: "Coblong" and ", Bandung". */
export function placeOf(area: {
  name?: unknown;
  id?: string;
  postal_code?: unknown;
}): [district: string, city: string] {
  const [district = '', city] = plainName(String(area.name ?? '')).split(',');
  return [district.trim() || String(area.postal_code ?? area.id ?? ''), city ? `,${city}` : ''];
}

/** Numbers of attributes and of templates are texts. */
type Loose = { [Field in 'weight' | 'quantity' | 'length' | 'width' | 'height']?: unknown };

/** @throws {InvalidRequestError} naming the field and what to write */
export function refuse(path: string, remedy: string): never {
  throw new InvalidRequestError('readPromise', [{ path, remedy }]);
}

/**
 * The goods that a page has given, as numbers.
 * @throws {InvalidRequestError} naming the field and what to write
 */
export function goodsOf(given: unknown): Pick<Item, 'weight' | 'quantity' | 'length' | 'width' | 'height'>[] {
  if (!Array.isArray(given) || !given.length) refuse('items', 'must be a list of goods, each with its weight in grams');
  return given.map((item: Loose, index) => {
    const { weight, quantity, length, width, height } = Object(item) as Loose;
    const size = (side: unknown, isWhole?: boolean) => {
      const number = plainNumber(side, isWhole);
      return number > 0 && number < Number.POSITIVE_INFINITY ? number : 0;
    };
    const grams = size(weight);
    // Frameworks set null for what they do not have.
    const count = size(quantity ?? 1, true);
    const remedy = gramsRemedy(grams) ?? (grams ? undefined : 'must be grams, more than 0: the price depends on it');
    if (remedy) refuse(`items.${index}.weight`, remedy);
    if (!count) refuse(`items.${index}.quantity`, 'must be 1 or more');
    return {
      weight: Math.ceil(grams),
      quantity: Math.ceil(count),
      length: size(length),
      width: size(width),
      height: size(height),
    };
  });
}
