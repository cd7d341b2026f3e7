import type { Area } from './area.ts';

/** What to ask for a text that names a place: a few letters of it, or a whole address. */
export interface AreaQuestion {
  /** What is asked: the next text if no area of the earlier ones fits. None if nothing in the text can be a place. */
  readonly texts: readonly string[];
  /** The postal codes among them. */
  readonly codes: readonly number[];
  /** The letters of what the text names beside a postal code: the name of an area that fits has them. Empty if it names nothing. */
  readonly named: string;
  /** Whether it is the name of a city alone, behind "Kota". It may be a district: "Kota Gede" is Kotagede. */
  readonly isCity: boolean;
  /** False if the number may be that of a house and nothing is named, or if the text has two codes or two districts. */
  readonly isSure: boolean;
  /** Whether the text has more than a place: a street, a person, a phone number. */
  readonly isAddress: boolean;
}

/** Characters of a text that is asked. A shorter one finds half of the country. */
const [fewest, most] = [3, 60];

/** Characters. A longer text is no address, and is not read. */
const longest = 1_000;

/** Words of addresses in Indonesia, by what stands behind them. A word that begins names of districts, such as "Taman", is not one of them. */
const labels = {
  district: 'kec kecamatan distrik',
  village: 'kel kelurahan desa ds',
  city: 'kota kab kabupaten kodya kotamadya',
  province: 'prov provinsi propinsi',
  code: 'kode kodepos pos zip zipcode postcode postal',
  address: 'alamat address',
  // Street, house and building.
  street: `jl jln jalan gg gang lorong lrg no nomor nomer blok blk rt rw rtrw komp komplek kompleks perum perumahan ruko rukan apt apartemen
    tower unit lantai lt kav kavling km kp dsn cluster box`,
  // Persons, shops, sums, and what helps to find the door.
  other: `hp wa telp tlp tel telepon telpon phone handphone whatsapp nama penerima pengirim an up bapak bpk pak ibu bu sdr sdri kepada yth
    email catatan patokan depan sebelah samping dekat rumah toko kos kost pt cv rp resi order ktp nik ext`,
};
type Label = keyof typeof labels;

/** The key of each word in a table of lists. */
const byWord = <Key extends string>(table: Readonly<Record<Key, string>>): ReadonlyMap<string | undefined, Key> =>
  new Map(
    (Object.keys(table) as Key[]).flatMap((key) => table[key].split(/\s+/).map((word): [string, Key] => [word, key])),
  );

const labelOf: ReadonlyMap<string | undefined, Label> = byWord(labels);

/** Words of names that the service leaves out, in Indonesian and in English, and single letters. */
const silent =
  /^(.|adm|administrasi|indonesia|daerah|khusus|istimewa|ibukota|city|regency|district|subdistrict|province)$/u;

/** Words as the service spells them, and how people write them. */
const spelled: ReadonlyMap<string | undefined, string> = byWord({
  yogyakarta: 'jogja jogjakarta yogya',
  jakarta: 'jkt',
  kebayoran: 'kby',
  kebon: 'kb',
  pondok: 'pd',
  pasar: 'ps psr',
  tanjung: 'tj tg',
  jawa: 'java',
  sumatera: 'sumatra',
  utara: 'north',
  timur: 'east',
  selatan: 'south',
  barat: 'west',
  tengah: 'central',
});

/** What was a phone number, and a number that is no postal code. */
const [phone, number] = ['☎', '#'];

/** The words and numbers of a text in lower case. A comma ends a part of the address. */
function tokensOf(given: string): string[] {
  const text = given
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cf}\p{M}☎#]/gu, '')
    .replace(/[\n\r\t]/g, ',')
    .replace(/\s+/g, ' ')
    .replace(/\p{Pd}/gu, '-')
    // "West Java" is "Jawa Barat", and "Central Jakarta" is "Jakarta Pusat".
    .replace(/\bcentral jakarta\b/g, 'jakarta pusat')
    .replace(/\b(north|east|south|west|central) ([\p{L} ]+)/gu, '$2 $1 ')
    // Mail addresses and links.
    .replace(/\S*(@|:\/\/|www\.)\S*/g, ',')
    // "a.n." and "u.p." stand before a person.
    .replace(/\b([au])[./]([np])\b/g, '$1$2')
    // A phone number has nine to fourteen digits. The shortest one and a postal code behind it have more.
    .replace(/(^|\D)(?:0|\+? ?62)(?:[ .()-]{0,3}\d){8,12}(?!\d)/g, `$1 ${phone} `)
    .replace(/\+\d+|\d+(( ?[-/] ?|\.)\d+)+/g, number)
    .replace(/\d+( \d+)+/g, (groups) => (groups.length > 9 || /^8\d\d /.test(groups) ? number : groups))
    .replace(/(^|\D )([1-9]\d) (\d{3})(?!\d| \d)/g, '$1$2$3')
    .replace(/(\p{L}{3})([1-9]\d{4})(?![\p{L}\d])/gu, '$1 $2')
    .replace(/(^|[^\p{L}\d])([1-9]\d{4})(?=\p{L}{3})/gu, '$1$2 ')
    .replace(/ - |[;()[\]{}|/•·]/g, ',');
  return (text.match(/[\p{L}\p{N}]+|[☎#,]/gu) ?? []).map((token) => spelled.get(token) ?? token);
}

const isWord = (token = '') => /^\p{L}+$/u.test(token);

/** A name, and the label before it. */
interface Part {
  readonly label: Label | undefined;
  readonly words: string[];
}

interface Address {
  readonly parts: readonly Part[];
  /** The postal codes: behind "Kode pos"; in another place; behind a street, where the number may be that of a house. */
  readonly codes: readonly [labelled: Set<number>, plain: Set<number>, doubtful: Set<number>];
  readonly isAddress: boolean;
}

/**
 * Reads an address. A label counts up to the next label, number or comma. People write name, phone, street and place in this order: words
 * without a label are a place behind the last street, or else behind the phone number. If no name stands before the phone, it stands behind it.
 */
function readAddress(tokens: readonly string[]): Address {
  const codes: Address['codes'] = [new Set(), new Set(), new Set()];
  let parts: Part[] = [{ label: undefined, words: [] }];
  let [hasStreet, hasNumber, hasPerson, isOver, isAddress] = [false, false, false, false, false];
  const begin = (label?: Label) => parts.push({ label, words: [] });
  const forget = () => {
    parts = parts.filter(({ label }) => label);
    begin();
  };
  for (const [index, token] of tokens.entries()) {
    const following = tokens[index + 1];
    const [before, label, next] = [tokens[index - 1], token, following].map((word) => labelOf.get(word));
    const within = parts.at(-1) as Part;
    if (token === ',') begin(tokens[index - 1] === phone && !hasPerson ? 'other' : undefined);
    else if (token === phone) {
      isAddress = true;
      hasPerson = parts.some(({ label, words }) => (!label || label === 'other') && words.length);
      if (!hasStreet) forget();
      isOver = parts.some(({ label, words }) => !label && words.length);
      begin();
    } else if (!isWord(token)) {
      const isHouse = [within.label, next].some((label) => label === 'street' || label === 'other');
      const isCode = /^[1-9]\d{4}$/.test(token) && before !== 'street' && before !== 'other';
      if (isCode) codes[before === 'code' ? 0 : isHouse ? 2 : 1].add(Number(token));
      else hasNumber = true;
      isAddress ||= token === number;
      begin();
    } else if (label && (token !== 'kota' || isWord(following))) {
      // The number is that of a phone.
      if (label === 'street' && next === 'other') continue;
      hasStreet ||= label === 'street';
      isAddress ||= label === 'street' || label === 'other';
      if (label === 'street' || label === 'address') forget();
      if (label !== 'address') begin(label);
    } else if (!silent.test(token) && (within.label || !isOver)) {
      if (hasNumber && !within.label) forget();
      hasNumber = false;
      parts.at(-1)?.words.push(token);
    }
  }
  return { parts, codes, isAddress };
}

/** The letters of a name: "Pulo Gadung" and "Pulogadung" are one. */
const lettersOf = (name: string) => name.toLowerCase().replace(/\P{L}/gu, '');

/**
 * What to ask for a text, so that no street, no person and no phone number is asked. Of an address with a postal code only the code and the
 * district are asked, of another one the district with its city, and without a district the words that can be a place.
 */
export function areaQuestion(given: string): AreaQuestion {
  const { parts, codes, isAddress } = readAddress(given.length > longest ? [] : tokensOf(given));
  const namesOf = (...wanted: (Label | undefined)[]) =>
    parts.filter(({ label, words }) => wanted.includes(label) && words.length).map(({ words }) => words.join(' '));
  const [districts, [city = '']] = [namesOf('district'), namesOf('city')];
  const [district = ''] = districts;
  const place = namesOf(undefined, 'village', 'city', 'province').join(' ');
  const [labelled, plain, doubtful] = codes;
  const certain = labelled.size ? labelled : plain;
  const asked = [...(certain.size || district ? certain : doubtful)].slice(0, 2);
  const isDoubtful = asked.length > 0 && !certain.size;
  const named = lettersOf(district || city || (certain.size ? '' : place));
  const isCity = !district && !certain.size && city === place && /kota\W/i.test(given);
  const names = district
    ? [`${district} ${city || namesOf('province').join(' ')}`, district]
    : certain.size
      ? []
      : [place, isCity ? `kota${named}` : ''];
  // The number may be that of a house.
  const texts = (isDoubtful ? [...names, ...asked] : [...asked, ...names]).map((text) =>
    `${text}`.replace(/\bkota (?=.)/g, '').trim(),
  );
  return {
    texts: [...new Set(texts)].filter(({ length }) => length >= fewest && length <= most),
    codes: asked,
    named,
    isCity,
    isSure: new Set(districts).size < 2 && (isDoubtful ? named.length >= fewest : certain.size < 2 || named !== ''),
    isAddress: isAddress || given.length > longest || place.length > most,
  };
}

/** Whether an area is what a text names beside a postal code. */
export function areaFits(area: Area, { named, isCity }: AreaQuestion): boolean {
  const { administrative_division_level_3_name: district, administrative_division_level_2_name: city } = area;
  const name = lettersOf(area.name || `${district} ${city} ${area.administrative_division_level_1_name}`);
  if (isCity) return lettersOf(city ?? '').includes(named) || name.includes(`kota${named}`);
  // A city may stand behind the district: "Kec. Tebet Jaksel".
  return name.includes(named) || (!!district && named.startsWith(lettersOf(district)));
}
