import type { Sender } from '../../gateway/index.ts';
import type { Destination, GrantDetails } from '../../tokens/index.ts';
import { DeliveryError } from './delivery-error.ts';

type Text = string | null | undefined;

/** An address, as any shop system has it. */
export interface Recipient {
  /** The parts of the name. */
  name: readonly Text[];
  phone: Text;
  /** Street, district, city, province and postal code. */
  address: readonly Text[];
  email?: Text;
}

/** The parts of a shipping address that decide the price. */
interface Place {
  postalCode: Text;
  /** The area id that the shopper has chosen. Any value, because storefronts write it. */
  area?: unknown;
}

/**
 * Where a parcel goes, in the fields that the page asks prices for. An area id ends with its postal code (contract/README.md §2.7), so an
 * area of another code was left behind by an edit of the address: then the postal code alone counts.
 * @throws {DeliveryError}
 */
export function destinationOf({ postalCode, area }: Place): Destination {
  const code = postalCode?.trim() ?? '';
  if (!/^[1-9]\d{4}$/.test(code))
    throw new DeliveryError('address', 'The shipping address needs a postal code of 5 digits.');
  const id = typeof area === 'string' ? area.trim() : '';
  return { ...(id.endsWith(`Z${code}`) && { destination_area_id: id }), destination_postal_code: Number(code) };
}

const joined = (parts: readonly Text[], separator: string): string =>
  parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(separator);

/** Who sends a parcel, and who receives it. `signGrant` names what is missing. */
export function contactsOf(sender: Sender, { name, phone, address, email }: Recipient): GrantDetails {
  const { origin_contact_name = '', origin_contact_phone = '', origin_address = '', ...rest } = sender;
  return {
    ...{ ...rest, origin_contact_name, origin_contact_phone, origin_address },
    destination_contact_name: joined(name, ' '),
    destination_contact_phone: phone?.trim() ?? '',
    destination_address: joined(address, ', '),
    ...(email && { destination_contact_email: email }),
  };
}
