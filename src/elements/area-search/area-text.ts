import { html, type TemplateResult } from 'lit';
import type { Area } from '../../contract/index.ts';

/** The texts of an area on screen. */
export interface AreaText {
  readonly district: string;
  /** City and province. */
  readonly place: string;
  readonly postalCode: string;
}

export function textOfArea(area: Area): AreaText {
  const { administrative_division_level_2_name: city, administrative_division_level_1_name: province } = area;
  const [first = ''] = (area.name ?? '').split(',');
  return {
    district: area.administrative_division_level_3_name || first || area.id,
    place: [city, province].filter(Boolean).join(', '),
    postalCode: String(area.postal_code ?? ''),
  };
}

/** The name that is submitted and announced. */
export const nameOfArea = (area: Area): string => area.name || textOfArea(area).district;

/** A text in which the letters that were searched for are marked, at the beginning of each word. */
export function marked(text: string, searched: string): (string | TemplateResult)[] {
  const wanted = searched.split(' ');
  return text.split(/([\p{L}\p{N}]+)/u).map((word) => {
    const begin = wanted.find((part) => part && word.toLowerCase().startsWith(part));
    return begin ? html`<mark>${word.slice(0, begin.length)}</mark>${word.slice(begin.length)}` : word;
  });
}
