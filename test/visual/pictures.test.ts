import assert from 'node:assert/strict';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openShop } from '../support/open-shop.ts';
import { compare, mostPixels } from './compare.ts';
import { encode, type Image, paletteOf } from './image.ts';
import { folder, majorOf, readIndex, readSheet, storedFiles } from './stored.ts';
import { elements, launchForPictures, sheetsOf, takePictures } from './take-pictures.ts';

const failures = fileURLToPath(new URL('../../.visual/', import.meta.url));

function write(name: string, image: Image | undefined): void {
  if (!image) return;
  mkdirSync(failures, { recursive: true });
  writeFileSync(`${failures}${name.replaceAll(' ', '-')}.png`, encode(image, paletteOf(image)));
}

describe('the elements, in every state, on a small screen and a large one, in light and in dark', () => {
  const demo = openShop(launchForPictures);

  before(() => rmSync(failures, { recursive: true, force: true }));

  const remedy = () => {
    const [stored, here] = [readIndex().chromium, majorOf(demo.browser.version())];
    const other = stored === here ? '' : ` They were taken with Chromium ${stored}, and this is ${here}.`;
    return `The stored pictures, the new ones and what differs are in ${failures}.${other} Look at them; if they are as they should be, npm run test:visual:update stores the new ones.`;
  };

  for (const name of elements) {
    it(`show ship-${name} as its stored pictures do`, async () => {
      const wrong: string[] = [];
      for (const [sheet, pictures] of await takePictures(demo.browser, demo.shop.address, name)) {
        const { pictures: stored, palette } = readSheet(sheet);
        for (const state of stored.keys()) {
          if (!pictures.has(state)) wrong.push(`${sheet}, ${state}: is stored, and there is no such state`);
        }
        for (const [state, picture] of pictures) {
          const before = stored.get(state);
          if (!before) wrong.push(`${sheet}, ${state}: no picture is stored`);
          const found = before && compare(before, picture, palette);
          if (!found) continue;
          wrong.push(`${sheet}, ${state}: ${found.sentence}`);
          write(`${sheet} ${state} stored`, before);
          write(`${sheet} ${state} actual`, found.actual);
          write(`${sheet} ${state} difference`, found.difference);
        }
      }
      assert.equal(wrong.length, 0, `${wrong.join('\n')}\n${remedy()}`);
    });
  }
});

describe('the stored pictures', () => {
  it('are those of the elements, and no others', () => {
    const sheets = elements.flatMap(sheetsOf).sort();
    assert.deepEqual(Object.keys(readIndex().sheets).sort(), sheets);
    assert.deepEqual(storedFiles(), [...sheets.map((sheet) => `${sheet}.png`), 'index.json'].sort());
  });

  it('are small, all together', () => {
    const size = storedFiles().reduce((sum, file) => sum + statSync(folder + file).size, 0);
    assert.ok(size <= 700 * 1024, `${size} bytes`);
  });

  it('tell a picture from the same with a line that has moved, one that has gone, and another colour', () => {
    const { pictures, palette } = readSheet('order-button-360-light');
    const ready = pictures.get('ready') as Image;
    assert.equal(compare(ready, ready, palette), undefined);
    const changed = (change: (data: Uint8Array, line: number) => void) => {
      const data = ready.data.slice();
      change(data, ready.width * 4);
      return compare(ready, { ...ready, data }, palette)?.sentence ?? '';
    };
    assert.match(
      changed((data, line) => data.copyWithin(line, 0, data.length - line)),
      /pixels differ/,
    );
    assert.match(
      changed((data, line) => data.fill(255, line * 20, line * 21)),
      /pixels differ/,
    );
    assert.match(
      changed((data) => {
        for (let at = 0; at < data.length; at += 4) data[at + 1] = data[at] ?? 0;
      }),
      /pixels differ/,
    );
    assert.equal(
      changed((data, line) => data.fill(255, line * 20, line * 20 + mostPixels * 4)),
      '',
    );
    assert.match(compare(ready, { ...ready, height: ready.height - 1 }, palette)?.sentence ?? '', /its size/);
  });
});
