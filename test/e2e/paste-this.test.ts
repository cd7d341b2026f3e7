import { readFileSync } from 'node:fs';
import { exampleOf } from '../support/docs.ts';
import { runExample } from '../support/example-shop.ts';
import { expect, test } from '../support/shop-test.ts';

const readmes = [
  [
    'README.md',
    'Paste this',
    'Insurance',
    'Continue to payment',
    /^To be delivered by \w+\/\w+\. Not insured\. Paid now\.$/,
  ],
  [
    'README.id.md',
    'Salin ini',
    'Asuransi',
    'Lanjut ke pembayaran',
    /^Dikirim dengan \w+\/\w+\. Tanpa asuransi\. Dibayar sekarang\.$/,
  ],
] as const;

for (const [file, heading, insurance, button, answer] of readmes)
  test(`“${heading}” of ${file} offers rates, and its form submits the choice`, async ({ page, problems }) => {
    const readme = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    const shop = await runExample({
      'index.html': exampleOf(readme, 'html', heading),
      'shop.mjs': exampleOf(readme, 'js', heading),
    });
    await page.goto(shop.origin);
    await page.getByRole('radio').first().check();
    await expect(page.getByRole('switch', { name: insurance })).toBeVisible();
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(answer)).toBeVisible();
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
    await shop.stop();
  });

test('the form of Start that asks for the district submits it with the choice', async ({ page, problems }) => {
  const start = readFileSync(new URL('../../demo/docs/start.md', import.meta.url), 'utf8');
  const html = exampleOf(start, 'html', 'A page and a server')
    .replace(/<form[\s\S]*<\/form>/, () => exampleOf(start, 'html', 'Ask for the district'))
    .replace('ship-elements-choice', 'ship-elements-area-search');
  const shop = await runExample({ 'index.html': html, 'shop.mjs': exampleOf(start, 'js', 'A page and a server') });
  await page.goto(shop.origin);
  await page.getByRole('combobox').pressSequentially('coblong');
  await page.getByRole('option').first().click();
  await page.getByRole('radio').first().check();
  const sent = page.waitForRequest('**/payment');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  const form = new URLSearchParams((await sent).postData() ?? '');
  expect(form.get('area')).toMatch(/^IDNP/);
  expect(form.get('area-postal-code')).toMatch(/^\d{5}$/);
  expect(form.get('shipping')).toMatch(/^\w+\/\w+$/);
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  await shop.stop();
});
