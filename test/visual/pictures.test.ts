import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/shop-test.ts';
import { elements, expectAsStored, sheetsOf, takePictures } from './sheets.ts';

const folder = fileURLToPath(new URL('pictures/', import.meta.url));

/** The version of Chromium that took the stored pictures. Another version may smooth text differently. */
const note = `${folder}chromium.txt`;

const update =
  'npx playwright test -c test/playwright.config.ts --project=visual -g "pictures of ship" --update-snapshots=all';

test.describe('the elements in each state, on a small light screen and on a large dark one', () => {
  test.use({ timezoneId: 'Asia/Jakarta' });
  test.describe.configure({ mode: 'parallel' });

  test.beforeAll(({ browser }) => {
    const [major = ''] = browser.version().split('.');
    if (test.info().config.updateSnapshots === 'all') writeFileSync(note, `${major}\n`);
  });

  for (const name of elements) {
    test(`match the stored pictures of ship-${name}`, async ({ page, context, browser, demo }) => {
      const sheets = await takePictures(page, demo.address, name);
      const [stored, here] = [readFileSync(note, 'utf8').trim(), browser.version()];
      const other = here.startsWith(`${stored}.`)
        ? ''
        : ` They were taken with Chromium ${stored}, and this is ${here}.`;
      for (const [sheet, pictures] of sheets)
        await test
          .step(sheet, () => expectAsStored(context, sheet, pictures))
          .catch(({ message }) =>
            // A soft assertion, so that the other sheets are compared too.
            expect
              .soft(message, `Look at them; if they are as they should be, ${update} stores them.${other}`)
              .toBe(''),
          );
    });
  }
});

test.describe('the stored pictures', () => {
  test('are those of the elements', () => {
    const sheets = elements.flatMap(sheetsOf).map((sheet) => `${sheet}.png`);
    expect(readdirSync(folder).sort()).toStrictEqual([...sheets, 'chromium.txt'].sort());
  });

  test('are small in total', () => {
    const size = readdirSync(folder).reduce((sum, file) => sum + statSync(folder + file).size, 0);
    expect(size, `${size} bytes`).toBeLessThanOrEqual(1400 * 1024);
  });
});
