import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reasons } from '../../src/client/reasons.ts';
import { playwrightCheckout } from '../../src/testing/index.ts';
import { startService } from '../hosts/host.ts';
import { runExample } from '../support/example-shop.ts';
import { listen } from '../support/listen.ts';
import { expectToAddUp } from '../support/receipt.ts';
import { type RunningProgram, runProgram } from '../support/running-program.ts';
import { expect, type Page, test } from '../support/shop-test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const recipe = (name: string) => readFileSync(`${root}/demo/recipes/${name}`, 'utf8');

const key = 'test-key';

const rupiah = (amount = Number.NaN) => `Rp ${amount.toLocaleString('en')}`;

test.describe('the shops of demo/docs/whole-shops.md', () => {
  let sandbox: RunningProgram;

  test.beforeAll(async () => {
    const command = [process.execPath, 'dist/sandbox/cli.js', '--port', '0', '--key', key];
    sandbox = await runProgram(command, { cwd: root });
  });
  test.afterAll(() => sandbox.stop());

  const run = (server: string, ...modules: string[]) => runText(recipe(server), ...modules);

  const withModules = (server: string, modules: readonly string[]) => ({
    'shop.mjs': server,
    ...Object.fromEntries(modules.map((name) => [name, recipe(name)])),
  });

  const runText = (server: string, ...modules: string[]) => runFiles(withModules(server, modules));

  const runFiles = (files: Record<string, string>) =>
    runExample(files, {
      ...{ SHIPPING_URL: sandbox.origin, SHIPPING_KEY: key, SHIPPING_SECRET: 's'.repeat(44) },
    });

  /** A shop with what its staff run. Its `package.json` lets Node run `gateway.js` without a look into it. */
  const withStaff = (server: string) => ({
    ...withModules(server, ['several-parcels.mjs']),
    'gateway.js': recipe('vendors-gateway.mjs'),
    'staff.js': readFileSync(`${root}/demo/hosts/production/staff.js`, 'utf8'),
    'package.json': '{ "type": "module" }',
  });

  /** The shopper types the district, and takes one of its postal codes. */
  async function findDistrict(page: Page): Promise<void> {
    await page.getByRole('combobox').fill('coblong');
    await page.getByRole('option').filter({ hasText: '40132' }).click();
  }

  test('place an order from the page, and the sandbox has it', async ({ page }) => {
    const shop = await runFiles(withStaff(recipe('shop-whose-page-orders.mjs')));
    await page.goto(shop.origin);
    await findDistrict(page);
    await page.getByRole('radio').first().check();
    await page.locator('[part=button]').click();
    await expect(page.locator('[part=receipt]')).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^Order INV-\w+ is received\./)).toBeVisible();
    const answer = await fetch(`${sandbox.origin}/v1/orders`, { headers: { authorization: key } });
    const { orders } = await answer.json();
    expect(orders).toHaveLength(1);
    expect(await shop.beside('staff.js', 'cancel', orders[0].reference_id)).toContain('given-back');
    await page.reload();
    await expect(page.getByText(/^Order INV-\w+ was cancelled\./)).toBeVisible();
    await page.getByRole('link', { name: 'Order again' }).click();
    await expect(page.locator('ship-checkout')).toBeVisible();
    await shop.stop();
  });

  test('order from the page after a payment that was declined, and show the receipt after one without an answer, which is taken once when looked at', async ({
    page,
  }) => {
    let says = '';
    const provider = await listen((_request, response) => response.end(says));
    const begin = 'async function takePayment(number, rupiah) {';
    const asking = `${begin}
      const says = await (await fetch('${provider.address}')).text();
      if (says === 'lost') throw new Error('Timed out.');
      if (says === 'declined') return null;`;
    const shop = await runText(recipe('shop-whose-page-orders.mjs').replace(begin, asking));
    await page.goto(shop.origin);
    await findDistrict(page);
    await page.getByRole('radio').first().check();
    const button = page.locator('[part=button]');
    for (const [answer, sentence] of [
      ['declined', 'The payment was not taken.'],
      ['lost', 'is received. We are checking your payment: you pay once at most.'],
    ] as const) {
      says = answer;
      await expect(async () => {
        // A second press within a second is a double click, which does nothing.
        if (await button.count()) await button.click({ timeout: 1_000 });
        await expect(page.locator('body')).toContainText(sentence, { timeout: 1_000 });
      }).toPass();
    }
    says = 'taken';
    await expect(async () => {
      await page.getByRole('link', { name: 'Look again' }).click({ timeout: 1_000 });
      await expect(page.getByRole('link', { name: 'Order again' })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    expect(shop.output()).toMatch(
      /(INV-\w+\.\d+) waits: its payment has no answer: Error: Timed out\..+Paid for \1: Rp/s,
    );
    expect(shop.output().match(/Paid for/g)).toHaveLength(1);
    await shop.stop();
    await provider.close();
  });

  test('show what was accepted from the page while the service is busy, and keep the page after a COD that is refused', async ({
    page,
  }) => {
    const service = await startService();
    const shop = await runExample(withModules(recipe('shop-whose-page-orders.mjs'), []), service.environment);
    const checkout = playwrightCheckout(page.locator('ship-checkout'));
    await page.goto(shop.origin);
    await findDistrict(page);
    await checkout.choose('jne/reg');
    await checkout.switch('cash-on-delivery', true);
    service.refuseOrder();
    await checkout.order();
    await expect(page.locator('ship-checkout')).toContainText('JNE Reguler doesn’t take COD.');
    await checkout.switch('cash-on-delivery', false);
    const free = service.overload('/v1/rates/couriers');
    await checkout.order();
    await expect(page.locator('body')).toHaveText(
      /^\s*Order INV-\w+ is received\. We are booking the courier\. Look again\s*$/,
    );
    free();
    await shop.stop();
    await service.stop();
  });

  test('sell a basket of three vendors with one payment, keep a form that is refused, and follow each parcel on one page', async ({
    page,
  }) => {
    const [before, after = ''] = recipe('shop-of-vendors.mjs').split('await payAndShip(reference);');
    // As a shop does: what was bought leaves the basket.
    const emptying = `${before}await payAndShip(reference); basket.length = 0;${after}`;
    const shop = await runFiles(withStaff(emptying));
    await page.goto(shop.origin);
    const begun = await page.locator('[name=reference]').inputValue();
    expect((await page.request.get(`${shop.origin}/orders/${begun}`)).status(), 'nothing was chosen yet').toBe(404);
    await findDistrict(page);
    const parcels = page.locator('ship-parcels');
    await expect(parcels).not.toHaveJSProperty('value', null);
    await page.getByRole('switch', { name: 'Insurance' }).click();
    await expect(parcels).toHaveJSProperty('status', 'ready');
    const rate = parcels.getByRole('radio').last();
    // A press on what has just appeared does not count.
    while (!(await rate.isChecked())) await rate.click();
    await page.getByLabel('Name').fill('Siti "Ayu" Rahayu');
    await page.getByLabel('Phone').fill('0812345');
    await page.getByLabel('Address').fill('Jalan Ganesa 10');
    await expect(parcels).toHaveJSProperty('status', 'ready');
    const choicesOf = () =>
      parcels.evaluate((element: HTMLElementTagNameMap['ship-parcels']) =>
        JSON.parse(element.value ?? '[]').map(({ offer, ...choice }: { offer: string }) => choice),
      );
    const chosen = await choicesOf();
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByRole('alert')).toContainText("Please check the recipient's phone");
    await expect(page.getByLabel('Name')).toHaveValue('Siti "Ayu" Rahayu');
    await expect(page.getByLabel('Address')).toHaveValue('Jalan Ganesa 10');
    await expect(page.getByLabel('Phone')).toHaveValue('0812345');
    await expect(parcels).not.toHaveJSProperty('value', null);
    await expect(parcels).toHaveJSProperty('status', 'ready');
    await expect.poll(choicesOf).toEqual(chosen);
    const { payNow, couriers } = await parcels.evaluate((element: HTMLElementTagNameMap['ship-parcels']) => ({
      payNow: element.payNow,
      couriers: element.chosen.map(({ rate }) => rate?.courier_code),
    }));
    await page.getByLabel('Phone').fill('081298765432');
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.locator('h2:not([part])')).toHaveText(['Rumah Teduh', 'Kopi Senja', 'Batu Alam']);
    await expect(page.getByText(`Paid: ${rupiah(payNow)}.`)).toBeVisible();
    await expect(page.locator('ship-tracking [part=headline]')).toHaveText(Array(3).fill(/arrival/));
    for (const name of ['Rumah Teduh', 'Kopi Senja', 'Batu Alam'])
      await expect(page.getByRole('region', { name: `Track parcel, ${name}, ` })).toBeVisible();
    const answer = await fetch(`${sandbox.origin}/v1/orders`, { headers: { authorization: key } });
    const { orders } = await answer.json();
    const [, reference] = page.url().split('/orders/');
    const own: { reference_id: string; courier: { company: string }; origin: { contact_phone: string } }[] =
      orders.filter(({ reference_id }: { reference_id: string }) => reference_id.startsWith(`${reference}`));
    const sent = own.map(({ courier, origin }) => [origin.contact_phone, courier.company]).sort();
    const phones = ['081234500001', '081234500002', '081234500003'];
    expect(sent).toEqual(phones.map((phone, index) => [phone, couriers[index]]));
    await shop.stop();
  });

  test('keep the form of three vendors without cash on delivery if a courier refuses that, also from the page of the order, and show the receipt while a payment has no answer', async ({
    page,
  }) => {
    const service = await startService();
    // The press and the receipt ask.
    const begin = 'const takePayment = async (number) => ';
    const lost = `const answers = ['lost', 'lost'];\n${begin}answers.shift() ? undefined : `;
    const unscheduled = recipe('shop-of-vendors.mjs').replace('purchases.start();', '').replace(begin, lost);
    const shop = await runExample(withStaff(unscheduled), service.environment);
    await page.goto(shop.origin);
    const reference = await page.locator('[name=reference]').inputValue();
    service.refuseOrder(reference);
    await findDistrict(page);
    const parcels = page.locator('ship-parcels');
    await expect(parcels).not.toHaveJSProperty('value', null);
    await page.getByRole('switch', { name: 'Cash on delivery' }).click();
    await expect(parcels).toHaveJSProperty('cashOnDelivery', true);
    await expect(parcels).toHaveJSProperty('status', 'ready');
    await page.getByLabel('Name').fill('Siti Rahayu');
    await page.getByLabel('Phone').fill('081298765432');
    await page.getByLabel('Address').fill('Jalan Ganesa 10');
    await page.getByRole('button', { name: 'Order' }).click();
    await expect(page.getByRole('alert')).toContainText('It collects no cash for this order. Please choose again.');
    await page.goto(`${shop.origin}/orders/${reference}`);
    await expect(page.getByLabel('Name')).toHaveValue('Siti Rahayu');
    await expect(parcels).not.toHaveJSProperty('value', null);
    await expect(parcels).toHaveJSProperty('cashOnDelivery', false);
    await expect(parcels).toHaveJSProperty('status', 'ready');
    await page.getByRole('button', { name: 'Pay' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('We are checking your payment. You pay once at most.');
    await expect(page.locator('h2:not([part])')).toHaveText(['Rumah Teduh', 'Kopi Senja', 'Batu Alam']);
    await page.getByRole('link', { name: 'Look again' }).click();
    await expect(heading).toHaveText('Order received');
    await expect(page.getByText(/^Paid: Rp\s[\d,]+\.$/)).toBeVisible();
    await shop.stop();
    await service.stop();
  });

  test('let the shopper decide about a vendor’s parcel that was refused after others were sent', async ({ page }) => {
    const service = await startService();
    // Its schedule sends a parcel while another one is on its way: whether that will be refused is not known then.
    const unscheduled = recipe('shop-of-vendors.mjs').replace('purchases.start();', '');
    const shop = await runExample(withStaff(unscheduled), service.environment);
    /** Buys, and the service refuses the parcel with this number behind that of the purchase. */
    const buyRefused = async (number: string): Promise<string> => {
      if (page.url() === 'about:blank') await page.goto(shop.origin);
      else await page.getByRole('link', { name: 'Order again' }).click();
      const reference = await page.locator('[name=reference]').inputValue();
      service.refuseOrder(reference + number);
      await findDistrict(page);
      const parcels = page.locator('ship-parcels');
      await expect(parcels).not.toHaveJSProperty('value', null);
      // Others of that vendor cost less, on whatever day.
      await parcels.evaluate((element: HTMLElementTagNameMap['ship-parcels']) => {
        element.value = JSON.stringify([{ parcel: 'Kopi Senja', service: 'jne/yes' }]);
      });
      await expect.poll(() => parcels.evaluate(({ value }: HTMLInputElement) => value)).toContain('"jne/yes"');
      await page.getByLabel('Name').fill('Siti Rahayu');
      await page.getByLabel('Phone').fill('081298765432');
      await page.getByLabel('Address').fill('Jalan Ganesa 10');
      await page.getByRole('button', { name: 'Pay' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('A parcel cannot be sent');
      await expect(page.getByText(`Order ${reference}`)).toBeVisible();
      return reference;
    };
    const cancel = async (what: string) => {
      await page.getByText(what, { exact: true }).click();
      await page.getByRole('button', { name: `Yes, ${what.toLowerCase()}` }).click();
    };
    const parcels = page.locator('h2:not([part]) + p');

    await buyRefused('-2');
    await expect(page.getByRole('link', { name: 'Order again' }), 'not while its money is here').toHaveCount(0);
    await expect(parcels.nth(1)).toContainText('The courier could not be booked. It collects no cash for this order.');
    await expect(page.locator('ship-tracking [part=headline]')).toHaveText(Array(2).fill(/arrival/));
    const others = page.getByRole('button', { name: /^Send it by (JNE|Anteraja) .+, at no more$/i });
    // Its prices are asked for after a click.
    await expect(page.locator('form button')).toHaveText(['Yes, cancel what is not sent', 'Yes, cancel everything']);
    await expect(page.locator('form button').first(), 'nothing is cancelled at the first tap').toBeHidden();
    const release = service.hold('/v1/rates/couriers');
    await page.getByRole('link', { name: 'See other services' }).click();
    await expect(page.getByText('There are no prices now.')).toBeVisible();
    release();
    await page.reload();
    await expect(others).not.toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Send it by' })).toHaveCount(await others.count());
    await others.first().click();
    await expect(page.locator('ship-tracking [part=headline]')).toHaveText(Array(3).fill(/arrival/));

    const owing = await buyRefused('-3');
    await cancel('Cancel what is not sent');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order received');
    await expect(parcels.nth(2)).toContainText('Cancelled. Nothing is sent.');
    await expect(page.getByText('You get back: Rp')).toBeVisible();
    const [, owed = ''] = new RegExp(`given-back ${owing} (\\d+)`).exec(await shop.beside('staff.js')) ?? [];
    expect(await shop.beside('staff.js', 'given-back', owing, owed, 'transfer-1')).toContain('Nothing of it needs');
    await page.reload();
    await expect(page.getByText(`Given back: ${rupiah(Number(owed))}.`)).toBeVisible();
    await expect(page.locator('ship-tracking [part=headline]')).toHaveText(Array(2).fill(/arrival/));

    await buyRefused('');
    await expect(parcels.nth(1)).toContainText('Not sent yet, because another parcel cannot be sent.');
    const names = ['other-parcel', ...reasons.filter((one) => one.includes('-'))];
    expect(await page.content()).not.toMatch(new RegExp(names.join('|')));
    await expect(page.getByText('Cancel what is not sent')).toHaveCount(0);
    await cancel('Cancel everything');
    await expect(page.getByText('Cancelled. Nothing is sent.')).toHaveCount(3);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order cancelled');

    const reference = await buyRefused('-3');
    await service.pickUp(reference);
    await cancel('Cancel everything');
    await expect(parcels.nth(0)).toContainText('It cannot be cancelled any more.');
    await expect(parcels.nth(1)).toContainText('Cancelled. Nothing is sent.');
    await shop.stop();
    await service.stop();
  });

  test.describe('without JavaScript for payment', () => {
    let shop: RunningProgram;
    test.beforeAll(async () => {
      shop = await run('shop-server.mjs', 'shop-with-form.mjs');
    });
    test.afterAll(() => shop.stop());

    const recipient = { Name: 'Siti Rahayu', Phone: '081298765432', Address: 'Jalan Ganesa 10' };

    /** Opens the page, chooses a rate and presses switches. */
    async function choose(page: Page, service: string, switches: readonly string[] = []): Promise<void> {
      await page.goto(shop.origin);
      await findDistrict(page);
      await page.getByRole('radio').first().waitFor();
      for (const more of await page.locator('[part=more]').all()) await more.click();
      const rate = page.locator(`[value="${service}"]`);
      // A press on what has just appeared does not count.
      while (!(await rate.isChecked())) await rate.click();
      for (const id of switches) {
        await page.locator(`#${id}`).click();
        await expect(page.locator('ship-checkout')).toHaveJSProperty('status', 'ready');
      }
    }

    /** What the sums of the receipt are called. They add up. */
    async function sumsOf(page: Page): Promise<string[]> {
      const [labels, texts] = [await page.locator('dt').allTextContents(), await page.locator('dd').allTextContents()];
      expectToAddUp(labels.map((label, at) => [label, texts[at] ?? '']));
      return labels;
    }

    test('set no cookie for the form of another site', async () => {
      const form = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } };
      const answer = await fetch(`${shop.origin}/orders`, { ...form, redirect: 'manual' });
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
    });

    for (const switches of [[], ['insurance', 'cash-on-delivery']])
      test(`charge the price on screen with ${switches.join(' and ') || 'no extras'}`, async ({ page }) => {
        await choose(page, 'jne/reg', switches);
        const price = await page.evaluate(() => document.querySelector('ship-checkout')?.rate?.price ?? Number.NaN);
        for (const [label, text] of Object.entries(recipient)) await page.getByLabel(label).fill(text);
        await page.getByRole('button', { name: 'Pay and order' }).click();
        const sum = 185_000 + price;
        await expect(page.getByRole('heading')).toHaveText('The courier is booked.');
        const extras = switches.length ? ['Insurance', 'COD fee', 'Pay at the door'] : ['Paid'];
        expect(await sumsOf(page), 'as the bill').toEqual(['Goods', 'Shipping', ...extras]);
        await expect(page.locator('dd').last()).toHaveText(rupiah(sum));
        await page.goto(shop.origin);
        await expect(page.getByRole('heading'), 'it is not ordered once more').toHaveText('The courier is booked.');
        await page.getByRole('link', { name: 'Order again' }).click();
        await expect(page.getByRole('heading')).toHaveText(['Checkout', /Delivery/]);
      });

    test('keep the district, the choice and its switches after a phone that is refused, and sell then', async ({
      page,
    }) => {
      await choose(page, 'jne/yes', ['insurance', 'cash-on-delivery']);
      for (const [label, text] of Object.entries(recipient)) await page.getByLabel(label).fill(text);
      await page.getByLabel('Phone').fill('0812345');
      const pay = page.getByRole('button', { name: 'Pay and order' });
      const sum = await page.evaluate(() => document.querySelector('ship-checkout')?.rate?.price);
      await pay.click();
      await expect(page.getByRole('alert')).toContainText("Please check the recipient's phone");
      await page.getByLabel('Phone').fill(recipient.Phone);
      await expect(page.locator('ship-checkout')).toHaveJSProperty('value', 'jne/yes');
      await expect(page.locator('ship-area-search')).toHaveJSProperty('area.postal_code', 40132);
      await expect(page.locator('ship-checkout')).toHaveJSProperty('status', 'ready');
      await expect(page.locator('ship-checkout')).toHaveJSProperty('rate.price', sum);
      await pay.click();
      await expect(page.getByRole('heading')).toHaveText('The courier is booked.');
      await expect(page.locator('dd').last()).toHaveText(rupiah(185_000 + (sum ?? Number.NaN)));
      await page.goBack();
      await expect(page.getByRole('heading'), 'neither a form to send again nor its old problem').toHaveText(
        'The courier is booked.',
      );
    });

    test('refuse a changed service, another row’s offer and a missing offer', async ({ page }) => {
      const fieldsOf = async (service: string) => {
        await choose(page, service);
        const form = page.locator('form');
        return form.evaluate((element: HTMLFormElement) =>
          Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, `${value}`])),
        );
      };
      const contact = { name: 'Siti Rahayu', phone: '081298765432', address: 'Jalan Ganesa 10' };
      const pay = async (fields: Record<string, string>) => {
        const headers = { cookie: `visit=${cookie?.value}` };
        const body = new URLSearchParams({ ...fields, ...contact });
        const init = { method: 'POST', headers, body, redirect: 'manual' } as const;
        return (await fetch(`${shop.origin}/orders`, init)).headers.get('location');
      };
      const cheaper = await fieldsOf('jne/oke');
      const fields = await fieldsOf('jne/reg');
      const [cookie] = await page.context().cookies(shop.origin);
      const { 'shipping-offer': _offer, ...withoutOffer } = fields;
      expect(await pay({ ...fields, shipping: 'jne/yes' })).toBe('/');
      expect(await pay({ ...fields, 'shipping-offer': cheaper['shipping-offer'] ?? '' })).toBe('/');
      expect(await pay(withoutOffer)).toBe('/');
      expect(await pay({ ...fields, area: '', 'area-postal-code': '99351' })).toBe('/');
      expect(await pay(fields)).toBe(`/orders/${fields.reference}`);
      // Pressed again, by Back: the next order begins with an empty form.
      const refused = new URLSearchParams({
        reference: fields.reference ?? '',
        name: 'Orang Lain',
        problem: 'Choose.',
      });
      const cookies = `visit=${cookie?.value}; typed=${encodeURIComponent(`${refused}`)}`;
      const next = await fetch(`${shop.origin}/?after=${fields.reference}`, { headers: { cookie: cookies } });
      expect((await next.text()).match(/<h1>Checkout|Orang Lain|role="alert"/g)).toEqual(['<h1>Checkout']);
    });
  });
});
