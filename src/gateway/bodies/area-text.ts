import { invalid } from './check.ts';

/** Characters. A shorter text finds half of the country, and a longer one is a whole address. */
const [fewest, most] = [3, 60];

/** Words for the kind of an area, which shoppers write and the service does not. */
const kinds = /\b(kec|kecamatan|kab|kabupaten)\b/g;

/**
 * Returns the text that is searched for: lower case, single spaces, without punctuation and without the kind of the area. So equal
 * questions are one.
 * @throws {Refusal} without the text, because people paste addresses
 */
export function areaText(input: unknown): string {
  if (typeof input !== 'string') throw invalid('input', 'is missing: send a district, a city or a postal code');
  const words = input
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  const text = words.replace(kinds, ' ').replace(/ +/g, ' ').trim();
  // NFKC may write one character as eighteen.
  if (text.length >= fewest && Math.max(input.length, text.length) <= most) return text;
  throw invalid('input', `must have ${fewest} to ${most} characters of a district, a city or a postal code`);
}
