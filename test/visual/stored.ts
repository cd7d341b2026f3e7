import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { coloursOf, decode, encode, type Image, type Palette, paletteOf } from './image.ts';
import type { Sheet } from './take-pictures.ts';

export const folder = fileURLToPath(new URL('pictures/', import.meta.url));

/** What the PNGs do not say: what shows what, from left to right, and how high it is. */
interface Index {
  /** The major version that they were taken with. */
  chromium: string;
  sheets: Record<string, { width: number; heights: Record<string, number> }>;
}

export const majorOf = (version: string) => version.split('.')[0] ?? '';

export const readIndex = () => JSON.parse(readFileSync(`${folder}index.json`, 'utf8')) as Index;

export const storedFiles = () => readdirSync(folder).sort();

/** Puts new pictures in the place of all those before. */
export function store(chromium: string, sheets: ReadonlyMap<string, Sheet>): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const index: Index = { chromium: majorOf(chromium), sheets: {} };
  for (const [name, pictures] of sheets) {
    const [{ width } = { width: 0 }] = pictures.values();
    const heights = Object.fromEntries([...pictures].map(([state, { height }]) => [state, height]));
    index.sheets[name] = { width, heights };
    const sheet = sideBySide([...pictures.values()]);
    writeFileSync(`${folder}${name}.png`, encode(sheet, paletteOf(sheet)));
  }
  writeFileSync(`${folder}index.json`, `${JSON.stringify(index, null, 2)}\n`);
}

/** The stored pictures of a sheet and their colours. */
export function readSheet(name: string): { pictures: Sheet; palette: Palette } {
  const sheet = decode(readFileSync(`${folder}${name}.png`));
  const { width = 0, heights = {} } = readIndex().sheets[name] ?? {};
  const pictures = Object.entries(heights).map(([state, height], at): [string, Image] => [
    state,
    cut(sheet, at * width, width, height),
  ]);
  return { pictures: new Map(pictures), palette: coloursOf(sheet) };
}

/** Beside each other, and not below: so a line of a state is packed as a repetition of the same line of the state before. */
function sideBySide(pictures: readonly Image[]): Image {
  const width = pictures.reduce((sum, picture) => sum + picture.width, 0);
  const height = Math.max(...pictures.map((picture) => picture.height));
  const data = new Uint8Array(width * height * 4).fill(255);
  let left = 0;
  for (const picture of pictures) {
    for (let y = 0; y < picture.height; y += 1) {
      const line = picture.data.subarray(y * picture.width * 4, (y + 1) * picture.width * 4);
      data.set(line, (y * width + left) * 4);
    }
    left += picture.width;
  }
  return { width, height, data };
}

function cut(sheet: Image, left: number, width: number, height: number): Image {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const from = (y * sheet.width + left) * 4;
    data.set(sheet.data.subarray(from, from + width * 4), y * width * 4);
  }
  return { width, height, data };
}
