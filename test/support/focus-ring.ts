import type { Page } from '@playwright/test';

export interface Focus {
  /** The focused control, for messages. */
  name: string;
  inCheckout: boolean;
  /** The width of the ring around the control or its label, in CSS pixels. */
  ring: number;
  /** Style, width and colour of the ring. */
  look: string;
  /** How many other elements of the checkout have a ring. */
  others: number;
  /** Between the ring and its background. */
  contrast: number;
  /** Whether all of it is in the window and its middle is not covered. */
  inSight: boolean;
}

/** Measures how a shopper sees the focused control. */
export async function lookAtFocus(page: Page): Promise<Focus> {
  const { colours, ...seen } = await page.evaluate(() => {
    let control = document.activeElement as HTMLElement;
    while (control.shadowRoot?.activeElement) control = control.shadowRoot.activeElement as HTMLElement;
    const label = control.closest('label') ?? control;
    const ringed = [control, label].find((one) => getComputedStyle(one).outlineStyle !== 'none') ?? control;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(ringed);
    const behind: string[] = [];
    // The ring lies on the parent of its control. The ring of a row lies inside the row.
    let around: Element | null = ringed.matches('.row') ? ringed : ringed.parentElement;
    let root = ringed.getRootNode();
    while (around || root instanceof ShadowRoot) {
      around ??= (root as ShadowRoot).host;
      root = around.getRootNode();
      behind.unshift(getComputedStyle(around).backgroundColor);
      around = around.parentElement;
    }
    const { left, top, right, bottom } = label.getBoundingClientRect();
    const hit = (label.getRootNode() as ShadowRoot).elementFromPoint((left + right) / 2, (top + bottom) / 2);
    // A canvas converts any colour notation, and blends translucent colours.
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const colours = [[], [outlineColor]].map((front) => {
      for (const layer of ['white', ...behind, ...front]) {
        context.fillStyle = layer;
        context.fillRect(0, 0, 1, 1);
      }
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    });
    return {
      name: `${control.localName} “${(label.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)}”`,
      inCheckout: document.activeElement?.localName === 'ship-checkout',
      ring: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      // Pages scroll by whole pixels.
      inSight: top > -1 && bottom < innerHeight + 1 && left >= 0 && right <= innerWidth && label.contains(hit),
      look: `${outlineStyle} ${outlineWidth} ${outlineColor}`,
      colours,
    };
  });
  const rings = await page
    .locator('ship-checkout *')
    .evaluateAll((elements) => elements.filter((one) => getComputedStyle(one).outlineStyle !== 'none').length);
  const [darker = 0, lighter = 0] = colours.map(luminance).sort((a, b) => a - b);
  return { ...seen, others: rings - Number(seen.ring > 0), contrast: (lighter + 0.05) / (darker + 0.05) };
}

/** The relative luminance of WCAG 2. */
function luminance(pixel: number[]): number {
  const [red = 0, green = 0, blue = 0] = pixel.map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
