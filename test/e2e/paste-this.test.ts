import { readFileSync } from 'node:fs';
import { exampleOf } from '../support/docs.ts';
import { runExample } from '../support/example-shop.ts';
import { expect, test } from '../support/shop-test.ts';

const readmes = [
  ['README.md', 'Paste this', 'Insurance', 'Continue to payment', /^To be delivered by \w+\/\w+\. Not insured\.$/],
  ['README.id.md', 'Salin ini', 'Asuransi', 'Lanjut ke pembayaran', /^Dikirim dengan \w+\/\w+\. Tanpa asuransi\.$/],
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
