/** `npm run test:visual:update`: takes every picture anew and stores it, whatever is different. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShop } from '../support/demo-shop.ts';
import { folder, store, storedFiles } from './stored.ts';
import { elements, launchForPictures, takePictures } from './take-pictures.ts';

const place = mkdtempSync(join(tmpdir(), 'ship-elements-pictures-'));
const shop = await startShop(join(place, 'shop.db'));
const browser = await launchForPictures();
try {
  const sheets = await Promise.all(elements.map((name) => takePictures(browser, shop.address, name)));
  store(browser.version(), new Map(sheets.flatMap((sheet) => [...sheet])));
  const size = storedFiles().reduce((sum, file) => sum + statSync(folder + file).size, 0);
  const count = sheets.flatMap((sheet) => [...sheet.values()]).reduce((sum, pictures) => sum + pictures.size, 0);
  process.stdout.write(`${count} pictures, ${Math.ceil(size / 1024)} KB, in ${folder}\n`);
} finally {
  await browser.close();
  await shop.stop();
  rmSync(place, { recursive: true, force: true });
}
