import { crc32, deflateSync } from 'node:zlib';
import UPNG from 'upng-js';

export interface Image {
  width: number;
  height: number;
  /** Red, green, blue and alpha of every pixel. */
  data: Uint8Array;
}

/** As many as fit in half a byte. */
export type Palette = readonly (readonly [red: number, green: number, blue: number])[];
const mostColours = 16;
const areaColours = 7;

export function decode(png: Buffer): Image {
  const image = UPNG.decode(new Uint8Array(png).buffer);
  const [data = new ArrayBuffer(0)] = UPNG.toRGBA8(image);
  return { width: image.width, height: image.height, data: new Uint8Array(data) };
}

/** Half as wide and high, each pixel the mean of four: a quarter to store, and edges that differ by a shade matter less. */
export function halve({ width: fullWidth, height: fullHeight, data }: Image): Image {
  const [width, height] = [fullWidth >> 1, fullHeight >> 1];
  const half = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 4; channel += 1) {
        const at = (y * 2 * fullWidth + x * 2) * 4 + channel;
        const sum = [0, 4, fullWidth * 4, fullWidth * 4 + 4].reduce((total, step) => total + (data[at + step] ?? 0), 0);
        half[(y * width + x) * 4 + channel] = Math.round(sum / 4);
      }
    }
  }
  return { width, height, data: half };
}

/**
 * The colours that stand best for an image's own: those of its areas as they are, and means of the rest. There a colour counts
 * by the root of how often it is there, and for the more the less grey it is: the few pixels of a badge must not be lost among
 * those of the text.
 */
export function paletteOf({ data }: Image): Palette {
  const counts = new Map<number, number>();
  for (const pixel of pixelsOf(data)) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const often = [...counts].sort(([, a], [, b]) => b - a);
  const areas = often.slice(0, areaColours).map(([pixel]) => pixel);
  const rest = often
    .slice(areaColours)
    .flatMap(([pixel, count]) => Array<number>(Math.ceil(Math.sqrt(count) * (1 + chroma(pixel) / 8))).fill(pixel));
  const png = UPNG.encode([new Uint32Array(rest).buffer], rest.length, 1, mostColours - areaColours);
  const means = pixelsOf(decode(Buffer.from(png)).data);
  return coloursOf({ width: 0, height: 0, data: new Uint8Array(new Uint32Array([...areas, ...means]).buffer) });
}

const chroma = (pixel: number) => {
  const parts = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  return Math.max(...parts) - Math.min(...parts);
};

const pixelsOf = (data: Uint8Array) => new Uint32Array(data.slice().buffer);

/** Every colour of an image, once, in an order of their own: of two as near to a pixel, it is always the same that is taken. */
export function coloursOf({ data }: Image): Palette {
  const colours = [...new Set(pixelsOf(data))].sort((a, b) => a - b);
  return colours.map((pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255] as const);
}

/** The number of each pixel's nearest colour. */
export function indexed({ data }: Image, palette: Palette): Uint8Array {
  const known = new Map<number, number>();
  return Uint8Array.from(pixelsOf(data), (pixel, at) => {
    const found = known.get(pixel);
    if (found !== undefined) return found;
    const distances = palette.map((colour) =>
      colour.reduce((sum, part, channel) => sum + (part - (data[at * 4 + channel] ?? 0)) ** 2, 0),
    );
    const nearest = distances.indexOf(Math.min(...distances));
    known.set(pixel, nearest);
    return nearest;
  });
}

/** An image in the colours of a palette. */
export function coloured({ width, height, data }: Image, palette: Palette): Image {
  const painted = new Uint8Array(data.length).fill(255);
  indexed({ width, height, data }, palette).forEach((colour, at) => {
    painted.set(palette[colour] ?? [], at * 4);
  });
  return { width, height, data: painted };
}

/** A PNG with a palette, two pixels a byte: smaller than what general encoders make of it. */
export function encode(image: Image, palette: Palette): Buffer {
  const { width, height } = image;
  const colours = indexed(image, palette);
  const line = 1 + Math.ceil(width / 2);
  const lines = Buffer.alloc(line * height);
  colours.forEach((colour, at) => {
    const [y, x] = [Math.floor(at / width), at % width];
    const byte = y * line + 1 + (x >> 1);
    lines[byte] = (lines[byte] ?? 0) | (x % 2 ? colour : colour << 4);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Four bits a pixel, by palette.
  header.set([4, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
