import Libsql from 'libsql';
import { pressUntil, tabTo } from '../support/keyboard.ts';
import { cancelOrder, expect, expectReceipt, hold, type Page, payAndOrder, test } from '../support/shop-test.ts';

test.describe('a purchase in the demo shop', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test.beforeEach(async ({ page, demo }) => {
    await page.goto(`${demo.address}shop.html#demo`);
    await page.locator('ship-checkout input[type=radio]').first().waitFor();
  });

  const summary = async (page: Page) =>
    ((await page.locator('#summary').textContent()) ?? '').replace(/\s+/g, ' ').trim();
  /** The sum at the order button, once it is called so. */
  const total = async (page: Page, label = 'Total with delivery') => {
    const sum = page.locator('ship-order-button .sum', { hasText: label });
    return Number((await sum.locator('strong').textContent())?.replace(/\D/g, ''));
  };

  test('works with the keyboard alone, from the whole list to cancelling, and is in the sandbox’s database', async ({
    page,
    demo,
    problems,
  }) => {
    await tabTo(page, /^summary .*Change/);
    await page.keyboard.press('Enter');
    await tabTo(page, /name=name/);
    await page.keyboard.type('Siti Rahayu');
    await tabTo(page, /^button .*\d+ more/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^button .*Choose/);
    await page.keyboard.press('Enter');
    await tabTo(page, /value=jne JNE/);
    await page.keyboard.press('Space');
    await page.locator('#log li', { hasText: 'ship-courier-change' }).waitFor();
    // Which row is the first depends on the day of the week.
    await expect(page.getByRole('radio', { name: /^SiCepat/ })).toHaveCount(0);

    await tabTo(page, /^input .*name=rate/);
    await pressUntil(page, 'ArrowDown', /value=jne\/reg/);
    const plain = await total(page);

    await tabTo(page, /#insurance/);
    await page.keyboard.press('Space');
    await page.locator('#insurance:checked').waitFor();
    const insurance = await total(page);
    expect(insurance - plain).toBe(4_355_000 * 0.005);

    await tabTo(page, /#cash-on-delivery/);
    await page.keyboard.press('Space');
    expect(await total(page, 'Pay at the door')).toBeGreaterThan(insurance);
    const promised = await page.evaluate(() => document.querySelector('ship-checkout')?.rate?.price ?? Number.NaN);

    await tabTo(page, /^button .*Place order/);
    await page.keyboard.press('Enter');
    const number = page.locator('ship-order-button #id-label + dd code');
    // The number is folded.
    await number.waitFor({ state: 'attached' });
    const id = (await number.textContent()) ?? '';

    const stored = await readOrder(demo.database, id);
    expect(stored.status).toBe('confirmed');
    // The service's COD fee for the larger sum is the shop's.
    expect(stored.document.price).toBeGreaterThan(promised);
    expect(stored.document.destination.cash_on_delivery.amount).toBe(4_355_000 + promised);
    expect(stored.document.courier.insurance.amount).toBe(4_355_000);
    expect(stored.document.destination.contact_name).toBe('Siti Rahayu');

    await tabTo(page, /^summary .*Order details/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^button .*Cancel order/);
    await page.keyboard.press('Enter');
    await page.locator('ship-order-button select').waitFor();
    await page.keyboard.press('ArrowDown');
    await tabTo(page, /^button .*Yes, cancel the order/);
    await page.keyboard.press('Enter');
    await page.locator('#log li', { hasText: 'ship-order-cancelled' }).waitFor();
    await expect(page.locator('#address-section'), 'nothing is sent there').toBeHidden();
    const cancelled = await readOrder(demo.database, id);
    expect(cancelled.status).toBe('cancelled');
    expect(cancelled.document.cancellation_reason_code).toBe('pickup_delay');
    // Nobody pays the courier any more.
    expect(await summary(page)).not.toContain('courier');
    await page.reload();
    await expect(page.locator('#money')).toHaveText(
      'Nothing will be sent. You have paid nothing, and nothing will be collected.',
    );
    expect(await summary(page)).not.toMatch(/courier|Paid|Goes back/);
    expect(await summary(page), 'its rows add up to nothing').toMatch(/Cancelled−Rp.[\d,]+$/);
    await page.goto(`${demo.address}desk.html`);
    const shipping = page.locator('#orders tr', { hasText: id }).locator('[data-heading=Shipping]');
    await expect(shipping, 'as the bill has it: each fee stands beside its extra').toHaveText('Rp 34,800');
    await expect(page.locator('#orders tr', { hasText: id })).toContainText(
      /Cancelled.*pickup took too long.*Rp.4,547,343.*fee Rp.*Rp.4,355,000.*fee Rp/,
    );
    const broken = await page
      .locator('#orders td:is([data-heading="Number"], [data-heading="Waybill"]) > span')
      .evaluateAll(
        (numbers) =>
          numbers.filter(({ firstChild }) => {
            const range = document.createRange();
            range.selectNodeContents(firstChild as Text);
            return range.getClientRects().length > 1;
          }).length,
      );
    expect(broken, 'numbers in several lines').toBe(0);
    expect(problems).toStrictEqual([]);
  });

  test('is paid before anything is ordered, and cannot be edited once it is', async ({ page, problems }) => {
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/v1/orders') && sent.push(request.method()));
    await page.locator('#cart input').first().fill('2');
    await page.reload();
    await expect(page.locator('#cart input').first()).toHaveValue('2');
    await page.locator('ship-checkout input[type=radio]').first().check();
    const due = await total(page);
    const [order, payment] = [page.locator('ship-order-button [part=button]'), page.locator('#payment')];
    await order.click();
    await expect(payment).toContainText(`Rp ${due.toLocaleString('en')}`);
    await payment.locator('.pay').evaluate((pay) => {
      const tap = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 });
      // At a moment before the payment was opened: of a test, no other moment is certainly early enough.
      Object.defineProperty(tap, 'timeStamp', { value: 0 });
      pay.dispatchEvent(tap);
    });
    await expect(payment, 'the second tap on the order button does not pay').toBeVisible();
    await payment.getByRole('button', { name: 'Back' }).press('Enter');
    await expect(payment).toBeHidden();
    await expect(page.locator('ship-checkout')).toHaveJSProperty('status', 'ready');
    expect(sent).toStrictEqual([]);

    await order.click();
    await payment.getByRole('button', { name: 'Pay', exact: true }).press('Enter');
    await expect(page.locator('ship-checkout').getByText('Order received').first()).toBeVisible();
    expect(sent).toStrictEqual(['POST']);
    await expect(page.locator('#summary-card'), 'one bill: that of the receipt').toBeHidden();
    await page.getByText('Sari Wulandari').click();
    await expect(page.locator('#checkout input:visible'), 'the address is said once').toHaveCount(0);
    await expect(page.locator('#cart input')).toHaveCount(0);
    // The receipt has the page's heading, and begins with the shop's own number.
    await expect(page.locator('h1#title')).toBeHidden();
    await expect(page.locator('ship-order-button h3')).toHaveAttribute('aria-level', '1');
    const number = page.locator('ship-order-button code').first();
    await expect(number).toHaveText(/^RT-\w{4}$/);

    const shown = await number.innerText();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order received');
    await expect(page.locator('#summary-card')).toBeVisible();
    expect(await summary(page), 'all of it is paid').toMatch(new RegExp(`PaidRp.${due.toLocaleString('en')}$`));
    await expectReceipt(page, shown);
    await page.getByText('Cancel order').click();
    const back = `Rp ${due.toLocaleString('en')} goes back to the account that you paid from`;
    await expect(page.locator('#cancel')).toContainText(back);
    const confirm = page.getByRole('button', { name: 'Yes, cancel the order' });
    await page.route('**/shipping/v1/orders/**', (route) => route.abort());
    await confirm.click();
    await expect(page.getByRole('status').filter({ hasText: 'don’t know yet' })).toBeVisible();
    await expect(confirm, 'what has no answer is asked again at the same place').toBeFocused();
    await page.unroute('**/shipping/v1/orders/**');
    // The console names what was not answered.
    problems.splice(0);
    await confirm.click();
    // Beside the drawer there are two columns from this width on.
    await page.setViewportSize({ width: 1600, height: 900 });
    for (const look of ['at once', 'after a reload']) {
      await expect(page.getByRole('heading', { level: 1 }), look).toHaveText('Order cancelled');
      await expect(page.locator('#money'), look).toContainText(`Nothing will be sent. ${back}`);
      await expect(page.getByText('Cancel order'), look).toBeHidden();
      const sum = due.toLocaleString('en');
      const rows = new RegExp(`Cancelled−Rp.${sum}PaidRp.${sum}Goes back to youRp.${sum}$`);
      expect(await summary(page), look).toMatch(rows);
      await expect(page.locator('#save'), 'nothing is bought').toBeHidden();
      const [bill, goods] = await Promise.all(['#summary', '#cart'].map((part) => page.locator(part).boundingBox()));
      expect(bill?.x, 'the bill has the wide column').toBeLessThan(goods?.x ?? 0);
      await page.reload();
    }
    await page.getByRole('button', { name: 'Order again' }).click();
    await page.locator('ship-checkout input[type=radio]').first().waitFor();
    await expect(page.locator('#cart input').first(), 'the same goods').toHaveValue('2');
    expect(sent).toStrictEqual(['POST']);
    expect(problems).toStrictEqual([]);
  });

  test('counts what the payment has asked for, and then asks for the rest, if the cart costs more by then', async ({
    page,
  }) => {
    const [order, payment] = [page.locator('ship-order-button [part=button]'), page.locator('#payment')];
    const money = (rupiah: number) => `Rp ${rupiah.toLocaleString('en')}`;
    await page.locator('ship-checkout input[type=radio]').first().check();
    const before = await total(page);
    const sign = await hold(page, '**/checkout/cart');
    await order.press('Enter');
    await expect(page.locator('#due')).toHaveText(money(before));
    // A dialog blocks the page for people: another tab of the shop may do it, or a price that has changed.
    await page
      .locator('#cart input')
      .first()
      .evaluate((quantity: HTMLInputElement) => {
        quantity.value = '3';
        quantity.dispatchEvent(new Event('input', { bubbles: true }));
      });
    sign();
    await expect.poll(() => total(page)).toBeGreaterThan(before);
    const after = await total(page);
    await payment.getByRole('button', { name: 'Pay', exact: true }).press('Enter');
    await expect(page.locator('#due')).toHaveText(money(after - before));
    await expect(page.locator('#paid-before')).toContainText(
      `Paid ${money(before)}. Left to pay: ${money(after - before)}.`,
    );
    await payment.getByRole('button', { name: 'Back' }).press('Enter');
    await page.setViewportSize({ width: 360, height: 640 });
    for (const place of ['ship-checkout', '#cancel-free']) {
      await page.locator(place).evaluate((element) => element.scrollIntoView({ block: 'end' }));
      await expect(page.locator('#paid-before'), `while ${place} is looked at`).toBeInViewport({ ratio: 1 });
    }
    await expect(order, 'the button says what is left to pay').toHaveText(`Pay ${money(after - before)}`);
    await order.press('Enter');
    await payment.getByRole('button', { name: 'Pay', exact: true }).press('Enter');
    await expect(page.locator('ship-checkout').getByText('Order received').first()).toBeVisible();
  });

  test('is not paid while the shop signs a changed cart', async ({ page }) => {
    const [order, payment] = [page.locator('ship-order-button [part=button]'), page.locator('#payment')];
    await page.locator('ship-checkout input[type=radio]').first().check();
    const before = await total(page);
    const sign = await hold(page, '**/checkout/cart');
    const asked = page.waitForRequest('**/checkout/cart');
    await page.locator('#cart input').first().fill('3');
    await asked;
    await order.press('Enter');
    await expect(page.locator('ship-checkout')).toHaveJSProperty('status', 'ready');
    await expect(payment).toBeHidden();
    sign();
    await expect.poll(() => total(page)).toBeGreaterThan(before);
    await order.press('Enter');
    await expect(page.locator('#due')).toHaveText(`Rp ${(await total(page)).toLocaleString('en')}`);
  });

  test('says after a reload what has become of the order meanwhile: cancelled without an answer, on its way, or paid at the door', async ({
    page,
  }) => {
    const buy = async (isAtDoor = false) => {
      await page.locator('ship-checkout input[type=radio]').first().check();
      if (isAtDoor) {
        await page.locator('ship-checkout #cash-on-delivery').check();
        await page.locator('ship-order-button .bar', { hasText: 'Pay at the door' }).locator('[part=button]').click();
      } else await payAndOrder(page);
      await page.locator('[part=receipt]').waitFor();
      return page
        .locator('ship-checkout')
        .evaluate((checkout) => (checkout as HTMLElementTagNameMap['ship-checkout']).track);
    };
    await buy();
    await page.route('**/shipping/v1/orders/**', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await cancelOrder(page);
    await expect(page.locator('ship-order-button .problem')).toContainText('don’t know yet');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order cancelled');
    await expect(page.locator('#money')).toContainText('Nothing will be sent.');
    await expect(page.getByText('Cancel order')).toBeHidden();
    await page.unroute('**/shipping/v1/orders/**');

    await page.getByRole('button', { name: 'Order again' }).click();
    const headers = { authorization: `Bearer ${await buy(true)}` };
    const reach = async (...statuses: string[]) => {
      for (const _status of statuses)
        await page.evaluate((headers) => fetch('/desk/parcels/next', { method: 'POST', headers }), headers);
      await page.reload();
    };
    await reach('allocated', 'picking_up', 'picked');
    await expect(page.locator('#cancel-until')).toContainText('can no longer be cancelled');
    await expect(page.getByText('Cancel order')).toBeHidden();
    await expect(page.locator('#summary .total')).toContainText('Pay at the door');
    await reach('in_transit', 'dropping_off', 'delivered');
    await expect(page.locator('#summary .total'), 'the courier has collected it').toContainText('Paid');
  });

  test('is made in a browser that keeps nothing for a page, and every page of the demo works there', async ({
    page,
    demo,
    problems,
  }) => {
    await page.addInitScript(() => {
      for (const name of ['sessionStorage', 'localStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    });
    for (const path of [
      '',
      'elements/checkout.html',
      'product.html',
      'cart.html',
      'basket.html',
      'desk.html',
      'playground.html',
      'tracking.html',
    ])
      await page.goto(demo.address + path, { waitUntil: 'networkidle' });
    await page.goto(`${demo.address}shop.html#demo`);
    await page.locator('ship-checkout input[type=radio]').first().check();
    await payAndOrder(page);
    await cancelOrder(page);
    await expect(page.locator('ship-order-button h3')).toContainText('cancelled');
    expect(problems).toStrictEqual([]);
  });

  test('calls a draft by its name, also after a reload, and shows no way of a parcel that nobody has ordered', async ({
    page,
  }) => {
    await page.getByLabel('Order mode').selectOption('draft');
    await page.locator('ship-order-button [part=button]').press('Enter');
    await expect(page.locator('ship-order-button h3')).toHaveText('Saved as a draft');
    await expect(page.getByRole('link', { name: 'Track parcel' })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved as a draft');
    await expect(page.locator('#summary'), 'the sum as the receipt has called it').toContainText('Total with delivery');
    await expect(page.locator('ship-tracking')).toHaveCount(0);
  });

  test('asks for what another choice costs more than was paid, and says what goes back of a cheaper one, also once it is cancelled', async ({
    page,
    context,
  }) => {
    const [order, payment] = [page.locator('ship-order-button [part=button]'), page.locator('#payment')];
    const said = page.locator('#paid-before');
    const money = (rupiah: number) => `Rp ${rupiah.toLocaleString('en')}`;
    const goesBack = (rupiah: number) => `${money(rupiah)} goes back to the account that you paid from, by `;
    const radios = page.locator('ship-checkout input[type=radio]');
    const choose = async (value: string) => {
      await page.locator(`ship-checkout input[value="${value}"]`).check();
      return total(page);
    };
    /** Fails, because nothing is sent without a connection. */
    const payOffline = async (due: number) => {
      await order.press('Enter');
      await expect(page.locator('#due')).toHaveText(money(due));
      await context.setOffline(true);
      await payment.getByRole('button', { name: 'Pay', exact: true }).press('Enter');
      await expect(page.locator('ship-order-button .message')).toContainText('You are offline.');
      await context.setOffline(false);
      // To screen readers, too: what was said of the connection is over.
      await expect(page.locator('ship-checkout [role=status]').first()).toContainText('has not confirmed your order');
    };
    const values = await radios.evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).value));
    const sums = new Map<string, number>();
    for (const value of values) sums.set(value, await choose(value));
    const [low = ['', 0], middle = ['', 0], high = ['', 0]] = [...sums].sort(([, one], [, other]) => one - other);
    expect(low[1]).toBeLessThan(middle[1]);
    expect(middle[1]).toBeLessThan(high[1]);

    await choose(middle[0]);
    await payOffline(middle[1]);
    await choose(high[0]);
    await expect(said).toHaveText(`Paid ${money(middle[1])}. Left to pay: ${money(high[1] - middle[1])}.`);
    await payOffline(high[1] - middle[1]);
    await page.reload();
    await choose(low[0]);
    await expect(said).toContainText(`Paid ${money(high[1])}. ${goesBack(high[1] - low[1])}`);
    await order.press('Enter');
    await expect(page.locator('ship-checkout').getByText('Order received').first()).toBeVisible();
    const bill = `Paid${money(high[1])}Goes back to you`;
    // As a reload finds it: another tab that this one opens has what it keeps.
    const opened = page.waitForEvent('popup');
    await page.evaluate(() => void open(location.href));
    const reloaded = await opened;
    for (const shown of [page, reloaded]) {
      const text = `Paid ${money(high[1])}. ${goesBack(high[1] - low[1])}`;
      await expect(shown.locator('#paid-before')).toContainText(text);
      expect(await summary(shown)).toContain(`Total with delivery${money(low[1])}${bill}${money(high[1] - low[1])}`);
    }
    await reloaded.close();
    await expect(page.locator('ship-order-button .paid')).toHaveText(`Total with delivery${money(low[1])}`);

    const number = (await page.locator('ship-order-button code').first().textContent()) ?? '';
    await cancelOrder(page);
    await expect(page.locator('ship-order-button h3')).toContainText('cancelled');
    for (const look of ['at once', 'after a reload']) {
      await expect(page.locator('body'), look).toContainText(goesBack(high[1]));
      await expect(said, look).toBeEmpty();
      await expect(page.locator('a.action:visible', { hasText: 'Contact the shop' }), look).toHaveCount(1);
      await expect(page.getByRole('button', { name: 'Order again' }), look).toHaveCount(1);
      await expect(page.getByText('Order number').locator('visible=true'), look).toHaveCount(1);
      await expect(page.locator('body'), look).toContainText(number);
      expect(await summary(page), look).toContain(bill + money(high[1]));
      expect(await summary(page), 'nothing is bought').not.toContain('Total');
      await page.reload();
    }
  });
});

async function readOrder(file: string, id: string) {
  const database = new Libsql(file);
  const select = "SELECT status, document FROM records WHERE kind = 'order' AND id = ?";
  const row = database.prepare(select).get(id) as { status: string; document: string } | undefined;
  database.close();
  expect(row, `the order ${id} is not in the database`).toBeDefined();
  return { status: row?.status, document: JSON.parse(row?.document ?? '') };
}
