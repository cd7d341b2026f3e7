import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { pluginName } from '../../src/package/woocommerce.ts';
import { recommendedOf, serviceKey, shortList } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';
import { hasPhpWithSqlite } from '../support/php.ts';
import { choose, plain, testShop } from './scenarios.ts';
import { buyOnPage, newsSecret, type Row, startWoocommerce, type WoocommerceShop } from './woocommerce.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const plugin = join(root, 'src/shops/woocommerce');

const php = (code: string, input?: unknown) => {
  const { stdout, stderr } = spawnSync('php', ['-r', `define( 'ABSPATH', '/' ); ${code}`], {
    ...{ input: JSON.stringify(input), cwd: plugin, encoding: 'utf8' },
  });
  expect(stderr).to.equal('');
  return JSON.parse(stdout);
};

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
    () => {
      afterEach(() => shop.ask('settings', { settings: shop.settings }));

      const offered = async (switches = plain, postalCode?: number) => {
        const { name } = await shop.visit(postalCode);
        return shop.ask('rates', { visit: name, ...switches }) as Promise<{ rates: Row[]; payments: string[] }>;
      };

      it('lists at most five rates, each with the day of its arrival and its offer', async () => {
        const { rates } = await offered();
        expect(rates).to.have.lengthOf.within(1, 5);
        for (const { label, meta } of rates) {
          expect(label).to.match(/^(JNE|SiCepat) .+ \(\w{3} \d+/);
          expect(meta._ship_elements_offer).to.match(/^ey/);
        }
      });

      it('shortens the list as the widget does', () => {
        const row = fc.record({
          courier_service_code: fc.constantFrom(...'abcdefghijklmnop'),
          price: fc.integer({ min: 0, max: 9 }),
          shipment_duration_range: fc.constantFrom('1 - 2', '3', '4 - 6', '', '30 - 90'),
          shipment_duration_unit: fc.constantFrom('days', 'hours', 'minutes'),
        });
        const selector = ({ courier_service_code }: { courier_service_code: string }) => courier_service_code;
        const lists = fc
          .sample(fc.uniqueArray(row, { selector, minLength: 1, maxLength: 12 }), 2_000)
          .map((list) => list.map((changes) => rate({ duration: '', ...changes })));
        const ours = lists.map((rates) => shortList(rates, recommendedOf(rates), 5).map(serviceKey));
        const input = lists.map((rates) =>
          rates.map((full) => ({ service: serviceKey(full), price: full.price, rate: full })),
        );
        const theirs = php(
          `require 'includes/short-list.php';
         $lists = json_decode( file_get_contents( 'php://stdin' ), true );
         echo json_encode( array_map( fn ( $list ) => array_column( Ship_Elements_Short_List::of( $list ), 'service' ), $lists ) );`,
          input,
        );
        expect(theirs).to.deep.equal(ours);
      });

      it('offers cash on delivery as a payment only where a courier collects the money', async () => {
        expect((await offered()).payments).to.deep.equal(['bacs', 'cod']);
        const collected = await offered({ ...plain, cashOnDelivery: true });
        expect(collected.rates).not.to.be.empty;
        await shop.ask('settings', { settings: { ...shop.settings, cod: 'no' } });
        expect((await offered()).payments).to.deep.equal(['bacs']);
      });

      it('refuses cash on delivery if a fee makes the total another one than the courier collects', async () => {
        const visit = await shop.visit();
        await choose(visit, { ...plain, cashOnDelivery: true });
        const refusal = await shop.ask('buy', { visit: visit.name, payment: 'cod', fee: 5_000 }).catch(String);
        expect(refusal).to.contain('Cash on delivery is not possible with the fees');
      });

      it('takes the flat price while the gateway cannot be reached, and tells the staff to choose a courier', async () => {
        const settings = { ...shop.settings, gateway_url: 'http://127.0.0.1:9/shipping', flat: '25000' };
        await shop.ask('settings', { settings });
        const { name } = await shop.visit();
        const { rates, payments } = await shop.ask('rates', { visit: name, ...plain });
        expect(rates.map(({ price }: Row) => price)).to.deep.equal([25_000]);
        expect(payments).to.deep.equal(['bacs']);
        const { id } = await shop.ask('buy', { visit: name, payment: 'bacs' });
        const { delivery } = await shop.ask('order', { id });
        expect(delivery).to.include({ state: 'needs-attention', reason: 'no-courier' });
      });

      it('names the setting that is missing, and never shows the secret', async () => {
        const { sender_phone: _, ...settings } = shop.settings as Record<string, string>;
        const { problem, secret } = await shop.ask('settings', { settings });
        expect(problem).to.equal('Ship Elements: “Phone” is missing.');
        expect(secret).to.contain('name="secret"').and.not.contain(shop.settings.secret);
      });

      /** A paid order whose delivery waits for the scheduler. */
      const paid = async (): Promise<string> => {
        const visit = await shop.visit();
        await choose(visit);
        return visit.checkOut('prepaid');
      };

      it('orders the deliveries of all orders that were paid before the scheduler runs', async () => {
        const ids = [await paid(), await paid()];
        await shop.ask('run', {});
        for (const id of ids) expect(await shop.order(id)).to.include({ delivery: 'placed' });
      });

      it('takes a waybill from a notification that the gateway has signed', async () => {
        const id = await paid();
        await shop.ask('run', {});
        const { delivery } = await shop.ask('order', { id });
        const text = JSON.stringify({
          type: 'order.waybill_id',
          data: { reference: delivery.reference, id: delivery.id, waybill_id: 'RESI-1' },
        });
        const time = String(Math.floor(Date.now() / 1000));
        const key = Buffer.from(newsSecret.replace('whsec_', ''), 'base64');
        const send = (signature: string) =>
          shop.wordpress.post('ship-elements/v1/news', text, {
            ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` },
          });
        expect((await send('forged')).status).to.equal(401);
        const signature = createHmac('sha256', key).update(`msg_1.${time}.${text}`).digest('base64');
        expect((await send(signature)).status).to.equal(204);
        expect((await shop.order(id)).waybill).to.equal('RESI-1');
      });

      it('has every sentence in Indonesian', () => {
        const files = readdirSync(plugin, { recursive: true, encoding: 'utf8' }).filter((file) =>
          file.endsWith('.php'),
        );
        const code = files
          .filter((file) => !file.startsWith('languages'))
          .map((file) => readFileSync(join(plugin, file), 'utf8'));
        const sentences = [...code.join('\n').matchAll(/__\( '(.+?)', 'ship-elements' \)/g)].map(
          ([, sentence]) => sentence,
        );
        const { messages } = php("echo json_encode( require 'languages/ship-elements-id_ID.l10n.php' );");
        expect(sentences.filter((sentence) => !messages[sentence as string])).to.deep.equal([]);
        expect(Object.keys(messages).filter((sentence) => !sentences.includes(sentence))).to.deep.equal([]);
      });

      it('is built into a zip with the widget in it, under the version of the package', () => {
        const files = unzipSync(readFileSync(join(root, 'dist', pluginName)));
        expect(files).to.include.keys('ship-elements/assets/ship-elements.js', 'ship-elements/includes/tokens.php');
        const main = Buffer.from(files['ship-elements/ship-elements.php'] as Uint8Array).toString();
        const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
        expect(main).to.contain(` * Version: ${version}\n`).and.contain(`SHIP_ELEMENTS_VERSION = '${version}'`);
      });
    },
  );
