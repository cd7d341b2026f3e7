import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { type Area, areaFits, areaQuestion } from '../../src/contract/index.ts';
import { hasPhp } from '../support/php.ts';

const plugin = fileURLToPath(new URL('../../src/shops/woocommerce', import.meta.url));

/** The same cases as in TypeScript. */
const cases = JSON.parse(readFileSync(new URL('../support/text-cases.json', import.meta.url), 'utf8'));

/** Runs code of the plugin without WordPress, with the input as `$in`. */
const php = (code: string, input: unknown, ...options: string[]) => {
  const start = "define( 'ABSPATH', '/' ); $in = json_decode( file_get_contents( 'php://stdin' ), true );";
  const { stdout, stderr } = spawnSync(
    'php',
    [
      ...options,
      '-r',
      `${start} require 'includes/class-ship-elements-text.php'; require 'includes/class-ship-elements-area-text.php'; ${code}`,
    ],
    {
      ...{ input: JSON.stringify(input), cwd: plugin, encoding: 'utf8' },
    },
  );
  expect(stderr).to.equal('');
  return JSON.parse(stdout);
};

const given = (kind: string) => cases[kind].map((one: { given: string }) => one.given);
const read = (kind: string) => cases[kind].map((one: { read: unknown }) => one.read);
const all = (call: string) => `echo json_encode( array_map( fn ( $one ) => ${call}, $in ) );`;

if (hasPhp())
  describe('texts that people paste, in PHP', () => {
    // Not every host has the extensions intl and mbstring: `-n` loads none.
    for (const [host, options] of [
      ['with all extensions', []],
      ['on a host without extensions', ['-n']],
    ] as const) {
      it(`are phone numbers as in TypeScript, ${host}`, () => {
        expect(php(all('Ship_Elements_Text::phone( $one )'), given('phones'), ...options)).to.deep.equal(
          read('phones').map((phone: string | null) => phone ?? ''),
        );
      });

      it(`are postal codes as in TypeScript, ${host}`, () => {
        expect(php(all('Ship_Elements_Text::postcode( $one )'), given('postalCodes'), ...options)).to.deep.equal(
          read('postalCodes').map((code: number | null) => code ?? 0),
        );
      });
    }

    it('are names as in TypeScript', () => {
      expect(php(all('Ship_Elements_Text::name( $one )'), given('names'))).to.deep.equal(read('names'));
    });

    it('are lines of whole pieces and whole grams as in TypeScript', () => {
      const call = "Ship_Elements_Text::line( $one['paid'], $one['pieces'], $one['left'], $one['weight'] )";
      expect(php(all(call), cases.lines)).to.deep.equal(read('lines'));
    });

    it('are times of Jakarta without a zone, as in TypeScript', () => {
      const milliseconds = (text: string | null) => (text === null ? 0 : Date.parse(text) / 1000);
      expect(php(all('Ship_Elements_Text::moment( $one )'), given('moments'))).to.deep.equal(
        read('moments').map(milliseconds),
      );
    });

    it('are JSON behind a byte order mark, and weights with a comma', () => {
      expect(php(all('Ship_Elements_Text::json( $one )'), ['\ufeff{"a":1}', ' [1]', 'no', '7'])).to.deep.equal([
        ...[{ a: 1 }, [1], null, null],
      ]);
      expect(
        php(all('Ship_Elements_Text::number( $one )'), ['0,25', '1.5', ' 2 ', '250 g', '', '-1', null]),
      ).to.deep.equal([0.25, 1.5, 2, 0, 0, 0, 0]);
    });

    it('are asked for a district as in TypeScript, whatever is typed', () => {
      const table: { text: string; asks: string[] }[] = JSON.parse(
        readFileSync(new URL('../contract/area-text.json', import.meta.url), 'utf8'),
      );
      const question = 'Ship_Elements_Area_Text::question( $one )';
      const texts = table.map(({ text }) => text);
      expect(php(all(`${question}['texts']`), texts)).to.deep.equal(table.map(({ asks }) => asks));
      const pieces = [...texts.flatMap((text) => text.split(/(\W)/)), '0812', '40132', '7', '+62', ' ', ', ', '\n'];
      const typed = fc.sample(fc.array(fc.constantFrom(...pieces)), 2_000).map((parts) => parts.join(''));
      const expected = typed
        .map((text) => areaQuestion(text))
        .map(({ texts, named, isCity: city }) => ({ texts, named, city }));
      expect(php(all(question), typed)).to.deep.equal(expected);
    });

    it('find the same areas as in TypeScript', () => {
      const areas = ['Gedebage, Bandung', 'Kotagede, Yogyakarta', 'Coblong, Bandung', 'Tebet, Jakarta Selatan'].map(
        (place) => {
          const [district, city] = place.split(', ');
          const name = `${place}, Jawa. 40111`;
          return { name, administrative_division_level_3_name: district, administrative_division_level_2_name: city };
        },
      );
      const typed = ['Kota Gede', 'Kota Bandung', 'gede', 'Kec. Tebet Jaksel', 'Kec. Coblong 40132', '40111', 'Dago'];
      const pairs = typed.flatMap((text) => areas.map((area) => ({ text, area })));
      const call =
        "Ship_Elements_Area_Text::fits( $one['area']['name'], Ship_Elements_Area_Text::question( $one['text'] ) )";
      const expected = pairs.map(({ text, area }) =>
        areaFits({ ...area, id: 'x', postal_code: 40_111 } as unknown as Area, areaQuestion(text)),
      );
      expect(php(all(call), pairs)).to.deep.equal(expected);
    });
  });
