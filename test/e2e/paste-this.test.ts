import { readFileSync } from 'node:fs';
import { exampleOf } from '../support/docs.ts';
import { runExample } from '../support/example-shop.ts';
import { expect, test } from '../support/shop-test.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('README’s “Paste this” offers rates, and its form submits the choice', async ({ page, problems }) => {
  const shop = await runExample({
    'index.html': exampleOf(readme, 'html', 'Paste this'),
    'shop.mjs': exampleOf(readme, 'js', 'Paste this'),
  });
  await page.goto(shop.origin);
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText(/^To be delivered by \w+\/\w+\. Not insured\.$/)).toBeVisible();
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  await shop.stop();
});
