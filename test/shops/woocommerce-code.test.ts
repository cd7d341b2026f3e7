import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import type { PromisedArrival, Rate } from '../../src/contract/index.ts';
import * as prices from '../../src/elements/core/prices.ts';
import type { Input } from '../../src/elements/core/state.ts';
import * as views from '../../src/elements/core/views.ts';
import { arrivalText } from '../../src/elements/words/arrival-text.ts';
import { english } from '../../src/elements/words/en.ts';
import { collectionLimits, paymentsOf, type Switches } from '../../src/extras/index.ts';
import { promiseOf } from '../../src/gateway/quote/promise.ts';
import { pluginName } from '../../src/package/woocommerce.ts';
import {
  arrival,
  collectingDelivery,
  effectiveOn,
  type Holidays,
  indonesianHolidays,
  priceParts,
  priceWith,
  promisedArrivals,
  recommendedOf,
  type ShopCalendar,
  serviceKey,
  shopCalendar,
  shortList,
  spanOf,
  weightClass,
} from '../../src/quote/index.ts';
import { verifyOffer } from '../../src/server.ts';
import { gatewayOptions, type ShopOptions } from '../../src/shops/base/index.ts';
import { cart, destination, openShop } from '../gateway/shop.ts';
import { widget } from '../store/widget.ts';
import { rate } from '../support/fixtures.ts';
import { naivePromise } from '../support/naive-calendar.ts';
import { hasCodeSniffer, hasPhp } from '../support/php.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const plugin = join(root, 'src/shops/woocommerce');

/** Runs code of the plugin without WordPress, with the input as `$in`. */
const php = (code: string, input?: unknown) => {
  const start = `define( 'ABSPATH', '/' ); $in = json_decode( file_get_contents( 'php://stdin' ), true );
    spl_autoload_register( fn ( $name ) => require 'includes/class-' . strtolower( strtr( $name, '_', '-' ) ) . '.php' );`;
  const { stdout, stderr } = spawnSync('php', ['-r', `${start} ${code}`], {
    ...{ input: JSON.stringify(input ?? null), cwd: plugin, encoding: 'utf8' },
  });
  expect(stderr).to.equal('');
  return JSON.parse(stdout);
};

interface Order {
  moment: string;
  calendar: ShopCalendar;
  rate: Rate;
}

const promisesInTypeScript = ({ moment, calendar, rate: row }: Order) =>
  promisedArrivals(new Date(moment), calendar, row, indonesianHolidays);

/** The promises of the gateway, opened with the options of a plugin. The accepted offer is what Vendure and Medusa keep with the order. */
async function promisesOfGateway({ moment, calendar, rate: row }: Order): Promise<PromisedArrival[]> {
  const now = new Date(moment);
  const options = gatewayOptions({ calendar } as ShopOptions);
  const pricing = () => Response.json({ success: true, pricing: [row] });
  const { gateway, keys } = openShop(pricing, { ...options, now: () => now });
  const [quoted] = await gateway.quote({ cart, destination, couriers: [row.courier_code] });
  if (!quoted) throw new Error('The gateway has no price.');
  const form = { cart, destination, service: quoted.service };
  expect((await verifyOffer(quoted.offer, form, keys, now)).arrival).to.deep.equal(quoted.arrival);
  return quoted.rate.arrivals ?? [];
}

/** What an element shows for a row: at the moment, and from the end of that promise on. */
function promisesOfElement({ moment, rate: row }: Order, given: Partial<Input>): PromisedArrival[] {
  let now = 0;
  const page = widget({ rates: [row], ...given }, () => now);
  page.choose(serviceKey(row));
  const at = (time: number) => {
    now = time;
    page.dispatch({ type: 'tick' });
    return prices.promised(page.state, views.rate(page.state));
  };
  const first = at(Date.parse(moment));
  const next = first && at(Date.parse(first.until));
  return [first, next].filter((promise) => promise !== undefined);
}

interface Cases {
  prices: { name: string; rate: object; asked: Switches; switches: Switches; price: number | null }[];
  payments: { goods: number; price: number; cashOnDelivery: boolean; now: number; door: number }[];
  collected: { name: string; goods: number; rate: object; price: number; fee: number; insurance: number }[];
}
const cases: Cases = JSON.parse(readFileSync(new URL('woocommerce-cases.json', import.meta.url), 'utf8'));

if (hasPhp())
  describe('one list of cases for fees and cash on delivery', () => {
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
    });

    it('holds in PHP', () => {
      const found = php(
        `$key = array( 'courier_code' => 'jne', 'courier_service_code' => 'reg' );
         $sold = fn ( $rate ) => array( $rate['price'], $rate['cash_on_delivery_fee'], $rate['insurance_fee'] ?? 0 );
         echo json_encode( array(
           array_map( fn ( $case ) => Ship_Elements_Pricing::price( $case['rate'] + $key, array( 'insured' => $case['asked']['insurance'], 'cod' => $case['asked']['cashOnDelivery'] ), $case['switches']['insurance'], $case['switches']['cashOnDelivery'] ), $in['prices'] ),
           array_map( fn ( $case ) => array_values( Ship_Elements_Pricing::payments( $case['goods'], $case['price'], $case['cashOnDelivery'] ) ), $in['payments'] ),
           array_map( fn ( $case ) => $sold( Ship_Elements_Pricing::collected( $case['rate'] + $key, $case['goods'] ) ), $in['collected'] ),
         ) );`,
        cases,
      );
      const expected = [
        cases.prices.map(({ price }) => price),
        cases.payments.map(({ now, door }) => [now, door]),
        cases.collected.map(({ price, fee, insurance }) => [price, fee, insurance]),
      ];
      expect(found).to.deep.equal(expected);
    });

    it('classes goods before the checkout as the gateway does, and takes the same rate', () => {
      const goods = [
        [1, 0],
        [1_000, 6_000],
        [1_001, 0],
        [900, 6_001],
        [900, 27_000],
        [2_500, 20_000],
      ] as const;
      const rates = [
        { price: 9_000, duration: '3 - 4 days' },
        { price: 9_000, duration: '1 - 2 days' },
        { price: 12_000, duration: '1 days' },
        { price: 9_000 },
      ].map((row, index) => ({
        ...rate(),
        duration: undefined,
        shipment_duration_range: undefined,
        ...row,
        courier_service_code: `s${index}`,
      }));
      const found = php(
        `echo json_encode( array(
           array_map( fn ( $one ) => Ship_Elements_Pricing::weight_class( ...$one ), $in['goods'] ),
           Ship_Elements_Pricing::least( $in['rates'] )['courier_service_code'],
         ) );`,
        { goods, rates },
      );
      const least = promiseOf(rates as Rate[], [], { subtotal: undefined, destination: {}, items: [] }, (rows) => [
        ...rows,
      ]);
      expect(found).to.deep.equal([
        goods.map(([weight, volume]) => weightClass(weight, volume)),
        least.rate?.courier_service_code,
      ]);
    });

    it('asks once for each district, class and lifetime before the checkout, and keeps nothing longer', () => {
      const code = `
        const HOUR_IN_SECONDS = 3600; const DAY_IN_SECONDS = 86400;
        function wp_json_encode( $value ) { return json_encode( $value ); }
        function apply_filters( $name, $value ) { return 1000000; }
        class Ship_Elements_Service { const PATIENCE = 3; }
        class Ship_Elements_Settings {
          static function service_url() { return ''; }
          static function number( $name ) { return 'promise_hours' === $name ? 12 : 0; }
          static function promises( $rate ) { return array(); }
        }
        class Ship_Elements_Storage {
          static $kept = array();
          static function get( $name ) { return self::$kept[ $name ] ?? null; }
          static function set( $name, $value ) { self::$kept[ $name ] = compact( 'value' ); }
          static function claim() { return true; }
          static function counts() { return array( 0, 0 ); }
        }
        class Ship_Elements_Quotes {
          static $paid = 0;
          static function asker() { return array( '', '' ); }
          static function plain_question( $item, $place ) { return $place + array( 'couriers' => 'jne', 'items' => array( $item ) ); }
          static function subsidised_for( $rates ) { return $rates; }
          static function ask_plain() { self::$paid++; return array( array( 'price' => self::$paid ) ); }
        }
        $visit = fn ( $asked, $hour ) => Ship_Elements_Promise::answer( $asked, 3600 * $hour )['rate']['price'];
        echo json_encode( array_map( fn ( $one ) => $visit( ...$one ), $in ) );`;
      const [here, there] = [{ destination_area_id: 'A' }, { destination_postal_code: 40132 }];
      const visits: [asked: object, hour: number, paid: number][] = [
        [{ ...here, weight: 250 }, 0, 1],
        [{ ...here, weight: 900 }, 11.99, 1],
        [{ ...here, weight: 900, volume: 6_001 }, 11.99, 2],
        [{ ...there, weight: 900 }, 11.99, 3],
        [{ ...here, weight: 250 }, 12, 4],
        [{ ...here, weight: 1_000 }, 23.9, 4],
      ];
      expect(php(code, visits)).to.deep.equal(visits.map(([, , paid]) => paid));
    });

    it('knows the limits of each courier’s cash on delivery as the elements do', () => {
      const couriers = ['sicepat', 'anteraja', 'jne', 'sap', 'jnt', 'tiki'];
      const found = php(
        `function apply_filters( $name, $value ) { return $value; }
         echo json_encode( array_map( array( 'Ship_Elements_Pricing', 'cod_limits' ), $in ) );`,
        couriers,
      );
      const limits = couriers.map((courier_code) => collectionLimits({ courier_code }));
      expect(found).to.deep.equal(limits.map(({ least, most }) => [least, most]));
    });

    it('rounds a part of a gram up, and logs each product once, unless ounces have made it', () => {
      const found = php(
        `class WC_Product {
           function __construct( $name, $weight ) { list( $this->name, $this->weight ) = array( $name, $weight ); }
           public $name; public $weight;
           function get_name() { return $this->name; } function get_weight() { return $this->weight; } function get_sku() { return ''; }
           function needs_shipping() { return true; } function get_parent_id() { return 0; } function get_id() { return 7; }
           function get_length() {} function get_width() {} function get_height() {}
         }
         const YEAR_IN_SECONDS = 1;
         $unit = 'kg';
         function get_option( $name ) { global $unit; return 'woocommerce_weight_unit' === $name ? $unit : array(); }
         function wp_specialchars_decode( $text ) { return $text; }
         function get_the_terms() { return array(); }
         function apply_filters( $name, $value ) { return $value; }
         function wc_get_weight( $weight ) { global $unit; return $weight * array( 'g' => 1, 'kg' => 1000, 'oz' => 28.3495231 )[ $unit ]; }
         class Ship_Elements_Storage { static $kept; static function value() { return self::$kept; } static function set( $name, $value ) { self::$kept = $value; } }
         class Ship_Elements_Service { static $logged = array(); static function log( $level, $text ) { self::$logged[] = "$level: $text"; } }
         $items = array_map( function ( $one ) {
           global $unit;
           list( $unit, $name, $weight ) = $one;
           return Ship_Elements_Parcel::items( array( 'contents' => array( array( 'data' => new WC_Product( $name, $weight ), 'quantity' => 1 ) ) ) )[0];
         }, $in );
         echo json_encode( array( array_column( $items, 'weight' ), Ship_Elements_Parcel::too_light( $items )['name'], Ship_Elements_Service::$logged ) );`,
        [
          ['kg', 'Kain', '0.25'],
          ['kg', 'Benang', '0.0125'],
          ['g', 'Benang', '12,5'],
          ['g', 'Kancing', '0.25'],
          ['oz', 'Teh', '1'],
          ['g', 'Kartu', ''],
        ],
      );
      expect(found).to.deep.equal([
        [250, 13, 13, 0.25, 29, 1_000],
        'Kancing',
        ['warning: The weight of Benang: 12.5 counts as 13 grams. Is it meant in another unit?'],
      ]);
    });

    it('takes the news of a parcel as the gateway does', () => {
      const news = JSON.parse(readFileSync(new URL('parcel-cases.json', import.meta.url), 'utf8'));
      const found = php(
        `$take = fn ( $known, $message ) => Ship_Elements_Tracking::after( $known, array(
           'status' => Ship_Elements_Words::normal_status( $message['status'] ),
           'at'     => intdiv( $message['time'] ?? $message['received'] ?? 1000, 1000 ),
           'timed'  => isset( $message['time'] ),
         ) );
         $after = fn ( $case ) => array_reduce(
           array_merge( $case['before'] ?? array(), array( array( 'status' => $case['reported'] ) + $case ) ),
           $take,
           array( 'status' => $case['known'] ?? '', 'heard' => array() )
         )['status'];
         echo json_encode( array_map( $after, $in ) );`,
        news,
      );
      expect(found).to.deep.equal(news.map(({ status }: { status: string }) => status));
    });

    it('names the service’s category by the first line whose slug the product has, or else the shop’s usual one', () => {
      const named = php(
        `class WC_Product { public $slugs; function get_parent_id() { return 0; } function get_id() { return 7; } }
         function get_option() { global $settings; return $settings; }
         function wp_specialchars_decode( $text ) { return $text; }
         function get_the_terms() { global $slugs; return array_map( fn ( $slug ) => (object) array( 'slug' => $slug ), $slugs ); }
         function apply_filters( $name, $value ) { return $value; }
         $of = new ReflectionMethod( 'Ship_Elements_Parcel', 'category' );
         $of->setAccessible( true );
         $settings = array( 'category' => 'hobby', 'categories' => "kopi: groceries\r\n Kain-2 : fashion\nmebel: cloth" );
         echo json_encode( array_map( function ( $given ) use ( $of ) {
           global $slugs;
           $slugs = $given;
           return $of->invoke( null, new WC_Product() )['category'] ?? null;
         }, $in ) );`,
        [['Kain-2', 'kopi'], ['Kain-2'], ['baju'], ['mebel']],
      );
      expect(named).to.deep.equal(['groceries', 'fashion', 'hobby', null]);
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
  });

/** Each case has a calendar, a moment and a rate. One process reads them all. */
const promisesInPhp = (table: Holidays, orders: readonly Order[]): PromisedArrival[][] =>
  php(
    `$promise = fn ( $case ) => ( new Ship_Elements_Calendar( $case['calendar'], $in['table'] ) )->promises( strtotime( $case['moment'] ), $case['rate'] );
     echo json_encode( array_map( $promise, $in['orders'] ) );`,
    { table, orders },
  );

if (hasPhp())
  describe('the calendar of a shop in PHP', () => {
    const { arrivals, holidays } = JSON.parse(
      readFileSync(new URL('../quote/calendar-cases.json', import.meta.url), 'utf8'),
    ) as { arrivals: (Order & { title: string; expected: PromisedArrival | null })[]; holidays: Holidays };

    it('promises the arrivals of the common list of cases', () => {
      const found = promisesInPhp(holidays, arrivals);
      for (const [index, { title, expected }] of arrivals.entries())
        expect(found[index]?.[0] ?? null, title).to.deep.equal(expected);
    });

    it('agrees on 2,000 generated calendars with a walk through the days, with the gateway that Vendure and Medusa embed, with the offer that they keep, and with the elements', async () => {
      const time = fc.constantFrom('00:01', '09:30', '12:00', '15:00', '08:00-16:45', '23:59', '24:00', null);
      const dates = fc.constantFrom(
        '2026-12-24/2026-12-26',
        '2027-03-08/2027-03-16',
        '2028-02-29',
        '2026-12-31/2027-01-02',
      );
      const orders = fc.sample(
        fc.record({
          moment: fc
            .integer({ min: Date.UTC(2025, 11, 1) / 60_000, max: Date.UTC(2028, 11, 1) / 60_000 })
            .map((minute) => new Date(minute * 60_000).toISOString()),
          calendar: fc.record(
            {
              zone: fc.constantFrom('WIB', 'WITA', 'WIT'),
              days: fc.record({
                mon: time,
                tue: time,
                wed: fc.constantFrom('15:00', '11:00'),
                thu: time,
                fri: time,
                sat: time,
                sun: time,
              }),
              prepareHours: fc.constantFrom(0, 1, 5, 24, 48, 720),
              closed: fc.uniqueArray(dates, { maxLength: 3 }),
              open: fc.uniqueArray(fc.constantFrom('2026-12-20', '2027-03-07', '2027-01-03'), { maxLength: 2 }),
              holidays: fc.boolean(),
              holidayTable: fc.constant({
                national: ['2028-01-01', '2028-02-26', '2028-02-27', '2028-04-14'],
                leave: ['2028-02-28'],
                idulFitri: ['2028-02-26'],
              }),
            },
            { requiredKeys: ['zone', 'days'] },
          ) as fc.Arbitrary<ShopCalendar>,
          rate: fc
            .record({
              courier_code: fc.constantFrom('jne', 'jnt', 'sap', 'gojek'),
              shipment_duration_range: fc.constantFrom('0', '1', '1 - 2', '2 - 4', '7 - 14', '20 - 36', ''),
              shipment_duration_unit: fc.constantFrom('days', 'hours', 'minutes'),
            })
            .map((row) => rate({ duration: '', ...row })),
        }),
        2_000,
      );
      const found = promisesInPhp(indonesianHolidays, orders);
      for (const [index, order] of orders.entries()) {
        const [what, promises] = [JSON.stringify(order), await promisesOfGateway(order)];
        expect(found[index], what).to.deep.equal(promises);
        expect(promisesInTypeScript(order), what).to.deep.equal(promises);
        const moments = [order.moment, ...promises.slice(0, -1).map(({ until }) => until)];
        const walked = moments.map((moment) =>
          naivePromise(new Date(moment), order.calendar, order.rate, indonesianHolidays),
        );
        expect(walked, what).to.deep.equal(promises.length ? promises : [undefined]);
        // With the page's calendar, and with the gateway's answer.
        const { calendar, rate: row } = order;
        const shown = [{ calendar: shopCalendar(calendar) }, { rates: [{ ...row, arrivals: promises }] }];
        for (const given of shown) expect(promisesOfElement(order, given), what).to.deep.equal(promises.slice(0, 2));
      }
    }).timeout(180_000);

    it('warns from September of the last year that is decreed, unless the shop has its own table', () => {
      const at = (moment: string, own: Holidays | null) => [Date.parse(moment) / 1_000, own];
      const own = { national: ['2027-01-01'], leave: [], idulFitri: [] };
      const found = php(
        `echo json_encode( array_map( fn ( $case ) => Ship_Elements_Calendar::ends( $case[0], array( 'decreed_until' => '2026-12-31' ), $case[1] ), $in ) );`,
        [at('2026-08-31', null), at('2026-09-01', null), at('2026-09-01', own), at('2027-09-01', own)],
      );
      expect(found).to.deep.equal([null, 2026, null, 2027]);
    });

    /** Writes texts of `Ship_Elements_Pricing` in English. */
    const written = (name: string, given: unknown) =>
      php(
        `function wp_date( $format, $time, $zone ) { return ( new DateTimeImmutable( "@$time" ) )->setTimezone( $zone )->format( $format ); }
         function __( $text ) { return $text; }
         echo json_encode( array_map( array( 'Ship_Elements_Pricing', '${name}' ), $in ) );`,
        given,
      );

    it('writes the hours of each arrival of the common list as one word, as TypeScript does', () => {
      const timed = arrivals.filter(({ expected }) => expected?.first.includes('T'));
      const hoursIn = (text: string) => text.split(', ').find((part) => part.includes(':'));
      const inTypeScript = timed.map(({ expected, rate: row }) => {
        const [promise, now] = [expected as PromisedArrival, Date.parse(expected?.hand_over ?? '')];
        return arrivalText(row, spanOf(row, { promise }, now), { words: english, language: 'en', now });
      });
      const inPhp: string[] = written(
        'arrival_text',
        timed.map(({ expected }) => expected),
      );
      expect(inPhp.map(hoursIn)).to.deep.equal(inTypeScript.map(hoursIn));
      expect(inPhp.join()).to.match(/\d–\u2060\d\d:\d\d\u00a0WI/);
    });

    it('tells a cut-off at the end of a day as 24:00 of that day', () => {
      expect(written('moment_text', ['2016-11-26T00:00+07:00', '2016-11-26T15:00+08:00'])).to.deep.equal([
        'Fri 25 Nov, 24:00\u00a0WIB',
        'Sat 26 Nov, 15:00\u00a0WITA',
      ]);
    });

    it('changes a promise at the minute of each cut-off, as TypeScript does', () => {
      const calendar = {
        zone: 'WITA',
        days: { mon: '16:00', tue: '09:30', thu: '23:59', fri: '00:01', sat: '12:00' },
        open: ['2026-12-16'],
      } satisfies ShopCalendar;
      const row = rate({ shipment_duration_range: '1', shipment_duration_unit: 'days' });
      const edges = ['14T16:00', '15T09:30', '16T00:01', '17T23:59', '18T00:01', '19T12:00', '20T00:00'].map((edge) =>
        Date.parse(`2026-12-${edge}+08:00`),
      );
      const orders = edges.flatMap((edge) =>
        [-60_000, -1_000, 0, 1_000, 60_000].map((after) => ({
          ...{ calendar, rate: row, moment: new Date(edge + after).toISOString() },
        })),
      );
      const found = promisesInPhp(indonesianHolidays, orders);
      expect(found).to.deep.equal(orders.map(promisesInTypeScript));
      for (const [index, { moment }] of orders.entries())
        expect(Date.parse(found[index]?.[0]?.cut_off ?? ''), moment).to.be.above(Date.parse(moment));
    });

    it('reads dates and ranges of dates, each in a line, and finds those that overlap', () => {
      const texts = ['2027-03-08 – 2027-03-14\r\n\n 2026-12-25 ', '2027-03-08 s/d 2027-03-14, 2028-02-29', ''];
      const lebaran = ['2027-03-08', '2027-03-14'];
      const read = [[lebaran, ['2026-12-25', '2026-12-25']], [lebaran, ['2028-02-29', '2028-02-29']], []];
      const wrong = [
        '8 Maret',
        '2027-02-29',
        '2027-03-14 - 2027-03-08',
        '27-03-08',
        '2027-03-08 2027-03-14',
        '2027-13-01',
      ];
      expect(
        php("echo json_encode( array_map( array( 'Ship_Elements_Calendar', 'ranges' ), $in ) );", [...texts, ...wrong]),
      ).to.deep.equal([...read, ...wrong.map(() => null)]);
      const lists = [
        [lebaran, ['2027-03-01', '2027-03-07']],
        [lebaran, ['2027-03-14', '2027-03-14']],
        [lebaran, lebaran],
        [],
      ];
      expect(
        php("echo json_encode( array_map( array( 'Ship_Elements_Calendar', 'overlap' ), $in ) );", lists),
      ).to.deep.equal([false, true, true, false]);
    });
  });

if (hasPhp())
  describe('the choice of a delivery in WooCommerce', () => {
    const kept = (chosen: string) =>
      php(
        `$rates = array( 'flat_rate:1' => 1, 'ship_elements:3:jne/reg' => 1, 'ship_elements:3:jne/oke' => 1, 'free_shipping:4' => 1 );
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

it('has each class in the file that WordPress’ coding standards name for it', () => {
  const files = readdirSync(join(plugin, 'includes'), { recursive: true, encoding: 'utf8' });
  const classes = files
    .filter((file) => file.endsWith('.php'))
    .map((file) => {
      const [, name = ''] = /^class (\w+)/m.exec(readFileSync(join(plugin, 'includes', file), 'utf8')) ?? [];
      return { file: basename(file), named: `class-${name.toLowerCase().replaceAll('_', '-')}.php` };
    });
  expect(classes.length).to.be.above(20);
  expect(classes.filter(({ file, named }) => file !== named)).to.deep.equal([]);
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

it('says in the block checkout how many parcels are insured of those that couriers bring', () => {
  const said = (methods: string[], insurance: string, price: number | null, insures: number) => {
    const shippingRates = methods.map((method_id) => ({ shipping_rates: [{ selected: true, method_id }] }));
    const extensions = { 'ship-elements': { insurance: price, insures, insured: false } };
    const cart = { getCartData: () => ({ shippingRates, extensions }) };
    const words = (count: string) => ({ label: `${count} %s`, always: `${count} always`, none: `${count} none` });
    const some = { label: '%1$d of %2$d %3$s', always: '%1$d of %2$d always' };
    const settings = { codMethods: [], insurance, one: words('one'), several: words('several'), some };
    const createElement = (type: unknown, props: unknown, ...children: unknown[]) => ({ type, props, children });
    // biome-ignore lint/suspicious/noExplicitAny: the page's own globals.
    let plugin: any;
    const wp = {
      element: { createElement, useEffect: () => {}, useState: (value: unknown) => [value, () => {}] },
      data: { useDispatch: () => ({}), useSelect: (read: (select: () => typeof cart) => unknown) => read(() => cart) },
      plugins: {
        registerPlugin(_name: string, given: unknown) {
          plugin = given;
        },
      },
    };
    const wc = {
      ...{ blocksCheckout: { ExperimentalOrderShippingPackages: 'packages' }, blocksComponents: {} },
      wcSettings: { getSetting: () => settings },
    };
    runInNewContext(readFileSync(join(root, 'src/shops/woocommerce/assets/blocks.js'), 'utf8'), {
      ...{ window: { wp, wc }, Intl },
    });
    const below = plugin.render().find(({ type }: { type: unknown }) => type === 'packages');
    const { props, children } = below.children[1].type();
    return props?.label ?? children[0];
  };
  const [ours, pickup] = ['ship_elements', 'local_pickup'];
  expect(said([ours, ours], 'optional', 700, 2)).to.match(/^several Rp/);
  expect(said([ours, ours], 'optional', 700, 1), 'one courier does not insure').to.match(/^1 of 2 Rp/);
  expect(said([ours, ours], 'optional', null, 0)).to.equal('several none');
  expect(said([ours, ours], 'always', null, 2)).to.equal('several always');
  expect(said([ours, ours], 'always', null, 1)).to.equal('1 of 2 always');
  expect(said([ours], 'always', null, 1)).to.equal('one always');
  expect(said([ours], 'always', null, 0)).to.equal('one none');
  expect(said([ours], 'optional', null, 1), 'a courier that always insures').to.equal('one always');
  expect(said([ours, pickup], 'optional', 700, 1), 'the shopper fetches the other one').to.match(/^one Rp/);
});

it('is built into a zip with the widget in it, under the version of the package', () => {
  const files = unzipSync(readFileSync(join(root, 'dist', pluginName)));
  const assets = ['ship-elements.js', 'ship-elements-promise.js', 'ship-elements-area-search.js', 'holidays.json'];
  expect(files).to.include.keys(assets.map((file) => `ship-elements/assets/${file}`));
  const main = Buffer.from(files['ship-elements/ship-elements.php'] as Uint8Array).toString();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(main).to.contain(` * Version: ${version}\n`).and.contain(`SHIP_ELEMENTS_VERSION = '${version}'`);
});
