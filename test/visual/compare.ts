import pixelmatch from 'pixelmatch';
import { coloured, type Image, type Palette } from './image.ts';

/**
 * How far apart two colours may be to count as one: 0.05 of the way from black to white as the eye sees it, some 13 of 255 steps
 * of grey. A border of one pixel, halved, is further from its background.
 */
export const mostDistance = 0.05;

/** How many pixels of a picture may be further apart: a few edges that are smoothed otherwise, not so much as a word. */
export const mostPixels = 20;

export interface Difference {
  /** For whoever reads that the test has failed. */
  sentence: string;
  /** The new picture, in the colours of the stored one, and where the two differ, in red. */
  actual: Image;
  difference?: Image;
}

/** What is different in a picture from the stored one, where it is more than the tolerance. */
export function compare(stored: Image, picture: Image, palette: Palette): Difference | undefined {
  const { width, height } = stored;
  const actual = coloured(picture, palette);
  if (picture.width !== width || picture.height !== height) {
    const sizes = `${picture.width} × ${picture.height}, stored is ${width} × ${height}`;
    return { sentence: `its size in half pixels is ${sizes}`, actual };
  }
  const difference = { width, height, data: new Uint8Array(width * height * 4) };
  const pixels = pixelmatch(stored.data, actual.data, difference.data, width, height, {
    threshold: mostDistance,
    includeAA: true,
  });
  if (pixels <= mostPixels) return undefined;
  return { sentence: `${pixels} pixels differ, ${mostPixels} may`, actual, difference };
}
