/** Characters that a gateway answers: a shorter text finds half of the country, a longer one is a whole address. */
const [fewest, most] = [3, 60];

/** Words for the kind of an area, which shoppers write and the service does not. */
const kinds = /\b(kec|kecamatan|kab|kabupaten)\b/g;

/** The five digits of a postal code, of a text or a number. Undefined for anything else. */
export function postalCodeOf(given: unknown): number | undefined {
  const [code] = /^[1-9]\d{4}$/.exec(`${given ?? ''}`.trim()) ?? [];
  return code ? Number(code) : undefined;
}

/** What to ask for a text of the shopper. */
export interface Question {
  /** Empty if the text is too short. */
  readonly text: string;
  /** A whole address that names no district, and is not asked. */
  readonly isTooLong: boolean;
}

/**
 * The question for a text. Equal texts are one question: case, spaces, punctuation and "Kec." make no difference. Of a text with a postal
 * code only the code is asked, and of a whole address without one its "Kec. NAME": the street stays in the page.
 */
export function questionOf(given: string): Question {
  const isLong = given.trim().length > most;
  const text = plain(codeIn(given) ?? (isLong ? districtOf(given) : given));
  if (text.length >= fewest) return { text, isTooLong: false };
  return { text: isLong ? `${plain(given).slice(0, 40)}…` : '', isTooLong: isLong };
}

function plain(text: string): string {
  const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  return words.replace(kinds, ' ').replace(/ +/g, ' ').trim();
}

/** The postal code in a text: its last number of five digits. */
const codeIn = (text: string) => text.match(/\b[1-9]\d{4}\b/g)?.at(-1);

/** The name after "Kec." in a whole address. */
const districtOf = (address: string) => /\bkec(amatan)?\b[.:]?([^,;.]{3,60})/i.exec(address)?.[2] ?? '';
