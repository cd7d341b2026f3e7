import { areaQuestion } from '../../contract/index.ts';
import { invalid } from './check.ts';

/**
 * Returns the text that is searched for. A page leaves out streets, persons and phone numbers by the same rule. Equal questions are one text.
 * @throws {Refusal} without the text, because people paste addresses
 */
export function areaText(input: unknown): string {
  if (typeof input !== 'string') throw invalid('input', 'is missing: send a district, a city or a postal code');
  const [text] = areaQuestion(input).texts;
  if (!text) throw invalid('input', 'must name a district, a city or a postal code, with 3 to 60 characters');
  return text;
}
