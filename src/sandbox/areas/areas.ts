import type { Area } from '../../contract/index.ts';
import { type City, cities } from './districts.ts';

/** A district, kecamatan. Some couriers price by it. */
export interface District extends Omit<City, 'firstDistrict' | 'districts'> {
  number: number;
  name: string;
  postalCodes: readonly number[];
}

const districts: readonly District[] = cities.flatMap(({ firstDistrict, districts, ...city }) =>
  districts
    .trim()
    .split('\n')
    .map((line, index) => {
      const [, name = '', codes = ''] = /^(.+?) (\d{5}.*)$/.exec(line) ?? [];
      return { ...city, number: firstDistrict + index, name, postalCodes: codes.split(' ').flatMap(codesIn) };
    }),
);

/** `16111-16113` are three codes. */
function codesIn(range: string): number[] {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const byNumber = new Map(districts.map((district) => [district.number, district]));

const byPostalCode = new Map<number, District[]>();
for (const district of districts)
  for (const code of district.postalCodes) byPostalCode.set(code, [...(byPostalCode.get(code) ?? []), district]);

/** The district of an area id. Undefined if the sandbox does not know it. */
export const districtOfArea = (areaId: string): District | undefined =>
  byNumber.get(Number(/IDND(\d+)IDN?Z\d{5}$/i.exec(areaId)?.[1]));

/** The district of a postal code. Undefined if it lies in two, or if the sandbox does not know it. */
export function districtOfCode(postalCode: number): District | undefined {
  const [district, another] = byPostalCode.get(postalCode) ?? [];
  return another ? undefined : district;
}

/** An area, and its words to search in. */
interface Found {
  area: Area;
  district: string;
  words: readonly string[];
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z\d]+/g) ?? [];

const all: readonly Found[] = districts.flatMap((district) =>
  district.postalCodes.map((code) => {
    const area = areaOf(district, code);
    return { area, district: district.name.toLowerCase(), words: wordsOf(area.name ?? '') };
  }),
);

function areaOf({ province, provinceNumber, city, cityNumber, number, name }: District, code: number): Area {
  return {
    id: `IDNP${provinceNumber}IDNC${cityNumber}IDND${number}IDZ${code}`,
    name: `${name}, ${city}, ${province}. ${code}`,
    country_name: 'Indonesia',
    country_code: 'ID',
    administrative_division_level_1_name: province,
    administrative_division_level_1_type: 'province',
    administrative_division_level_2_name: city,
    administrative_division_level_2_type: 'city',
    administrative_division_level_3_name: name,
    administrative_division_level_3_type: 'district',
    postal_code: code,
  };
}

/** Rows of an answer. Our decision: nothing is published. */
const most = 20;

/** Areas that have all words of the text, or words that begin with them. Districts whose name begins with the text come first. */
export function find(input: string): Area[] {
  const wanted = wordsOf(input);
  const found = all.filter(({ words }) => wanted.every((part) => words.some((word) => word.startsWith(part))));
  const rank = ({ district }: Found) => Number(!district.startsWith(wanted.join(' ')));
  return found
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, most)
    .map(({ area }) => area);
}
