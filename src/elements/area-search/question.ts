import { type Area, type AreaQuestion, areaFits } from '../../contract/index.ts';

/** The five digits of a postal code, of a text or a number. Undefined for anything else. */
export function postalCodeOf(given: unknown): number | undefined {
  const digits = `${given ?? ''}`.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '');
  return /^[1-9]\d{4}$/.test(digits) ? Number(digits) : undefined;
}

/** The areas of the postal codes in a text. Of several, the shopper has to choose. */
export const areasOfCode = (areas: readonly Area[], question: AreaQuestion): readonly Area[] =>
  areas.filter((area) => question.codes.includes(area.postal_code ?? 0) && areaFits(area, question));

/** The position of the area that Enter alone chooses. -1 if the text may mean another one. */
export function certainOf(areas: readonly Area[], question: AreaQuestion): number {
  const { codes, isSure, isCity } = question;
  const fitting = isCity ? areas.filter((area) => areaFits(area, question)) : areas;
  const [only, another] = codes.length ? areasOfCode(areas, question) : fitting.slice(0, 1);
  return isSure && only && !another ? areas.indexOf(only) : -1;
}

/** Rows of an answer that is whole. A longer one may be cut off: how many rows the service answers at most is not known. */
const whole = 9;

/**
 * The areas of a longer text, among those that an answer to its beginning has. Empty if the service has to be asked. Every text is charged,
 * and shoppers type a name letter by letter.
 */
export function narrowed(areas: readonly Area[], before: AreaQuestion, { texts, codes }: AreaQuestion): Area[] {
  const [[earlier], [text]] = [before.texts, texts];
  if (!earlier || !text?.startsWith(earlier) || codes.length || areas.length > whole) return [];
  const words = text.split(' ');
  return areas.filter(({ name = '' }) => {
    const its = `${name}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return words.every((word) => its.some((one) => one.startsWith(word)));
  });
}
