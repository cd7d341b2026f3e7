import { RatesRequest } from '../../contract/index.ts';
import type { Sender } from '../../gateway/index.ts';
import { type Destination, type GrantDetails, signTrack, type TokenKeys } from '../../tokens/index.ts';
import { type Delivery, DeliveryError } from './delivery.ts';
import type { ShopOptions, Warehouse } from './options.ts';
import { say } from './sentences.ts';

type Text = string | null | undefined;

/** An address, as any shop system has it. */
export interface Recipient {
  /** The parts of the name. */
  name: readonly Text[];
  phone: Text;
  company?: Text;
  /** Street, district, city, province and postal code. */
  address: readonly Text[];
  email?: Text;
}

/** The parts of a shipping address that decide the price. */
interface Place {
  /** The code or the name of the country. Without one, it is the only country that the service delivers to. */
  country?: Text;
  postalCode: Text;
  /** The area id that the shopper has chosen. Any value, because storefronts write it. */
  area?: unknown;
}

const indonesia = /^(id|idn|(republik |republic of )?indonesia)?$/i;

/** `my` is Malaysia. A name stays as it is. */
function countryName(country: string): string {
  const isCode = /^[a-z]{2}$/i.test(country);
  return (isCode && new Intl.DisplayNames(['en'], { type: 'region' }).of(country.toUpperCase())) || country;
}

/**
 * Where a parcel goes, in the fields that the page asks prices for. Another country may have the same postal codes. An area id ends with its postal code (contract/README.md §2.7), so an
 * area of another code was left behind by an edit of the address: then the postal code alone counts.
 * @throws {DeliveryError}
 */
export function destinationOf({ country, postalCode, area }: Place): Destination {
  const land = (country ?? '')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  if (!indonesia.test(land)) throw new DeliveryError('address', say('other-country', [countryName(land)]));
  const { data: code } = RatesRequest.shape.destination_postal_code.safeParse(postalCode);
  if (!code) throw new DeliveryError('address', say('no-postal-code'));
  const id = typeof area === 'string' ? area.trim() : '';
  return { ...(id.endsWith(`Z${code}`) && { destination_area_id: id }), destination_postal_code: code };
}

const joined = (parts: readonly Text[], separator: string): string =>
  parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(separator);

/** Who sends a parcel, and who receives it: a company is named on the label, too. `signGrant` names what is missing. */
export function contactsOf(sender: Sender, { name, phone, company, address, email }: Recipient): GrantDetails {
  const person = joined(name, ' ');
  const { origin_contact_name = '', origin_contact_phone = '', origin_address = '', ...rest } = sender;
  return {
    ...rest,
    origin_contact_name,
    origin_contact_phone,
    origin_address,
    destination_contact_name: person || (company?.trim() ?? ''),
    destination_contact_phone: phone?.trim() ?? '',
    destination_address: joined(person ? [company, ...address] : address, ', '),
    ...(email && { destination_contact_email: email }),
  };
}

/** One of several places where a shop keeps its goods. */
interface StockPlace {
  /** What staff call it. */
  name: Text;
  country: Text;
  postalCode: Text;
  /** Street, city and province, without the postal code. */
  address: readonly Text[];
  company: Text;
  phone: Text;
}

/**
 * The warehouse at a place of the shop's own. What its address leaves out is the usual warehouse's.
 * @throws {DeliveryError} if no parcel can start there
 */
export function warehouseAt(usual: Warehouse, place: StockPlace): Warehouse {
  const { name, country, postalCode, company, phone } = place;
  const { data: code } = RatesRequest.shape.origin_postal_code.safeParse(postalCode);
  const street = joined(place.address, ', ');
  if (!code || !street || !indonesia.test((country ?? '').trim()))
    throw new DeliveryError('origin', say('no-origin', [name?.trim() || 'the stock location']));
  const { origin, sender } = usual;
  const isSameCode = code === RatesRequest.shape.origin_postal_code.safeParse(origin.origin_postal_code).data;
  return {
    // The usual origin may have an area or coordinates, too.
    origin: isSameCode ? origin : { origin_postal_code: code },
    sender: {
      ...sender,
      origin_contact_name: company?.trim() || sender.origin_contact_name,
      origin_contact_phone: phone?.trim() || sender.origin_contact_phone,
      origin_address: joined([street, String(code)], ', '),
    },
  };
}

/**
 * A placed delivery with the link that the shopper and the staff follow: to the shop's own page, with a token for 90 days in the fragment,
 * or else to the courier's. Other deliveries stay as they are.
 */
export async function withLink(
  { options: { trackingPage }, keys }: { options: Pick<ShopOptions, 'trackingPage'>; keys: TokenKeys },
  delivery: Delivery,
): Promise<Delivery> {
  if (delivery.state !== 'placed' || !trackingPage) return delivery;
  const { reference } = delivery;
  return { ...delivery, link: `${trackingPage}#t=${await signTrack({ reference }, keys)}` };
}
