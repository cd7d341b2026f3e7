import { extraTable, Item, perExtra, type Rupiah } from '../contract/index.ts';
import { entryName, type Switches } from '../extras/index.ts';
import { type Destination, serviceOfOffer, type TokenError } from '../tokens/index.ts';

/** Why a purchase does not go on. The message is for the shopper or the staff, and has no personal data. */
export type PurchaseProblem =
  | 'unknown-reference'
  /** Its data was erased. */
  | 'erased'
  /** It belongs to the cart of another visit. If that visit is new, `cause` says that the shop's cookie was lost. */
  | 'other-visit'
  /** The offer is not for this cart, place or service, or has expired. */
  | 'choice'
  /** The price is the shop's own fallback. */
  | 'estimate'
  /** `signGrant` refuses a name, a phone or an address. `field` names it. */
  | 'contacts'
  /** It refuses one of the sender, which no shopper can mend. `field` names it, and the log says whose it is, with the remedy. */
  | 'sender'
  /** It was begun with another choice, and may be on its way. */
  | 'begun-otherwise'
  /** Its money is not all there, or it is over. */
  | 'not-now'
  /** The payment was declined: nothing was taken. */
  | 'declined'
  /** The provider has not said whether the payment was taken: the log says why. The same again asks it, nothing else is accepted. */
  | 'unconfirmed'
  /** A sum or a number of the provider cannot be read. `field` names it. */
  | 'unreadable';

/** What cannot be accepted: `code` says why, for the program, and `message` says it for its author. */
export class PurchaseError extends Error {
  readonly code: PurchaseProblem;
  /** The field that is wrong. */
  readonly field: string | undefined;

  constructor(
    code: PurchaseProblem,
    message: string,
    { field, cause }: { field?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'PurchaseError';
    this.code = code;
    this.field = field;
  }
}

/** Whether a caught value is a `PurchaseError`, of this copy of the package or of another. */
export const isPurchaseError = (thrown: unknown): thrown is PurchaseError =>
  thrown instanceof Error && thrown.name === 'PurchaseError' && 'code' in thrown;

/** What `signGrant` refuses in an order: "destination_contact_phone must be …". */
export const contactFault = ({ message }: TokenError): string =>
  message.replace(/^The grant cannot be used: (order\.)?/, '');

/** What the shopper reads if `signGrant` refuses a contact: `destination_contact_phone` is "the recipient's phone". */
export function contactsError(problem: TokenError): PurchaseError {
  const text = contactFault(problem);
  const field = /^\w+/.exec(text)?.[0];
  // Its cause is in the shop's log already.
  if (/^(origin|shipper)_/.test(text))
    return new PurchaseError('sender', 'The shop has a problem. Contact us.', { field });
  const [, name, remedy] = /^destination_(?:contact_)?(\w+) (.+)$/s.exec(text) ?? [];
  const message = name ? `Please check the recipient's ${name.replaceAll('_', ' ')}: it ${remedy}` : text;
  // Shops log it. Nobody has signed a grant yet.
  return new PurchaseError('contacts', message, { field, cause: new Error(`The form was refused: ${text}`) });
}

/**
 * Whole rupiah of a provider's sum: a number, or a text such as `270000.00`. `270.000` is refused: a program that writes it means a thousand times
 * as much.
 * @throws {PurchaseError} naming the field
 */
export function rupiah(sum: unknown, field: string): Rupiah {
  const text = typeof sum === 'number' ? String(sum) : sum;
  const [, whole] = (typeof text === 'string' && /^(\d{1,13})(?:\.00?)?$/.exec(text)) || [];
  const read = Item.shape.value.safeParse(Number(whole ?? Number.NaN));
  if (!read.success) throw new PurchaseError('unreadable', `${field} must be a whole number of rupiah.`, { field });
  return read.data;
}

/** What a form with `<ship-checkout>` submits, and the place it was asked for. */
export interface Choice extends Switches {
  /** `jne/reg`. That of the offer where the form has no such field, as without JavaScript. Empty if nothing was chosen. */
  service: string;
  offer: string | undefined;
  destination: Destination;
}

type Form = FormData | URLSearchParams | Readonly<Record<string, unknown>>;

/**
 * Reads the choice of `<ship-checkout>` and the district of `<ship-area-search>` from a form. Two offers are none: what was chosen is not known.
 * @param form as the browser sends it: FormData, or an object of its fields
 * @param names.shipping `name` of the checkout. `shipping` by default
 * @param names.area `name` of the area search, or of the fields `<name>` and `<name>-postal-code`. `area` by default
 * @param names.postalCode `name` of a field for the postal code alone. `postal-code` by default
 */
export function readChoice(
  form: Form,
  {
    shipping = 'shipping',
    area = 'area',
    postalCode = 'postal-code',
  }: { shipping?: string; area?: string; postalCode?: string } = {},
): Choice {
  const has = (name: string) =>
    form instanceof FormData || form instanceof URLSearchParams ? form.has(name) : Object.hasOwn(form, name);
  const all = (name: string): unknown[] =>
    form instanceof FormData || form instanceof URLSearchParams ? form.getAll(name) : [form[name]];
  const text = (name: string): string | undefined => {
    const [value] = all(name);
    return typeof value === 'string' && value.trim() ? value.trim() : undefined;
  };
  const id = text(area);
  const code = text(entryName(area, 'postal-code')) ?? text(postalCode);
  const offers = entryName(shipping, 'offer');
  const offer = all(offers).length > 1 ? undefined : text(offers);
  return {
    service: has(shipping) ? (text(shipping) ?? '') : serviceOfOffer(offer),
    offer,
    ...perExtra((name) => has(entryName(shipping, extraTable[name].word))),
    destination: {
      ...(id && { destination_area_id: id }),
      ...(code && { destination_postal_code: code as unknown as number }),
    },
  };
}

/** What a form with `<ship-parcels>` submits of one parcel. */
export interface ParcelChoice extends Choice {
  /** Its `name` in the page. Empty for a basket of one parcel without a name. */
  parcel: string;
}

/**
 * Reads the choices of `<ship-parcels>` and the district of `<ship-area-search>` from a form.
 * @param names as those of `readChoice`. `shipping` is the name of the parcels
 * @returns one for each parcel that was bought. Find the cart of each by `parcel`, and refuse a list that lacks one. None if nothing was
 * chosen
 * @throws {PurchaseError} `choice` if the text is no such list, or names a parcel twice
 */
export function readParcels(form: Form, names: Parameters<typeof readChoice>[1] = {}): ParcelChoice[] {
  const { service: text, destination } = readChoice(form, names);
  if (!text) return [];
  const wrong = (cause?: unknown) =>
    new PurchaseError('choice', 'Please choose the delivery again.', { field: names.shipping ?? 'shipping', cause });
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (cause) {
    throw wrong(cause);
  }
  if (!Array.isArray(list) || list.length > mostParcels) throw wrong();
  const choices = list.map((one): ParcelChoice => {
    const { parcel, service, offer } = Object(one);
    if (typeof parcel !== 'string' || typeof service !== 'string' || !['string', 'undefined'].includes(typeof offer))
      throw wrong();
    return { parcel, service, offer, ...perExtra((name) => Object(one)[name] === true), destination };
  });
  if (new Set(choices.map(({ parcel }) => parcel)).size < choices.length) throw wrong();
  return choices;
}

/** As many as `<ship-parcels>` shows. */
const mostParcels = 20;

/** The places that the page may have asked with: all that the form names, the district or the postal code. */
export function placesOf(destination: Destination): Destination[] {
  const { destination_area_id, destination_postal_code } = destination;
  const places: Destination[] = [destination];
  if (destination_area_id !== undefined && destination_postal_code !== undefined)
    places.push({ destination_area_id }, { destination_postal_code });
  return places;
}
