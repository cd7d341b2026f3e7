export type Scheme = 'light' | 'dark';

/** What readable text needs at the least (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5;

type Pixel = readonly [red: number, green: number, blue: number];

/**
 * The contrast of a text colour on a background, as the browser paints them in a scheme. Colours may have any notation and may be
 * translucent.
 */
export function contrastOf(text: string, background: string, scheme: Scheme): number {
  const page = resolve('Canvas', document.body, scheme);
  const behind = resolve(background, document.body, scheme);
  const front = resolve(text, document.body, scheme);
  const pixels = [paint([page, behind]), paint([page, behind, front])];
  const [darker = 0, lighter = 0] = pixels.map(luminance).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** A colour of any notation as `<input type=color>` has it, where the element stands. */
export function hexOf(colour: string, place: HTMLElement): string {
  const bytes = paint([resolve('Canvas', place), resolve(colour, place)]);
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** `light-dark()` and the like as one colour. */
function resolve(colour: string, place: HTMLElement, scheme?: Scheme): string {
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.style.colorScheme = scheme ?? '';
  probe.style.color = colour;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function paint(layers: readonly string[]): Pixel {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  for (const layer of layers) {
    context.fillStyle = layer;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** The relative luminance of WCAG 2. */
function luminance(pixel: Pixel): number {
  const [red = 0, green = 0, blue = 0] = pixel.map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
