import type { TrackingResponse } from '../../contract/index.ts';

/** States whose notes name the person who took the parcel, who may be a neighbour or a guard. */
const receipts = ['delivered', 'returned'];

/**
 * `0812…`, `+62 812…`, `(021) …`, `+65 …`, whatever signs are in between, but no date. A waybill has letters or a dash before its digits.
 * A mobile number may, too: `WA-0812…`.
 */
const phones =
  /(?<![\w-]|\d[./])(?!\d\d([-./])\d\d\1(?:19|20)\d\d)\(?(?:\+\d|62|0)[\d\s().,/*_\p{Pd}]{6,24}\d|(?<!\d)(?:62|0)8\d{7,11}(?!\d)/gu;

/** Pages, for example with the picture of a delivery, and e-mail addresses. */
const addresses = /https?:\/\/\S+|www\.\S+|\S+@\S+/gi;

const hidden = '•••';

/** Characters that are kept. */
const longestNote = 200;

/**
 * What is kept of a courier's note: nothing where it names who took the parcel.
 * @param personal as `personalIn` returns it
 */
export const noteOf = (status: string, note: string | null | undefined, personal: readonly string[]): string | null =>
  note && !receipts.includes(status) ? cleared(note, personal) : null;

/** A note without addresses and phone numbers, and without the personal data that the answer has elsewhere. */
function cleared(note: string, personal: readonly string[]): string {
  // Digits of other widths become usual ones, and signs that have no width are left out.
  const plain = note
    .slice(0, 5 * longestNote)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '');
  let text = plain.replace(addresses, hidden).replace(phones, hidden);
  for (const word of personal)
    text = text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'giu'), hidden);
  return text.slice(0, longestNote);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whole names, addresses and number plates, the longest first, then the parts of people's names. The shop's name is not taken apart. */
export function personalIn({ courier, origin, destination }: TrackingResponse): string[] {
  const { name, driver_name, driver_plate_number } = Object(courier);
  const [{ contact_name: shop }, { contact_name, address }] = [Object(origin), Object(destination)];
  const isText = (value: unknown): value is string => typeof value === 'string';
  const people = [name, driver_name, contact_name].filter(isText);
  const whole = [...people, ...[shop, address, driver_plate_number].filter(isText)];
  const words = [...whole, ...people.flatMap((text) => text.split(/\s+/))];
  const found = words.map((text) => text.normalize('NFKC').trim()).filter((text) => text.length > 2);
  return [...new Set(found)].sort((one, other) => other.length - one.length);
}
