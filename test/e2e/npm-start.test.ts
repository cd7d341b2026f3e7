import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShop } from '../support/demo-shop.ts';
import { expect, test } from '../support/shop-test.ts';

/** The other tests open the built demo, which loads faster. */
test('npm start shows the demo, its shop, the states and the documents from their sources', async ({
  page,
  problems,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-start-'));
  const shop = await startShop(join(folder, 'shop.db'), ['npm', 'start', '--']);
  for (const name of ['', 'shop.html#demo', 'elements/checkout.html', 'docs/components/checkout.html']) {
    await page.goto(shop.address + name);
    await page.locator('ship-checkout input[type=radio]').first().waitFor();
  }
  expect(problems).toStrictEqual([]);
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
});
