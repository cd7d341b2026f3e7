import * as z from 'zod/mini';
import { type Area, AreasRequest, type AreasResponse, areaQuestion } from '../contract/index.ts';
import cities from './districts.json' with { type: 'json' };
import { checkRequest, refuse } from './http.ts';

/**
 * A city of `districts.json`. The numbers are parts of area ids. A district's number is that of the city's first one, plus its position.
 *
 * Names and postal codes are facts of cahyadsn/wilayah and cahyadsn/wilayah_kodepos (MIT, see the README). The numbers of the ids are
 * ours, except those of Jakarta that are published.
 */
const City = z.object({
  province: z.string(),
  provinceNumber: z.number(),
  city: z.string(),
  cityNumber: z.number(),
  firstDistrict: z.number(),
  /** The postal codes of each district by its name, with `-` for consecutive ones. */
  districts: z.record(
    z.string().check(z.regex(/^[A-Z][A-Za-z' -]+$/)),
    z.string().check(z.regex(/^\d{5}(-\d{5})?( \d{5}(-\d{5})?)*$/)),
  ),
});

/** A district, kecamatan. Some couriers price by it. */
export interface District extends Omit<z.output<typeof City>, 'firstDistrict' | 'districts'> {
  number: number;
  name: string;
  postalCodes: readonly number[];
}

const districts: readonly District[] = z
  .array(City)
  .parse(cities)
  .flatMap(({ firstDistrict, districts, ...city }) =>
    Object.entries(districts).map(([name, codes], index) => ({
      ...city,
      number: firstDistrict + index,
      name,
      postalCodes: codes.split(' ').flatMap(codesIn),
    })),
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
function find(input: string): Area[] {
  const wanted = wordsOf(input);
  const found = all.filter(({ words }) => wanted.every((part) => words.some((word) => word.startsWith(part))));
  const rank = ({ district }: Found) => Number(!district.startsWith(wanted.join(' ')));
  return found
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, most)
    .map(({ area }) => area);
}

const codes = { otherwise: 40_000_000, fields: {} };

/** `GET /v1/maps/areas` of the service, and `POST` of a gateway, for a page that asks the sandbox itself. */
export function searchAreas(query: object): Omit<AreasResponse, 'dropped'> {
  const { input } = checkRequest(AreasRequest, query, codes, refuse);
  const [text = input] = areaQuestion(input).texts;
  return { success: true, areas: find(text) };
}
