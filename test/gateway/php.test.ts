import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { type Cart, type Destination, signCart, verifyOffer } from '../../src/server.ts';
import { hasPhp } from '../support/php.ts';
import { cart, destination, openSandboxShop, order, question } from './shop.ts';

const readme = readFileSync(new URL('../../demo/docs/whole-shops.md', import.meta.url), 'utf8');
const [, example = ''] = /```php\n([\s\S]*?)```/.exec(readme) ?? [];

interface Form {
  cart: Cart;
  destination: Destination;
  service: string;
  insured: boolean;
  cashOnDelivery: boolean;
}

if (hasPhp())
  describe('“The same in PHP” of the docs', () => {
    const shop = openSandboxShop({ orders: 'order' });
    /** The example as it stands there, for this shop, and one call more. */
    const php = (call: string, input: unknown): string => {
      const code = `${example.replace('<?php', '').replace("'toko-senja'", `'${shop.account}'`).replace("'2026-11'", "'now'")}
        $in = json_decode(file_get_contents('php://stdin'), true);
        try { echo ${call}; } catch (RuntimeException $problem) { echo $problem->getMessage(); }`;
      const env = { ...process.env, SHIPPING_SECRET: shop.keys.current.secret };
      const { stdout, stderr } = spawnSync('php', ['-r', code], {
        input: JSON.stringify(input),
        env,
        encoding: 'utf8',
      });
      expect(stderr).to.equal('');
      return stdout;
    };
    /** Price of the delivery, what is paid now and what at the door. */
    const price = (offer: unknown, { cart: of, destination: to, ...form }: Form) =>
      php(
        "implode(' ', array_map(fn ($name) => ship_accept($in['offer'], $in['cart'], $in['destination'], $in['service'], $in['insured'], $in['cash'])[$name], ['price', 'payNow', 'payAtDoor']))",
        {
          offer,
          cart: of,
          destination: to,
          service: form.service,
          insured: form.insured,
          cash: form.cashOnDelivery,
        },
      );

    it('signs a cart that the gateway takes, with names in any script', async () => {
      const named = {
        ...cart,
        items: [{ ...cart.items[0], name: 'Kain “Batik” / ü 💡\u2028', width: 8.5, height: 9.0 }],
      } as Cart;
      const token = php("ship_sign('cart', 60, $in)", named);
      const { status, body } = await shop.post('/v1/rates/couriers', { ...question, cart: token });
      expect(status, JSON.stringify(body)).to.equal(200);
      const [row] = body.pricing;
      const form = { cart: named, destination, service: `${row.courier_code}/${row.courier_service_code}` };
      const prepaid = { ...form, insured: false, cashOnDelivery: false };
      expect(price(row.offer, prepaid)).to.equal(`${row.price} ${cart.subtotal + row.price} 0`);
    });

    it('reads an offer as ship-elements/server does, for each combination of the switches', async () => {
      const asked = { courier_insurance: 1, destination_cash_on_delivery: 1, couriers: 'jne,jntcargo,lion' };
      const { body } = await shop.post('/v1/rates/couriers', {
        ...question,
        ...asked,
        cart: await signCart(cart, shop.keys),
      });
      const rows: (Rate & { offer: string })[] = body.pricing;
      const some = rows.filter(({ courier_code }, at) => courier_code === 'jntcargo' || at < 3);
      for (const row of some)
        for (const [insured, cashOnDelivery, cash_on_delivery_collects] of [
          [false, false],
          [true, false],
          [true, true],
          [false, true, 'goods'],
        ] as const) {
          const form = {
            cart: { ...cart, cash_on_delivery_collects },
            destination,
            service: `${row.courier_code}/${row.courier_service_code}`,
            insured,
            cashOnDelivery,
          };
          const ours = await verifyOffer(row.offer, form, shop.keys).then(
            ({ price, payNow, payAtDoor }) => `${price} ${payNow} ${payAtDoor}`,
            ({ code }) => (code === 'cod-unavailable' ? 'not-quoted' : code),
          );
          expect(price(row.offer, form), form.service).to.equal(ours);
        }
    });

    it('reads numbers that come as text, and empty fields, as the gateway does', async () => {
      const [goods] = cart.items;
      const items = [{ ...goods, sku: '', value: String(goods?.value), quantity: '2', weight: '250', width: '9.0' }];
      const written = {
        ...cart,
        items,
        origin: { origin_postal_code: '12440' },
        subtotal: '150000',
      } as unknown as Cart;
      const token = php("ship_sign('cart', 60, $in)", written);
      const { body } = await shop.post('/v1/rates/couriers', { ...question, cart: token, courier_insurance: 1 });
      const [row] = body.pricing;
      const service = `${row.courier_code}/${row.courier_service_code}`;
      const form = {
        cart: written,
        destination: { destination_postal_code: '40111' } as unknown as Destination,
        service,
      };
      const insured = { ...form, insured: true, cashOnDelivery: false };
      expect(price(row.offer, insured)).to.equal(`${row.price} ${150_000 + row.price} 0`);
    });

    it('takes no offer that is forged, or is for something else', async () => {
      const { body } = await shop.post('/v1/rates/couriers', { ...question, cart: await signCart(cart, shop.keys) });
      const [row] = body.pricing;
      const form: Form = {
        cart,
        destination,
        service: `${row.courier_code}/${row.courier_service_code}`,
        insured: false,
        cashOnDelivery: false,
      };
      const [head, claims] = row.offer.split('.');
      const others: [string, string, Form][] = [
        ['forged', `${row.offer}x`, form],
        ['forged', `${head}.${claims}.`, form],
        ['forged', await signCart(cart, shop.keys), form],
        ['other-cart', row.offer, { ...form, cart: { ...cart, subtotal: 1 } }],
        ['other-destination', row.offer, { ...form, destination: { destination_postal_code: 99351 } }],
        ['other-service', row.offer, { ...form, service: 'jne/other' }],
        ['not-quoted', row.offer, { ...form, insured: true }],
      ];
      for (const [word, offer, submitted] of others) expect(price(offer, submitted), word).to.equal(word);
    });

    it('grants an order that the gateway places', async () => {
      const token = php("ship_sign('grant', 10, $in)", {
        order,
        reference: 'INV-1',
        price_max: 1_000_000,
        subtotal: 150_000,
      });
      expect((await shop.post('/v1/orders', { grant: token })).body).to.include({
        status: 'confirmed',
        reference_id: 'INV-1',
      });
    });
  });
