import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import type { Rate } from '../../src/contract/index.ts';
import { arrivalText } from '../../src/elements/words/arrival-text.ts';
import { english } from '../../src/elements/words/en.ts';
import { paymentsOf, type Switches } from '../../src/extras/index.ts';
import { pluginName } from '../../src/package/woocommerce.ts';
import {
  arrival,
  arrivalSpan,
  collectingDelivery,
  effectiveOn,
  priceParts,
  priceWith,
  recommendedOf,
  serviceKey,
  shortList,
} from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';
import { hasCodeSniffer, hasPhp } from '../support/php.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const plugin = join(root, 'src/shops/woocommerce');

/** Runs code of the plugin without WordPress, with the input as `$in`. */
const php = (code: string, input?: unknown) => {
  const wordpress = "define( 'ABSPATH', '/' ); $in = json_decode( file_get_contents( 'php://stdin' ), true );";
  const { stdout, stderr } = spawnSync(
    'php',
    ['-r', `${wordpress} require 'includes/text.php'; require 'includes/pricing.php'; ${code}`],
    {
      ...{ input: JSON.stringify(input ?? null), cwd: plugin, encoding: 'utf8' },
    },
  );
  expect(stderr).to.equal('');
  return JSON.parse(stdout);
};

interface Cases {
  prices: { name: string; rate: object; asked: Switches; switches: Switches; price: number | null }[];
  payments: { goods: number; price: number; cashOnDelivery: boolean; now: number; door: number }[];
  collected: { name: string; goods: number; rate: object; price: number; fee: number; insurance: number }[];
  handOvers: { name: string; calendar: object; order: string; handOver: string | null }[];
  arrivals: { name: string; rate: object; ready: string; span: [string, string, boolean] | null }[];
}
const cases: Cases = JSON.parse(readFileSync(new URL('woocommerce-cases.json', import.meta.url), 'utf8'));

if (hasPhp())
  describe('one list of cases for fees, cash on delivery and arrival', () => {
    it('holds in TypeScript', () => {
      for (const { name, rate: changes, asked, switches, price } of cases.prices) {
        const row = { courier_code: 'jne', courier_service_code: 'reg', ...changes } as Rate;
        const parts = priceParts(row, asked);
        const same = JSON.stringify(effectiveOn(row, asked)) === JSON.stringify(effectiveOn(row, switches));
        const known = parts ? priceWith(parts, effectiveOn(row, switches)) : same ? row.price : undefined;
        expect(known ?? null, name).to.equal(price);
      }
      for (const { now, door, ...purchase } of cases.payments)
        expect(paymentsOf(purchase)).to.deep.equal({ payNow: now, payAtDoor: door });
      for (const { name, goods, rate: changes, price, fee, insurance } of cases.collected) {
        const row = { courier_code: 'jne', courier_service_code: 'reg', ...changes } as Rate;
        const sold = collectingDelivery(row, goods);
        // PHP asks for each combination of the switches, so it has the fee's share of the insurance as well.
        const ofInsurance = insurance - (row.insurance_fee ?? 0);
        expect([sold.price, sold.cash_on_delivery_fee], name).to.deep.equal([price - ofInsurance, fee]);
      }
      for (const { name, rate: changes, ready, span } of cases.arrivals) {
        const when = arrival({
          ...rate({}),
          shipment_duration_range: '',
          shipment_duration_unit: '',
          duration: '',
          ...changes,
        });
        const [, hours, minutes] = /T(..):(..)/.exec(ready) ?? [];
        const dates = when && arrivalSpan(when, new Date(ready), Number(hours) * 60 + Number(minutes));
        const found = dates && [dates.from.toISOString(), dates.to.toISOString(), dates.precision === 'hours'];
        expect(found ?? null, name).to.deep.equal(span);
      }
    });

    it('holds in PHP', () => {
      const found = php(
        `$key = array( 'courier_code' => 'jne', 'courier_service_code' => 'reg' );
         $iso = fn ( $when ) => $when->setTimezone( new DateTimeZone( 'UTC' ) )->format( 'Y-m-d\\TH:i:s.v\\Z' );
         $sold = fn ( $rate ) => array( $rate['price'], $rate['cash_on_delivery_fee'], $rate['insurance_fee'] ?? 0 );
         $span = fn ( $span ) => $span ? array( $iso( $span['from'] ), $iso( $span['to'] ), $span['timed'] ) : null;
         echo json_encode( array(
           array_map( fn ( $case ) => Ship_Elements_Pricing::price( $case['rate'] + $key, array( 'insured' => $case['asked']['insurance'], 'cod' => $case['asked']['cashOnDelivery'] ), $case['switches']['insurance'], $case['switches']['cashOnDelivery'] ), $in['prices'] ),
           array_map( fn ( $case ) => array_values( Ship_Elements_Pricing::payments( $case['goods'], $case['price'], $case['cashOnDelivery'] ) ), $in['payments'] ),
           array_map( fn ( $case ) => $sold( Ship_Elements_Pricing::collected( $case['rate'] + $key, $case['goods'] ) ), $in['collected'] ),
           array_map( fn ( $case ) => $span( Ship_Elements_Pricing::span( $case['rate'], new DateTimeImmutable( $case['ready'] ) ) ), $in['arrivals'] ),
         ) );`,
        cases,
      );
      const expected = [
        cases.prices.map(({ price }) => price),
        cases.payments.map(({ now, door }) => [now, door]),
        cases.collected.map(({ price, fee, insurance }) => [price, fee, insurance]),
        cases.arrivals.map(({ span }) => span),
      ];
      expect(found).to.deep.equal(expected);
    });

    it('takes the news of a parcel as the gateway does', () => {
      const news = JSON.parse(readFileSync(new URL('parcel-cases.json', import.meta.url), 'utf8'));
      const found = php(
        `require 'includes/tracking.php'; require 'includes/words.php';
         $after = function ( $case ) {
           $reported = Ship_Elements_Words::normal_status( $case['reported'] );
           $known    = $case['known'] ?? '';
           return Ship_Elements_Tracking::is_newer( $known, $case['since'], $reported, $case['time'] ) ? $reported : $known;
         };
         echo json_encode( array_map( $after, $in ) );`,
        news,
      );
      expect(found).to.deep.equal(news.map(({ status }: { status: string }) => status));
    });

    it('reads durations as the widget does, whatever is written', () => {
      const words = [
        '0',
        '1',
        '2',
        '24',
        '1.25',
        '0,5',
        '13',
        '9000',
        '10.00',
        '27/11/2026',
        '-',
        '+',
        'x',
        '×',
        '(',
        '.',
        '２',
      ];
      const units = [
        'hari',
        'days',
        'JAM',
        'hours',
        'Minggu',
        'pekan',
        'weeks',
        'bulan',
        'menit',
        'mins',
        'Nov',
        'H',
        'besok',
        'hari ini',
      ];
      const text = fc
        .array(fc.constantFrom(...words, ...units, ' ', ' ', ' - ', 'same day'), { maxLength: 6 })
        .map((all) => all.join(''));
      const texts = fc.record({
        shipment_duration_range: text,
        shipment_duration_unit: fc.oneof(text, fc.constant('')),
        duration: text,
      });
      const written = fc.sample(texts, 5_000);
      const theirs = php(
        'echo json_encode( array_map( fn ( $one ) => Ship_Elements_Pricing::arrival( $one ), $in ) );',
        written,
      );
      const ours = written.map((one) => arrival(one) ?? null);
      expect(written.filter((_, index) => JSON.stringify(theirs[index]) !== JSON.stringify(ours[index]))).to.deep.equal(
        [],
      );
    });

    it('shortens the list as the widget does', () => {
      const row = fc.record({
        courier_service_code: fc.constantFrom(...'abcdefghijklmnop'),
        price: fc.integer({ min: 0, max: 9 }),
        shipment_duration_range: fc.constantFrom('1 - 2', '3', '4 - 6', '', '30 - 90'),
        shipment_duration_unit: fc.constantFrom('days', 'hours', 'minutes', 'minggu'),
        available_for_insurance: fc.boolean(),
        available_for_cash_on_delivery: fc.boolean(),
      });
      const selector = ({ courier_service_code }: { courier_service_code: string }) => courier_service_code;
      const lists = fc
        .sample(fc.uniqueArray(row, { selector, minLength: 1, maxLength: 12 }), 2_000)
        .map((list) => list.map((changes) => rate({ duration: '', ...changes })));
      // Above this value, the recommended courier insures.
      for (const declared of [1_000_000, 1_000_001]) {
        const ours = lists.map((rates) => shortList(rates, recommendedOf(rates, null, declared), 5).map(serviceKey));
        const input = lists.map((rates) =>
          rates.map((full) => ({ service: serviceKey(full), price: full.price, rate: full })),
        );
        const theirs = php(
          `echo json_encode( array_map( fn ( $list ) => array_column( Ship_Elements_Pricing::short_list( $list, ${declared} ), 'service' ), $in ) );`,
          input,
        );
        expect(theirs).to.deep.equal(ours);
      }
    });

    it('writes arrivals as the widget does in a receipt', () => {
      const arrivals = fc.record({
        shipment_duration_range: fc.constantFrom('1 - 2', '3', '6 - 8', '25 - 30', '90', ''),
        shipment_duration_unit: fc.constantFrom('days', 'hours', 'minutes'),
        minute: fc.integer({ min: 0, max: 100_000 }),
      });
      const zone = 'Asia/Jakarta';
      const input = fc.sample(arrivals, 500).map(({ minute, ...duration }) => ({
        rate: rate({ duration: '', ...duration }),
        ready: new Date(Date.UTC(2026, 10, 1) + minute * 60_000).toISOString(),
      }));
      const ours = input.map(({ rate: one, ready }) => {
        const readyAt = new Date(ready);
        return arrivalText(one, {
          words: english,
          language: 'en-GB',
          zone,
          readyAt,
          now: readyAt.getTime(),
          kept: true,
        });
      });
      const theirs = php(
        `function wp_date( $format, $time, $zone ) { return ( new DateTime( "@$time" ) )->setTimezone( $zone )->format( $format ); }
         $ready = fn ( $text ) => ( new DateTimeImmutable( $text ) )->setTimezone( new DateTimeZone( '${zone}' ) );
         echo json_encode( array_map( fn ( $case ) => Ship_Elements_Pricing::arrival_text( $case['rate'], $ready( $case['ready'] ) ), $in ) );`,
        input,
      );
      expect(theirs).to.deep.equal(ours);
    });
  });

if (hasPhp())
  describe('the days of a shop with WooCommerce', () => {
    const handedOver = (orders: { calendar: object; order: string }[]): (string | null)[] =>
      php(
        `require 'includes/calendar.php';
         $when = fn ( $case ) => Ship_Elements_Calendar::hand_over( $case['calendar'], strtotime( $case['order'] ) );
         echo json_encode( array_map( fn ( $case ) => $when( $case ) ? $when( $case )->format( 'c' ) : null, $in ) );`,
        orders,
      );

    it('say when an order is handed over', () => {
      const found = handedOver(cases.handOvers);
      for (const [index, { name, handOver }] of cases.handOvers.entries())
        expect(found[index], name).to.equal(handOver);
    });

    it('change at the minute of each cut-off, and never go back in time', () => {
      const week = ['16:00', '09:30', '', '23:59', '00:01', '12:00', ''];
      const calendar = {
        zone: 'WITA',
        week,
        prepare: 0,
        closed: [['2026-12-24', '2026-12-26']],
        open: [['2026-12-23', '2026-12-23']],
      };
      const minutes = Array.from({ length: 12 * 24 * 60 }, (_, minute) =>
        new Date(Date.UTC(2026, 11, 18) + minute * 60_000).toISOString(),
      );
      const found = handedOver(minutes.map((order) => ({ calendar, order }))) as string[];
      for (const [index, order] of minutes.entries()) {
        const [date, time] = (found[index] as string).slice(0, 16).split('T') as [string, string];
        expect(Date.parse(found[index] as string), order).to.be.above(Date.parse(order));
        const weekday = (new Date(date).getUTCDay() + 6) % 7;
        expect(time).to.equal(date === '2026-12-23' ? '23:59' : week[weekday]);
        expect(date < '2026-12-24' || date > '2026-12-26').to.equal(true);
        if (index && found[index] !== found[index - 1]) {
          expect(Date.parse(found[index] as string)).to.be.above(Date.parse(found[index - 1] as string));
          expect(Date.parse(found[index - 1] as string)).to.equal(Date.parse(order));
        }
      }
    });

    it('are dates and ranges of dates, each in a line', () => {
      const ranges = (text: string) =>
        php(`require 'includes/calendar.php'; echo json_encode( Ship_Elements_Calendar::ranges( $in ) );`, text);
      expect(ranges('2027-03-08 – 2027-03-14\r\n\n 2026-12-25 ')).to.deep.equal([
        ['2027-03-08', '2027-03-14'],
        ['2026-12-25', '2026-12-25'],
      ]);
      expect(ranges('2027-03-08 s/d 2027-03-14, 2028-02-29')).to.deep.equal([
        ['2027-03-08', '2027-03-14'],
        ['2028-02-29', '2028-02-29'],
      ]);
      expect(ranges('')).to.deep.equal([]);
      for (const wrong of [
        '8 Maret',
        '2027-02-29',
        '2027-03-14 - 2027-03-08',
        '27-03-08',
        '2027-03-08 2027-03-14',
        '2027-13-01',
      ])
        expect(ranges(wrong), wrong).to.equal(null);
    });
  });

if (hasPhp())
  describe('the choice of a delivery in WooCommerce', () => {
    const kept = (chosen: string) =>
      php(
        `require 'includes/checkout.php';
         $rates = array( 'flat_rate:1' => 1, 'ship_elements:3:jne/reg' => 1, 'ship_elements:3:jne/oke' => 1, 'free_shipping:4' => 1 );
         echo json_encode( Ship_Elements_Checkout::keep_choice( 'flat_rate:1', $rates, $in ) );`,
        chosen,
      );

    it('stays while it is offered, and goes to another courier before it goes to another method', () => {
      expect(kept('ship_elements:3:jne/oke')).to.equal('ship_elements:3:jne/oke');
      expect(kept('free_shipping:4')).to.equal('free_shipping:4');
      expect(kept('ship_elements:3:wahana/deno')).to.equal('ship_elements:3:jne/reg');
      expect(kept('local_pickup:2')).to.equal('flat_rate:1');
    });
  });

if (hasCodeSniffer())
  it('sends a key of wp-config.php to no address of the settings', () => {
    const wordpress = `function get_option() { return array( 'service_url' => 'https://typed.example/' ); }
      function wp_specialchars_decode( $text ) { return $text; }
      require 'includes/service.php'; require 'includes/settings.php';
      foreach ( $in as $name ) define( "SHIP_ELEMENTS_$name", "https://$name.example" );
      echo json_encode( Ship_Elements_Settings::service_url() === Ship_Elements_Service::USUAL ? 'usual' : Ship_Elements_Settings::service_url() );`;
    const ask = (...constants: string[]) => php(wordpress, constants);
    expect([ask(), ask('KEY'), ask('KEY', 'URL')]).to.deep.equal([
      'https://typed.example',
      'usual',
      'https://URL.example',
    ]);
  });

it('follows the rules of PHP_CodeSniffer for the plugin in WooCommerce', () => {
  const rules = `--standard=${join(root, 'test/shops/woocommerce-rules.xml')}`;
  const { stdout } = spawnSync('phpcs', ['-q', rules, '--extensions=php', plugin], { encoding: 'utf8' });
  expect(stdout).to.equal('');
});

if (hasPhp())
  it('has every sentence in Indonesian', () => {
    const files = readdirSync(plugin, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.php'));
    const code = files
      .filter((file) => !file.startsWith('languages'))
      .map((file) => readFileSync(join(plugin, file), 'utf8'));
    const sentences = [...code.join('\n').matchAll(/_(?:_|esc_html__)?\( '(.+?)', 'ship-elements' \)/g)].map(
      ([, sentence]) => sentence as string,
    );
    const { messages } = php("echo json_encode( require 'languages/ship-elements-id_ID.l10n.php' );");
    expect(sentences.filter((sentence) => !messages[sentence])).to.deep.equal([]);
    expect(Object.keys(messages).filter((sentence) => !sentences.includes(sentence))).to.deep.equal([]);
    const template = readFileSync(join(plugin, 'languages/ship-elements.pot'), 'utf8');
    const words = [...template.matchAll(/^msgid "(.+)"$/gm)].map(([, sentence]) => sentence);
    expect(words.sort()).to.deep.equal(Object.keys(messages).sort());
  });

it('is built into a zip with the widget in it, under the version of the package', () => {
  const files = unzipSync(readFileSync(join(root, 'dist', pluginName)));
  expect(files).to.include.keys('ship-elements/assets/ship-elements.js', 'ship-elements/includes/ledger.php');
  const main = Buffer.from(files['ship-elements/ship-elements.php'] as Uint8Array).toString();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(main).to.contain(` * Version: ${version}\n`).and.contain(`SHIP_ELEMENTS_VERSION = '${version}'`);
});
