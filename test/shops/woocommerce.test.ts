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
import { hasCodeSniffer, hasPhp, hasPhpWithSqlite } from '../support/php.ts';
import { merchantsDay } from './merchants-day.ts';
import { choose, failure, plain, testShop } from './scenarios.ts';
import { buyOnPage, type Delivery, type Row, startWoocommerce, type WoocommerceShop } from './woocommerce.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const plugin = join(root, 'src/shops/woocommerce');

/** Runs code of the plugin without WordPress, with the input as `$in`. */
const php = (code: string, input?: unknown) => {
  const wordpress = "define( 'ABSPATH', '/' ); $in = json_decode( file_get_contents( 'php://stdin' ), true );";
  const { stdout, stderr } = spawnSync('php', ['-r', `${wordpress} require 'includes/pricing.php'; ${code}`], {
    ...{ input: JSON.stringify(input ?? null), cwd: plugin, encoding: 'utf8' },
  });
  expect(stderr).to.equal('');
  return JSON.parse(stdout);
};

interface Cases {
  prices: { name: string; rate: object; asked: Switches; switches: Switches; price: number | null }[];
  payments: { goods: number; price: number; cashOnDelivery: boolean; now: number; door: number }[];
  collected: { name: string; goods: number; rate: object; price: number; fee: number; insurance: number }[];
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
           array_map( fn ( $case ) => Ship_Elements_Pricing::price( $case['rate'] + $key, array( 'insured' => $case['asked']['insured'], 'cod' => $case['asked']['cashOnDelivery'] ), $case['switches']['insured'], $case['switches']['cashOnDelivery'] ), $in['prices'] ),
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

let shop: WoocommerceShop;

if (hasPhpWithSqlite())
  testShop(
    'WooCommerce',
    async (service) => {
      shop = await startWoocommerce(service);
      return shop;
    },
    /^price-changed$/,
    buyOnPage,
    (placed, tools) => {
      beforeEach(() => shop.ask('forget', {}));
      merchantsDay({ ...tools, shop: () => shop });

      afterEach(() => shop.ask('settings', { settings: shop.settings }));

      const offered = async (switches = plain, postalCode?: number) => {
        const { name } = await shop.visit(postalCode);
        return shop.ask('rates', { visit: name, ...switches }) as Promise<{ rates: Row[]; payments: string[] }>;
      };

      /** A paid order whose delivery waits for the scheduler. */
      const paid = async (): Promise<string> => {
        const visit = await shop.visit();
        await choose(visit);
        return visit.checkOut('prepaid');
      };
      /** Presses a button of the order's page. What it asks for is done in the background. */
      const press = async (id: string, button: string, fields: object = {}): Promise<{ notice: string }> => {
        const pressed = await shop.ask('press', { id, button, fields });
        await shop.ask('run', { at_once: true });
        return pressed;
      };
      const delivery = async (id: string): Promise<Delivery> => (await shop.ask('order', { id })).delivery;

      it('lists at most five rates, and each knows its service', async () => {
        const { rates } = await offered();
        expect(rates).to.have.lengthOf.within(1, 5);
        for (const { label, meta } of rates) {
          expect(label).to.match(/^(JNE|SiCepat) /);
          expect(meta._ship_elements_service).to.match(/^(jne|sicepat)\//);
        }
      });

      it('keeps the choice of a courier that cannot insure, at its own price', async () => {
        const visit = await shop.visit();
        const uninsurable = 'jne/ctc';
        const { added } = await choose(visit, { ...plain, insured: true }, uninsurable);
        const { terms } = await shop.ask('order', { id: await visit.checkOut('prepaid') });
        expect(terms).to.include({ service: uninsurable, price: added, insured: false });
      });

      it('keeps a courier that was chosen from the list, although the list would not have it after a change', async () => {
        const { name } = await shop.visit();
        // The widget has opened the whole list. In the block checkout, a change of the cart makes the list anew.
        const unlisted = 'ship_elements:3:jne/yes';
        const { rates } = await shop.ask('rates', { visit: name, ...plain });
        expect(rates.map(({ id }: Row) => id)).not.to.include(unlisted);
        expect(await shop.ask('list-again', { visit: name, chosen: unlisted })).to.deep.equal({ chosen: unlisted });
      });

      it('asks for a phone only where none is known', async () => {
        const field = async (phones: object) =>
          (await shop.ask('phone', { visit: 'phone', setting: 'optional', ...phones })).field;
        expect(await field({})).to.equal('required');
        expect(await field({ billing: '12' })).to.equal('required');
        expect(await field({ billing: '+65 8123 4567' }), 'a number of another country').to.equal('required');
        expect(await field({ billing: '\u202d+62 812-3456-7890\u202c' })).to.equal('optional');
        expect(await field({ billing: '0812-9876-5432' }), 'bought in the classic checkout').to.equal('optional');
        expect(await field({ shipping: '0812-9876-5432', setting: 'required' })).to.equal('optional');
        expect(await field({ billing: '0812-9876-5432', setting: 'hidden' })).to.equal('optional');
        expect(await field({ setting: 'hidden' })).to.equal('required');
      });

      it('takes a wrong phone for none before the order, and sends a pasted one as digits', async () => {
        const visit = await shop.visit();
        await choose(visit);
        const id = await visit.checkOut('prepaid');
        await shop.ask('edit', { id, order: { phone: '+65 8123 4567' } });
        await shop.ask('run', {});
        expect(await placed()).to.be.empty;
        expect((await delivery(id)).data.reason).to.equal('contact');
        await shop.ask('edit', { id, order: { phone: 'WA 0812\u20113456\u20117890' } });
        await shop.ask('press', { id, button: 'order' });
        // The button orders in the background.
        await shop.ask('run', {});
        expect((await placed())[0]?.destination?.contact_phone).to.equal('081234567890');
      });

      it('offers cash on delivery as a payment only where a courier collects the money', async () => {
        expect((await offered()).payments).to.deep.equal(['bacs', 'cod']);
        const collected = await offered({ ...plain, cashOnDelivery: true });
        expect(collected.rates).not.to.be.empty;
        await shop.ask('settings', { settings: { ...shop.settings, cod: 'no' } });
        expect((await offered()).payments).to.deep.equal(['bacs']);
      });

      it('delivers free of charge with cash on delivery, though the cheapest courier collects no money', async () => {
        await shop.ask('settings', { settings: { ...shop.settings, couriers: 'jne,wahana', free_from: '1' } });
        const { name } = await shop.visit();
        await shop.ask('rates', { visit: name, ...plain, cashOnDelivery: true });
        const answer = await fetch(
          `${shop.wordpress.url}/?wc-ajax=ship_elements&stub-visit=${name}&path=/v1/rates/couriers`,
          { method: 'POST', body: JSON.stringify({ destination_cash_on_delivery: 1 }) },
        );
        const { pricing } = (await answer.json()) as { pricing: Rate[] };
        const carriage = (collects: boolean) =>
          pricing
            .filter((row) => row.available_for_cash_on_delivery === collects)
            .map((row) => row.price - (row.cash_on_delivery_fee ?? 0) - (row.insurance_fee ?? 0));
        expect(carriage(false)).to.include(0);
        expect(Math.min(...carriage(true))).to.equal(0);
      });

      it('hides cash on delivery if goods and delivery are more than a courier collects', async () => {
        const { name } = await shop.visit();
        await shop.ask('visit', { visit: name, quantity: 1, pricing: { unit: 14_999_000 } });
        expect((await shop.ask('rates', { visit: name, ...plain })).payments).to.deep.equal(['bacs']);
      });

      it('has the courier collect the order’s total, with a fee of another plugin in it', async () => {
        const visit = await shop.visit();
        const { rate: chosen } = await choose(visit, { ...plain, cashOnDelivery: true });
        const { id } = await shop.ask('buy', { visit: visit.name, payment: 'cod', fee: 5_000 });
        await shop.ask('run', {});
        const [made] = await placed();
        expect(made?.destination?.cash_on_delivery?.amount).to.equal(visit.goods + chosen.price + 5_000);
        expect((await delivery(id)).state).to.equal('placed');
      });

      it('sells cash on delivery at what the service charges for collecting goods and delivery', async () => {
        for (const insured of [false, true]) {
          const visit = await shop.visit();
          const { rate: chosen } = await choose(visit, { insured, cashOnDelivery: true });
          const id = await visit.checkOut('cash-on-delivery');
          await shop.ask('run', {});
          const [made] = (await placed()).slice(-1);
          expect([made?.price, made?.destination?.cash_on_delivery?.amount]).to.deep.equal([
            chosen.price,
            visit.goods + chosen.price,
          ]);
          expect((await delivery(id)).data).to.include({ charged: chosen.price, price: chosen.price });
        }
      });

      it('says the most that a fee for cash on delivery may be, if it is a minimum, and notes what it is', async () => {
        const visit = await shop.day.visitAt({ unit: 98_000 });
        await choose(visit, { ...plain, cashOnDelivery: true });
        const id = await visit.checkOut('cash-on-delivery');
        const { terms } = await shop.ask('order', { id });
        expect(terms.most).to.be.above(terms.price);
        expect((await shop.ask('box', { id })).html).to.contain(`at most Rp ${terms.most.toLocaleString('id-ID')}`);
        await shop.ask('run', {});
        const [made] = await placed();
        expect(made?.price).to.be.within(terms.price + 1, terms.most);
        const { notes } = await shop.ask('order', { id });
        expect(notes.join()).to.contain(`The service charges Rp ${made?.price?.toLocaleString('id-ID')}`);
        expect((await shop.day.view(id)).attention).to.equal(undefined);
      });

      describe('a price that the service raises after the order', () => {
        const raised = async (price: number, settings: object = {}) => {
          await shop.ask('settings', { settings: { ...shop.settings, ...settings } });
          const id = await paid();
          await shop.ask('run', {});
          const { service_id: order_id, data } = await delivery(id);
          const more = { event: 'order.price', order_id, price: (data.charged ?? 0) + price };
          for (const _ of [1, 2]) await shop.ask('tell', { message: more });
          const { notes } = await shop.ask('order', { id });
          return {
            id,
            order_id,
            charged: data.charged ?? 0,
            notes: notes.filter((note: string) => /charges/.test(note)),
          };
        };

        it('is one note, a difference in the column, and needs attention above the limit', async () => {
          const { id, charged, notes } = await raised(59_400);
          const price = `Rp ${(charged + 59_400).toLocaleString('id-ID')}`;
          expect(notes).to.have.lengthOf(1);
          expect(notes[0]).to.contain(price).and.contain('Rp 59.400 more');
          expect((await shop.day.view(id)).attention).to.contain(price);
          expect((await shop.ask('column', { id })).html).to.equal(`${price} (+Rp 59.400)`);
          expect((await shop.ask('box', { id })).html).to.contain(`${price} (+Rp 59.400)`);
        });

        it('is a note alone below the limit of the shop', async () => {
          const small = await raised(5_000);
          expect(small.notes).to.have.lengthOf(1);
          expect((await shop.day.view(small.id)).attention).to.equal(undefined);
          const { id } = await raised(59_400, { raise_limit: '60000' });
          expect((await shop.day.view(id)).attention).to.equal(undefined);
        });

        it('is asked about no more once staff have accepted it, until it is raised again', async () => {
          const { id, order_id, charged } = await raised(59_400);
          await press(id, 'keep');
          expect((await shop.day.view(id)).attention).to.equal(undefined);
          await shop.ask('tell', { message: { event: 'order.price', order_id, price: charged + 70_000 } });
          expect((await shop.day.view(id)).attention).to.contain('Rp 70.000 more');
        });

        it('stands in the month’s sum of its products', async () => {
          await raised(10_000);
          await raised(-2_000);
          expect(await shop.ask('month', {})).to.deep.equal({
            ...{ parcels: 2, more: 8_000 },
            products: { 'Kain “Batik” / ü 💡': { parcels: 2, more: 8_000 } },
          });
        });
      });

      it('has the courier collect the rest of an order that was paid ahead in part, and asks if that changes', async () => {
        const visit = await shop.visit();
        await choose(visit, { ...plain, cashOnDelivery: true });
        const id = await visit.checkOut('cash-on-delivery');
        await shop.ask('edit', { id, order: { paid_ahead: 50_000 } });
        await shop.ask('run', {});
        const [made] = await placed();
        expect(made?.destination?.cash_on_delivery?.amount).to.equal((await shop.day.total(id)) - 50_000);
        expect((await shop.day.view(id)).attention).to.equal(undefined);
        await shop.ask('edit', { id, order: { paid_ahead: 60_000 } });
        expect((await shop.day.view(id)).attention).to.contain('is due now');
      });

      describe('the trash', () => {
        const trash = (id: string, how: 'trash' | 'restore' | 'delete', kept = 'posts') =>
          shop.ask('trash', { id, how, kept });

        for (const kept of ['posts', 'tables']) {
          it(`gives back an order whose delivery waits for a click, also for many at once: ${kept}`, async () => {
            const id = await paid();
            await trash(id, 'trash');
            await shop.ask('run', {});
            expect(await placed()).to.deep.equal([]);
            await trash(id, 'restore', kept);
            expect(await delivery(id)).to.include({ state: 'held' });
            await shop.ask('bulk', { id });
            await shop.ask('run', {});
            expect((await delivery(id)).state).to.equal('placed');
          });

          it(`takes its question along when an order comes back: ${kept}`, async () => {
            const id = await paid();
            await shop.ask('run', {});
            await trash(id, 'trash');
            expect((await shop.ask('notices', {})).html).to.contain(`Order ${id} is in the trash`);
            await trash(id, 'restore', kept);
            expect(await shop.day.view(id)).to.include({ words: 'Is ordered', attention: undefined });
            expect((await shop.ask('notices', {})).html).not.to.contain(`Order ${id}`);
          });
        }

        it('says that an order was deleted, until staff keep or cancel its delivery', async () => {
          const id = await paid();
          await shop.ask('run', {});
          await trash(id, 'trash');
          await trash(id, 'delete');
          expect((await shop.ask('notices', {})).html)
            .to.contain(`Order ${id} was deleted`)
            .and.contain('ship_elements_cancel')
            .and.contain('ship_elements_keep');
          await shop.ask('keep', { id });
          expect((await shop.ask('notices', {})).html).not.to.contain(`Order ${id}`);
        });

        it('asks no more about an order once its parcel has arrived', async () => {
          const id = await paid();
          await shop.ask('run', {});
          await trash(id, 'trash');
          const { service_id: order_id } = await delivery(id);
          await shop.ask('tell', { message: { event: 'order.status', order_id, status: 'delivered' } });
          expect((await shop.ask('notices', {})).html).not.to.contain(`Order ${id}`);
        });
      });

      describe('an order that is edited after its delivery was ordered', () => {
        const edited = async (order: object) => {
          const id = await paid();
          await shop.ask('run', {});
          await shop.ask('edit', { id, order });
          return id;
        };

        it('shows the address of the label beside its own, and has it ordered again by one click', async () => {
          const id = await edited({ street: 'Jalan Tunjungan 1', postcode: '40112' });
          expect((await shop.day.view(id)).attention).to.contain('is not the one on the label');
          const { html } = await shop.ask('box', { id });
          expect(html).to.contain('Jalan Braga 8').and.contain('Jalan Tunjungan 1').and.contain('40111');
          await press(id, 'again');
          await shop.ask('run', {});
          expect((await placed()).map(({ status, destination }) => [status, destination?.postal_code])).to.deep.equal([
            ['cancelled', 40_111],
            ['confirmed', 40_112],
          ]);
          expect((await shop.day.view(id)).attention).to.equal(undefined);
        });

        it('shows the goods of the label beside its own, and is asked about once', async () => {
          const id = await edited({ quantity: 3, goods_name: 'Mesin espresso' });
          expect((await shop.day.view(id)).attention).to.contain('other goods than the label');
          const { html } = await shop.ask('box', { id });
          expect(html).to.contain('2 × Kain').and.contain('3 × Mesin espresso');
          await press(id, 'keep');
          await shop.ask('edit', { id, order: { total: 1 } });
          expect((await shop.day.view(id)).attention).to.equal(undefined);
          await shop.ask('edit', { id, order: { quantity: 4 } });
          expect((await shop.day.view(id)).attention).to.contain('other goods than the label');
        });

        it('is as it was if staff change it back, and its own comes to light if the service does not say the label', async () => {
          const id = await edited({ street: 'Jalan Tunjungan 1' });
          const { service_id } = await delivery(id);
          shop.refuseNext(`/v1/orders/${service_id}`, {}, 500);
          expect((await shop.ask('box', { id })).html)
            .to.contain('does not say it just now')
            .and.contain('Tunjungan');
          await shop.ask('edit', { id, order: { street: 'Jalan Braga 8' } });
          expect((await shop.day.view(id)).attention).to.equal(undefined);
        });

        it('says that the label has the old phone number', async () => {
          const id = await edited({ phone: '081311112222' });
          expect((await shop.ask('box', { id })).html)
            .to.contain('another phone number')
            .and.contain('081298765432')
            .and.contain('081311112222');
        });

        it('keeps its delivery and says why, if the service does not cancel it', async () => {
          const id = await edited({ street: 'Jalan Tunjungan 1' });
          const { service_id } = await delivery(id);
          shop.refuseNext(`/v1/orders/${service_id}/cancel`, { code: 40_002_053 });
          await press(id, 'again');
          await shop.ask('run', {});
          expect(await delivery(id)).to.include({ state: 'placed', service_id });
          expect((await shop.ask('order', { id })).notes.join()).to.contain('was not cancelled');
          expect((await shop.day.view(id)).attention).to.contain('is not the one on the label');
        });
      });

      it('names the country of an order that staff send abroad, and asks for no price', async () => {
        const id = await paid();
        await shop.ask('edit', { id, order: { country: 'MY' } });
        shop.asked.length = 0;
        await shop.ask('run', {});
        expect(shop.asked).not.to.include('/v1/rates/couriers');
        expect((await shop.day.view(id)).attention).to.contain('The order goes to MY.');
        expect(await placed()).to.deep.equal([]);
      });

      it('names the country to a shopper whose cart goes abroad, where the shop has no other method', async () => {
        const shown = async (country: string) => (await shop.ask('no-delivery', { visit: 'abroad', country })).html;
        expect(await shown('MY')).to.contain('MY. The couriers deliver within Indonesia');
        expect(await shown('ID')).to.equal('There is none.');
      });

      it('sends a hundred lines of sixty letters, and says how many lines are too many before it asks', async () => {
        const id = await paid();
        await shop.ask('edit', { id, order: { goods_name: 'ü'.repeat(60), lines: 101 } });
        shop.asked.length = 0;
        await shop.ask('run', {});
        expect(shop.asked).to.deep.equal([]);
        expect((await shop.day.view(id)).attention).to.contain('The order has 101 lines of goods.');
        await shop.ask('edit', { id, order: { lines: 100 } });
        await press(id, 'order');
        await press(id, 'agree');
        expect((await placed()).at(-1)?.items).to.have.lengthOf(100);
      });

      it('leaves the page of an order at once, and asks and orders in the background', async () => {
        await shop.ask('settings', { settings: { ...shop.settings, manual: 'yes' } });
        const id = await paid();
        shop.asked.length = 0;
        await shop.ask('press', { id, button: 'order' });
        expect(shop.asked).to.deep.equal([]);
        expect((await shop.ask('box', { id })).html)
          .to.contain('Is being ordered')
          .and.contain('data-progress=');
        await shop.ask('run', { at_once: true });
        expect((await shop.ask('box', { id })).html)
          .to.contain('Is ordered')
          .and.not.contain('data-progress=');
      });

      it('mails a waybill once, as soon as it is there, and again if the courier changes it', async () => {
        const id = await paid();
        await shop.ask('run', {});
        const { service_id: order_id, waybill } = await delivery(id);
        const message = { event: 'order.waybill_id', order_id, courier_waybill_id: 'RESI-9' };
        for (const _ of [1, 2]) await shop.ask('tell', { message });
        expect(await shop.ask('mails', { id })).to.deep.equal([waybill, 'RESI-9']);
      });

      it('keeps the last good value of a setting that is mistyped, and says so', async () => {
        await shop.ask('settings', { settings: { ...shop.settings, hand_over: '16:00' } });
        const fields = { hand_over: '25:00', sender_phone: '', flat: '-1', sender_name: 'Toko Fajar' };
        const { errors, kept, problem } = await shop.ask('save', { fields });
        expect(errors.join()).to.contain('“Hand-over time” is wrong').and.contain('“Phone” is missing');
        expect(kept).to.include({ ...shop.settings, key: kept.key, hand_over: '16:00', sender_name: 'Toko Fajar' });
        expect(problem).to.equal(null);
      });

      it('refuses a payment whose price the shopper has not seen', async () => {
        const visit = await shop.visit();
        await choose(visit);
        expect(await failure(visit.checkOut('cash-on-delivery'))).to.contain('Delivery prices have changed');
      });

      it('refuses the price of another address that the shopper has not seen', async () => {
        const visit = await shop.visit();
        await choose(visit);
        await visit.moveTo(60_251);
        expect(await failure(visit.checkOut('prepaid'))).to.contain('Delivery prices have changed');
      });

      it('sells to a shopper who creates an account with the order', async () => {
        const visit = await shop.visit();
        const { added } = await choose(visit);
        const { id } = await shop.ask('buy', { visit: visit.name, payment: 'bacs', account: 'new-customer' });
        expect((await shop.ask('order', { id })).terms.price).to.equal(added);
      });

      it('asks the service once for a cart, whoever looks at it', async () => {
        shop.asked.length = 0;
        const { name } = await shop.visit(60_234);
        for (const _ of [1, 2, 3]) await shop.ask('rates', { visit: name, ...plain });
        await shop.ask('rates', { visit: name, ...plain, insured: true });
        expect(shop.asked.filter((path) => path === '/v1/rates/couriers')).to.have.lengthOf(1);
      });

      it('leaves half of its hour to others if one address begins sessions without end, and shows what was asked before', async () => {
        await shop.ask('hour', { most: 4 });
        const isPriced = async (postalCode: number, address: string) => {
          const question = { visit: (await shop.visit(postalCode)).name, ...plain };
          const { body } = await shop.wordpress.post('stub/v1/rates', question, { 'x-forwarded-for': address });
          return (body as { rates: Row[] }).rates.every(({ meta }) => meta._ship_elements_estimate === 'no');
        };
        const priced: boolean[] = [];
        for (const [code, address] of [
          [40_111, '203.0.113.7'],
          [40_112, '203.0.113.7'],
          [40_113, 'forged, 203.0.113.7'],
          [40_111, '203.0.113.7'],
          [40_114, '2001:db8::1'],
        ] as const)
          priced.push(await isPriced(code, address));
        expect(priced).to.deep.equal([true, true, false, true, true]);
        await shop.ask('hour', { most: 0 });
      });

      it('asks nothing for a page of the shop, and shows no price there that it does not know', async () => {
        shop.asked.length = 0;
        const { name } = await shop.visit(60_235);
        const page = { referer: `${shop.wordpress.url}/?p=1` };
        const { body } = await shop.wordpress.post('stub/v1/rates', { visit: name, ...plain }, page);
        expect([(body as { rates: Row[] }).rates, shop.asked]).to.deep.equal([[], []]);
      });

      it('sells to a browser that says the shop’s origin alone', async () => {
        const { name } = await shop.visit(60_243);
        const page = { referer: `${shop.wordpress.url}/` };
        const { body } = await shop.wordpress.post('stub/v1/rates', { visit: name, ...plain }, page);
        expect((body as { rates: Row[] }).rates).not.to.be.empty;
      });

      it('waits three seconds for a service that hangs, and asks nothing for the next shopper', async () => {
        const waited = shop.hangNext('/v1/rates/couriers');
        shop.asked.length = 0;
        for (const postalCode of [60_241, 60_242])
          expect((await offered(plain, postalCode)).rates.map(({ price }) => price)).to.deep.equal([20_000]);
        expect(shop.asked).to.have.lengthOf(1);
        expect(await waited).to.be.within(1_000, 3_500);
      });

      it('offers nothing, and blames no address, while the merchant’s balance is empty', async () => {
        shop.refuseNext('/v1/rates/couriers', { error: 'No sufficient balance to call rates API' });
        expect((await offered(plain, 60_236)).rates).to.deep.equal([]);
      });

      /** What the page of the checkout asks for the text in the field of the district. */
      const searched = (input: string, method = 'POST') =>
        fetch(`${shop.wordpress.url}/?wc-ajax=ship_elements&stub-visit=one&path=/v1/maps/areas&input=Antapani`, {
          ...{ method, ...(method === 'POST' && { body: JSON.stringify({ input }) }) },
        });

      it('asks the service only for the words of a text that can be a place, and reads none from its own address', async () => {
        shop.asked.length = 0;
        const typed = 'Bu Siti, Jl. Dago Asri 5, Kec. Gedebage, HP 0812-3456-40111';
        const { areas } = await (await searched(typed)).json();
        expect(areas.map(({ name }: { name: string }) => name).join()).to.match(/^Gedebage/);
        await searched('', 'GET');
        expect(shop.asked).to.deep.equal(['/v1/maps/areas?countries=ID&type=single&input=gedebage']);
      });

      it('prices other carts while one cart is refused, or while districts cannot be searched', async () => {
        shop.refuseNext('/v1/rates/couriers', { code: 40_000_000 });
        const isPriced = ({ meta }: Row) => meta._ship_elements_estimate === 'no';
        expect((await offered(plain, 60_237)).rates).to.deep.equal([]);
        expect((await offered(plain, 60_238)).rates.filter(isPriced)).not.to.be.empty;
        const search = '/v1/maps/areas?countries=ID&type=single&input=coblong';
        shop.refuseNext(search, {}, 503);
        expect((await searched('Coblong')).status).to.equal(503);
        expect((await offered(plain, 60_239)).rates.filter(isPriced)).not.to.be.empty;
      });

      it('shows where the parcel is, and nobody’s name or phone number', async () => {
        const id = await paid();
        await shop.ask('run', {});
        const { html } = await shop.ask('tracking', { id });
        expect(html)
          .to.contain('The courier has the order')
          .and.match(/<li><time datetime="20\d\d-/);
        expect(html)
          .to.match(/<a href="https:[^"]+" rel="noreferrer"/)
          .and.not.match(/Siti|Senja|0812/);
      });

      it('hides the phone number of a driver in the history of a parcel', async () => {
        const id = await paid();
        await shop.ask('run', {});
        const { data } = await shop.ask('order', { id }).then(({ delivery: row }) => row);
        const event = { status: 'allocated', note: 'Budi +62 812-3456-7890 comes', updated_at: '2026-11-01T10:00:00Z' };
        shop.refuseNext(`/v1/trackings/${data.tracking}`, { success: true, history: [event] }, 200);
        expect((await shop.ask('tracking', { id })).html)
          .to.contain('A driver is assigned')
          .and.not.contain('3456');
      });

      it('names the setting that is missing or wrong, and never shows the key', async () => {
        const { sender_phone: _, ...settings } = shop.settings as Record<string, string>;
        const { problem, key, kept } = await shop.ask('settings', { settings });
        expect(problem).to.match(/^Ship Elements: “Phone” is missing/);
        expect(key).to.contain('name="key"').and.not.contain(shop.settings.key);
        expect(kept)
          .to.match(/^sealed:/)
          .and.not.contain(shop.settings.key);
        for (const [name, value, title] of [
          ['sender_phone', '+1 555 0100', 'Phone'],
          ['key', '“biteship_test.a.b”', 'Key'],
          ['origin_postcode', '0', 'Postal code'],
          ['sender_address', 'x', 'Address'],
          ['hand_over', '25:00', 'Hand-over time'],
          ['flat', '-1', 'Price of the first kilogram'],
        ] as const) {
          const wrong = await shop.ask('settings', { settings: { ...shop.settings, [name]: value } });
          expect(wrong.problem, name).to.contain(`“${title}” is wrong`);
        }
      });

      it('tests the connection with a price, and names what is wrong', async () => {
        const problem = async (): Promise<string | null> => (await shop.ask('test', {})).problem;
        expect(await problem()).to.equal(null);
        shop.refuseNext('/v1/rates/couriers', { code: 40_001_001 });
        expect(await problem()).to.contain('“Postal code” is wrong');
        shop.refuseNext('/v1/rates/couriers', { error: 'No sufficient balance to call rates API' });
        expect(await problem()).to.contain('Your balance at the service is too low.');
        await shop.ask('settings', { settings: { ...shop.settings, couriers: 'gojek' } });
        expect(await problem()).to.contain('“Couriers” or “Postal code” is wrong');
      });

      it('orders nothing at another address than the key was saved for', async () => {
        const id = await paid();
        const { problem } = await shop.ask('settings', { settings: shop.settings, site: 'shop.example' });
        expect(problem).to.contain('shop.example');
        await shop.ask('run', {});
        expect(await placed()).to.deep.equal([]);
        await shop.ask('settings', { settings: shop.settings });
        await shop.ask('run', {});
        expect((await delivery(id)).state).to.equal('placed');
      });

      it('takes the pages of another language for the same site', async () => {
        const { problem } = await shop.ask('settings', { settings: shop.settings, translated: true });
        expect(problem).to.equal(null);
      });

      it('orders the deliveries of all orders that were paid before the scheduler runs', async () => {
        const ids = [await paid(), await paid()];
        await shop.ask('run', {});
        for (const id of ids) expect(await shop.order(id)).to.include({ delivery: 'placed' });
      });

      for (const dies of ['before', 'after'] as const)
        it(`orders once if the process ends right ${dies} it has sent the order`, async () => {
          const id = await paid();
          await shop.ask('run', { dies });
          const stored = await delivery(id);
          expect(stored).to.include({ state: 'sending' });
          expect(stored.reference).to.match(/^woo-\d+-[0-9a-f]{24}$/);
          await shop.ask('run', {});
          expect((await delivery(id)).state, 'while the lease holds').to.equal('sending');
          await shop.ask('run', { dead: true });
          expect(await delivery(id)).to.include({ state: 'placed', reference: stored.reference, body: null });
          expect(await placed()).to.have.lengthOf(1);
        });

      it('says at the order that the database has not kept its delivery', async () => {
        const visit = await shop.visit();
        await choose(visit);
        const { id } = await shop.ask('buy', { visit: visit.name, payment: 'bacs', locked: 'deliveries' });
        const { notes, delivery: row } = await shop.ask('order', { id });
        expect([row, notes.join(' ')]).to.satisfy(([none, note]: [null, string]) => !none && /did not keep/.test(note));
      });

      it('sends nothing that the database has not kept', async () => {
        const id = await paid();
        await failure(shop.ask('run', { locked: 'deliveries' }));
        expect(await placed()).to.deep.equal([]);
        await shop.ask('run', {});
        expect((await delivery(id)).state).to.equal('placed');
        expect(await placed()).to.have.lengthOf(1);
      });

      it('orders once if several processes work at the same time', async () => {
        const id = await paid();
        await Promise.all([1, 2, 3].map(() => shop.ask('run', {}).catch(() => {})));
        await shop.ask('run', { dead: true });
        expect((await delivery(id)).state).to.equal('placed');
        expect(await placed()).to.have.lengthOf(1);
      });

      it('changes a delivery only as it was read, and reads it again if another process was faster', async () => {
        const id = await paid();
        expect(await shop.ask('race', { id })).to.deep.equal({ read: 2 });
        expect(await delivery(id)).to.include({ waybill: 'RESI-3', status: 'seen with RESI-3' });
      });

      it('leaves it to a person if the first send meets a used reference', async () => {
        const id = await paid();
        shop.refuseNext('/v1/orders', { code: 40_002_060, details: { order_id: 'a'.repeat(24) } });
        await shop.ask('run', {});
        expect((await delivery(id)).state).to.equal('unknown');
        const { notice } = await press(id, 'nothing');
        expect(notice).to.contain('ten minutes');
        await press(id, 'found', { ship_elements_found: 'a'.repeat(24) });
        expect(await delivery(id)).to.include({ state: 'placed', service_id: 'a'.repeat(24) });
      });

      it('sends what the order says when it is sent', async () => {
        const id = await paid();
        await shop.ask('edit', { id, order: { phone: '081311112222' } });
        await shop.ask('run', {});
        expect((await placed())[0]?.destination?.contact_phone).to.equal('081311112222');
        const far = await paid();
        await shop.ask('edit', { id: far, order: { postcode: '99111', quantity: 12 } });
        expect(await failure(shop.send(far))).to.equal('price-changed');
        const { terms } = await shop.ask('order', { id: far });
        const paidPrice = `Rp ${terms.price.toLocaleString('id-ID')}`;
        expect((await shop.ask('box', { id: far })).html).to.contain(`the shopper has paid ${paidPrice}.`);
        await shop.send(far, true);
        const made = (await placed())[1];
        expect(made?.destination?.postal_code).to.equal(99_111);
        expect(made?.items?.map(({ quantity }) => quantity)).to.deep.equal([12]);
      });

      it('does not order what was cancelled, and cancels what was ordered', async () => {
        const early = await paid();
        await shop.ask('edit', { id: early, status: 'cancelled' });
        await shop.ask('run', {});
        expect(await placed()).to.deep.equal([]);
        const late = await paid();
        await shop.ask('run', {});
        await shop.ask('edit', { id: late, status: 'cancelled' });
        await shop.ask('run', {});
        expect((await placed()).map(({ status }) => status)).to.deep.equal(['cancelled']);
      });

      it('cancels what was ordered a moment ago', async () => {
        const id = await paid();
        await shop.ask('run', { at_once: true });
        await shop.ask('edit', { id, status: 'cancelled' });
        await shop.ask('run', { at_once: true });
        expect((await placed()).map(({ status }) => status)).to.deep.equal(['cancelled']);
      });

      it('leaves an order to a person that has got another delivery, or has waited for more than a day', async () => {
        const fetched = await paid();
        await shop.ask('edit', { id: fetched, order: { deliveries: [] } });
        const old = await paid();
        await shop.ask('age', { id: old, hours: 25 });
        await shop.ask('run', {});
        expect(await placed()).to.deep.equal([]);
        expect((await shop.ask('box', { id: fetched })).html).to.contain('another delivery by now');
        expect((await shop.ask('box', { id: old })).html).to.contain('more than a day');
        for (const id of [fetched, old]) await press(id, 'order');
        expect(await placed()).to.have.lengthOf(2);
      });

      it('keeps the courier that staff have chosen when the service refuses the order', async () => {
        const id = await paid();
        await shop.ask('run', {});
        await shop.cancel(id);
        await press(id, 'ask');
        const { data } = await delivery(id);
        const other = data.choices?.find(({ service }) => service !== data.service)?.service;
        shop.refuseNext('/v1/orders', { error: 'No sufficient balance' });
        await press(id, 'choose', { ship_elements_service: other });
        expect((await delivery(id)).state).to.equal('refused');
        await press(id, 'order');
        if ((await delivery(id)).state === 'refused') await press(id, 'agree');
        const { courier } = (await placed()).at(-1) ?? {};
        expect(`${courier?.company}/${courier?.type}`).to.equal(other);
      });

      it('has staff order the delivery of an order that was cancelled, and is paid again', async () => {
        const early = await paid();
        await shop.ask('edit', { id: early, status: 'cancelled' });
        const late = await paid();
        await shop.ask('run', {});
        await shop.ask('edit', { id: late, status: 'cancelled' });
        await shop.ask('run', {});
        await press(late, 'order');
        expect((await shop.ask('box', { id: late })).html).to.contain('The order was cancelled');
        for (const id of [early, late]) {
          await shop.ask('edit', { id, status: 'processing' });
          await shop.ask('run', {});
          expect((await delivery(id)).state).to.equal('held');
        }
        expect((await placed()).map(({ status }) => status)).to.deep.equal(['cancelled']);
      });

      it('keeps the delivery of an order that was cancelled by mistake for a moment', async () => {
        const id = await paid();
        await shop.ask('run', {});
        await shop.ask('edit', { id, status: 'cancelled' });
        await shop.ask('edit', { id, status: 'processing' });
        await shop.ask('run', {});
        expect(await shop.day.view(id)).to.include({ words: 'Is ordered', attention: undefined });
        expect((await placed()).map(({ status }) => status)).to.deep.equal(['confirmed']);
      });

      it('waits while the payment is taken back before the delivery was ordered', async () => {
        const id = await paid();
        await shop.ask('edit', { id, status: 'on-hold' });
        await shop.ask('run', {});
        expect(await delivery(id)).to.include({ state: 'held' });
        expect((await shop.ask('box', { id })).html).to.contain('not paid any more');
        await shop.ask('edit', { id, status: 'processing' });
        await shop.ask('run', {});
        expect((await delivery(id)).state).to.equal('placed');
      });

      it('has the courier collect nothing that was refunded', async () => {
        const visit = await shop.visit();
        await choose(visit, { ...plain, cashOnDelivery: true });
        const id = await visit.checkOut('cash-on-delivery');
        await shop.ask('edit', { id, order: { refunded: 75_000 } });
        await shop.ask('run', {});
        const [made] = await placed();
        expect(made?.destination?.cash_on_delivery?.amount).to.equal((await shop.day.total(id)) - 75_000);
      });

      it('says what the courier collects and what is due, if a part is refunded after the delivery was ordered', async () => {
        const visit = await shop.visit();
        await choose(visit, { ...plain, cashOnDelivery: true });
        const id = await visit.checkOut('cash-on-delivery');
        await shop.ask('run', {});
        const collects = await shop.day.total(id);
        const rupiah = (amount: number) => `Rp ${amount.toLocaleString('id-ID')}`;
        await shop.ask('refund', { id, refunded: 75_000 });
        const sentence = `The courier collects ${rupiah(collects)}, but ${rupiah(collects - 75_000)} is due now.`;
        expect((await shop.day.view(id)).attention).to.contain(sentence);
        expect((await shop.ask('box', { id })).html)
          .to.contain('value="cancel"')
          .and.contain('value="keep"');
        expect((await shop.ask('order', { id })).notes.at(-1)).to.contain(sentence);
        await shop.cancel(id);
        await shop.send(id);
        expect((await placed()).at(-1)?.destination?.cash_on_delivery?.amount).to.equal(collects - 75_000);
        expect((await shop.day.view(id)).attention).to.equal(undefined);
      });

      it('says it as well if staff change the total, and no more when they change it back', async () => {
        const visit = await shop.visit();
        await choose(visit, { ...plain, cashOnDelivery: true });
        const id = await visit.checkOut('cash-on-delivery');
        await shop.ask('run', {});
        const total = await shop.day.total(id);
        await shop.ask('edit', { id, order: { total: total + 10_000 } });
        expect((await shop.day.view(id)).attention).to.contain('is due now');
        await shop.ask('edit', { id, order: { total } });
        expect((await shop.day.view(id)).attention).to.equal(undefined);
      });

      it('says it as well if staff change the payment method', async () => {
        for (const [cashOnDelivery, method] of [
          [true, 'bacs'],
          [false, 'cod'],
        ] as const) {
          const visit = await shop.visit();
          await choose(visit, { ...plain, cashOnDelivery });
          const id = await visit.checkOut(cashOnDelivery ? 'cash-on-delivery' : 'prepaid');
          await shop.ask('run', {});
          await shop.ask('edit', { id, order: { payment_method: method } });
          expect((await shop.day.view(id)).attention).to.contain('is due now');
        }
      });

      it('asks no more about a sum that staff have settled, until there is another one', async () => {
        const visit = await shop.visit();
        await choose(visit, { ...plain, cashOnDelivery: true });
        const id = await visit.checkOut('cash-on-delivery');
        await shop.ask('run', {});
        const total = await shop.day.total(id);
        await shop.ask('edit', { id, order: { total: total + 10_000 } });
        await press(id, 'keep');
        await shop.ask('edit', { id, order: { phone: '081234567890' } });
        expect((await shop.day.view(id)).attention).to.equal(undefined);
        await shop.ask('edit', { id, order: { total: total + 20_000 } });
        expect((await shop.day.view(id)).attention).to.contain('is due now');
      });

      it('asks nothing about a refund after the courier has collected the money', async () => {
        const visit = await shop.visit();
        await choose(visit, { ...plain, cashOnDelivery: true });
        const id = await visit.checkOut('cash-on-delivery');
        await shop.ask('run', { while_sent: { event: 'order.status', status: 'delivered' } });
        await shop.ask('refund', { id, refunded: 75_000 });
        expect((await shop.day.view(id)).attention).to.equal(undefined);
      });

      it('notices a refund in part that staff make while the order is sent', async () => {
        const visit = await shop.visit();
        await choose(visit, { ...plain, cashOnDelivery: true });
        const id = await visit.checkOut('cash-on-delivery');
        await shop.ask('run', { refunded_meanwhile: { id, refunded: 75_000 } });
        expect((await shop.day.view(id)).attention).to.contain('is due now');
      });

      it('offers to cancel the delivery of an order that was refunded', async () => {
        const id = await paid();
        await shop.ask('run', {});
        await shop.ask('edit', { id, status: 'refunded' });
        const { html } = await shop.ask('box', { id });
        expect(html).to.contain('Needs attention').and.contain('is still ordered').and.contain('value="cancel"');
        await shop.cancel(id);
        expect((await delivery(id)).state).to.equal('cancelled');
      });

      it('says that the database did not keep a cancellation from the notice about the trash', async () => {
        const id = await paid();
        await shop.ask('run', {});
        const { notice } = await shop.ask('follow', { id, locked: 'deliveries' });
        expect(notice).to.contain('The database did not keep it.');
      });

      it('counts the orders of the filtered list for its pages', async () => {
        const id = await paid();
        await shop.ask('run', {});
        await shop.ask('edit', { id, status: 'refunded' });
        expect(await shop.ask('list', { filter: 'attention', count: 40 })).to.deep.equal({ pages: 1, link: 40 });
        expect(await shop.ask('list', { filter: '', count: 40 })).to.deep.equal({ pages: 40, link: 40 });
      });

      it('exports what it knows of a delivery, and nothing of a delivery that was never ordered', async () => {
        await shop.ask('settings', { settings: { ...shop.settings, manual: 'yes' } });
        const held = await paid();
        const exported = async () => (await shop.ask('export', {})).map(({ item_id }: { item_id: string }) => item_id);
        expect(await exported()).to.deep.equal([]);
        await press(held, 'order');
        expect(await exported()).to.deep.equal([`delivery-${held}`]);
      });

      it('erases a delivery together with its order, and the district too', async () => {
        const id = await paid();
        await shop.ask('run', {});
        expect((await delivery(id)).waybill).not.to.equal('');
        expect(await shop.ask('erase', { id })).to.include.members(['_wc_shipping/ship-elements/district']);
        const { waybill, data } = await delivery(id);
        expect([waybill, Object.keys(data).filter((name) => /tracking|link/.test(name))]).to.deep.equal(['', []]);
      });

      it('sends the sender’s name as it was typed', async () => {
        await shop.ask('settings', { settings: { ...shop.settings, sender_name: 'Budi&#039;s Batik &amp; Kain' } });
        await paid();
        await shop.ask('run', {});
        expect((await placed())[0]?.origin?.contact_name).to.equal("Budi's Batik & Kain");
      });

      const tell = (body: object, secret: string) =>
        shop.wordpress.post('ship-elements/v1/webhook', body, { 'x-ship-elements-secret': secret });

      it('takes messages of the service with the shop’s secret alone', async () => {
        const id = await paid();
        await shop.ask('run', {});
        const { service_id: order_id } = await delivery(id);
        const { webhook } = await shop.ask('settings', { settings: shop.settings });
        const waybill = { event: 'order.waybill_id', order_id, courier_waybill_id: 'RESI-1' };
        expect((await tell(waybill, 'forged')).status).to.equal(401);
        expect((await tell(waybill, webhook)).status).to.equal(200);
        expect((await tell({}, webhook)).status, 'the dashboard saves the address').to.equal(200);
        expect((await tell({ ...waybill, order_id: 'unknown-order' }, webhook)).status).to.equal(404);
        expect((await delivery(id)).waybill).to.equal('RESI-1');
        const status = { event: 'order.status', order_id };
        await tell({ ...status, status: 'droppingOff', updated_at: new Date().toISOString() }, webhook);
        await tell({ ...status, status: 'picked', updated_at: new Date(Date.now() - 60_000).toISOString() }, webhook);
        expect((await delivery(id)).status).to.equal('dropping_off');
        await tell({ ...status, status: 'delivered' }, webhook);
        for (const late of ['picked', 'cancelled', 'courierNotFound', 'rejected']) {
          await tell({ ...status, status: late, updated_at: new Date().toISOString() }, webhook);
          await tell({ ...status, status: late }, webhook);
          expect(await delivery(id), 'a late message').to.include({ state: 'placed', status: 'delivered' });
        }
      });

      for (const status of ['cancelled', 'courierNotFound', 'rejected', 'returned'])
        it(`asks staff if the courier ends the delivery, and orders it again: ${status}`, async () => {
          const id = await paid();
          await shop.ask('run', {});
          const { service_id: order_id } = await delivery(id);
          await shop.ask('tell', { message: { event: 'order.status', order_id, status } });
          expect((await shop.day.view(id)).attention).to.contain('The courier has ended the delivery.');
          expect((await shop.ask('tracking', { id })).html, 'the shopper').to.contain('ship-elements-tracking');
          await press(id, 'order');
          expect((await delivery(id)).state).to.equal('placed');
          expect(await placed()).to.have.lengthOf(2);
        });

      it('asks nothing about an order that is put into the trash or cancelled after its parcel has arrived', async () => {
        const id = await paid();
        await shop.ask('run', { while_sent: { event: 'order.status', status: 'delivered' } });
        await shop.ask('edit', { id, status: 'refunded' });
        await shop.ask('edit', { id, status: 'cancelled' });
        await shop.ask('run', {});
        expect(await shop.day.view(id)).to.include({ words: 'Is ordered', attention: undefined });
        expect((await placed()).map(({ status }) => status)).to.deep.equal(['confirmed']);
      });

      it('asks no more about a refunded order after the service has refused to cancel its delivery', async () => {
        const id = await paid();
        await shop.ask('run', {});
        await shop.ask('edit', { id, status: 'refunded' });
        const { service_id } = await delivery(id);
        shop.refuseNext(`/v1/orders/${service_id}/cancel`, { code: 40_002_053 });
        expect((await press(id, 'cancel')).notice).to.contain('was not cancelled');
        expect((await shop.day.view(id)).attention).to.equal(undefined);
      });

      it('keeps a message that arrives before the answer to the order', async () => {
        const id = await paid();
        await shop.ask('run', {
          while_sent: { event: 'order.status', status: 'allocated', courier_waybill_id: 'RESI-2' },
        });
        expect(await delivery(id)).to.include({ state: 'placed', status: 'allocated', waybill: 'RESI-2' });
      });

      it('has the service send a message again that the database cannot keep', async () => {
        const id = await paid();
        const message = { event: 'order.status', status: 'allocated' };
        const early = await shop.ask('run', { while_sent: message, locked: 'kept' });
        expect(early.told, 'before the answer to the order').to.equal(503);
        const { service_id: order_id } = await delivery(id);
        const late = await shop.ask('tell', { message: { ...message, order_id }, locked: 'deliveries' });
        expect(late.told, 'after it').to.equal(503);
      });

      it('has every sentence in Indonesian', () => {
        const files = readdirSync(plugin, { recursive: true, encoding: 'utf8' }).filter((file) =>
          file.endsWith('.php'),
        );
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
    },
  );
