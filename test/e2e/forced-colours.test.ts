import { openElement, reach } from '../support/element-page.ts';
import { expect, type Locator, type Page, test } from '../support/shop-test.ts';

/** Border, ring and background, which tell states apart when the system chooses the colours. */
const look = (place: Locator) =>
  place.evaluate((element) => {
    const { borderTopColor, borderTopStyle, borderTopWidth, outlineColor, outlineStyle, backgroundColor } =
      getComputedStyle(element);
    return {
      border: `${borderTopWidth} ${borderTopStyle} ${borderTopColor}`,
      ring: outlineStyle === 'none' ? '' : outlineColor,
      background: backgroundColor,
    };
  });

/** The current value of a system colour. */
const system = (page: Page, name: string) =>
  page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = colour;
    probe.style.forcedColorAdjust = 'none';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

test.describe('with forced colours', () => {
  test.use({ colorScheme: 'dark' });

  async function open(page: Page, { address }: { address: string }, name: string, state: string): Promise<void> {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await openElement(page, address, name);
    await reach(page, name, state);
  }

  const row = (page: Page, name: RegExp) => page.locator('[part=row]').filter({ hasText: name });

  test('the chosen rate and the chosen courier have a highlighted border or ring', async ({ page, demo }) => {
    await open(page, demo, 'rate-comparison', 'chosen');
    const highlight = await system(page, 'Highlight');
    expect((await look(row(page, /JNE\s+Reguler/))).ring).toBe(highlight);
    expect((await look(row(page, /Wahana\s+Deno/))).ring).toBe('');
    await open(page, demo, 'courier-picker', 'chosen');
    const option = (name: string) => page.locator('[part=option]').filter({ hasText: name });
    expect((await look(option('JNE'))).border).toBe(`2px solid ${highlight}`);
    expect((await look(option('Anteraja'))).border).toMatch(/^1px solid/);
  });

  test('the focused control has a ring in another colour than the background', async ({ page, demo }) => {
    for (const [name, moment, place] of [
      ['rate-comparison', 'choice focused', '[part=row]:has(:focus-visible)'],
      ['rate-comparison', 'switch focused', '[part=switch]:focus-visible'],
      ['courier-picker', 'courier focused', '[part=option]:has(:focus-visible)'],
      ['order-button', 'focused', '[part=button]:focus-visible'],
      ['order-button', 'asked why', 'select:focus-visible'],
    ] as const) {
      await open(page, demo, name, moment);
      const { ring } = await look(page.locator(place));
      expect(ring, `${name}, ${moment}`).not.toBe('');
      expect(ring, `${name}, ${moment}`).not.toBe(await system(page, 'Canvas'));
    }
  });

  test('switches that are on, off and locked look different', async ({ page, demo }) => {
    await open(page, demo, 'rate-comparison', 'insurance locked');
    const [locked, off] = await Promise.all([0, 1].map((at) => look(page.locator('[part=switch]').nth(at))));
    await reach(page, 'rate-comparison', 'switched on');
    const on = await look(page.locator('[part=switch]').first());
    expect(new Set([locked, off, on].map((seen) => seen?.background)).size).toBe(3);
    expect(on.background).toBe(await system(page, 'Highlight'));
    expect(locked?.background).toBe(await system(page, 'GrayText'));
  });

  test('the step of a parcel has a highlight, and the bar of free delivery differs from an empty one', async ({
    page,
    demo,
  }) => {
    await open(page, demo, 'order-button', 'placed');
    const highlight = await system(page, 'Highlight');
    const edge = (at: number) => look(page.locator('.steps li').nth(at)).then(({ border }) => border);
    expect(await edge(0)).toBe(`4px solid ${highlight}`);
    expect(await edge(1)).not.toBe(await edge(0));
    await open(page, demo, 'tracking', 'in transit');
    expect(await edge(1)).toBe(`4px solid ${highlight}`);
    await open(page, demo, 'promise', 'missing');
    const bar = page.locator('[part=progress]');
    const seen = await bar.screenshot();
    await bar.evaluate((part: HTMLProgressElement) => Object.assign(part, { value: 0 }));
    expect((await bar.screenshot()).equals(seen), 'an empty bar looks the same').toBe(false);
  });

  test('rates that lack an extra are grey, orders that wait have a dashed border, and enabled buttons a solid one', async ({
    page,
    demo,
  }) => {
    await open(page, demo, 'rate-comparison', 'cash on delivery');
    const grey = await system(page, 'GrayText');
    expect(
      await page
        .locator('.lacking')
        .first()
        .evaluate((row) => getComputedStyle(row).color),
    ).toBe(grey);
    await open(page, demo, 'order-button', 'no rate');
    const canvas = await system(page, 'Canvas');
    expect((await look(page.locator('[part=button]'))).border).toMatch(/^1px dashed/);
    await reach(page, 'order-button', 'ready');
    const { border } = await look(page.locator('[part=button]'));
    expect(border).toMatch(/^1px solid/);
    expect(border.endsWith(canvas)).toBeFalsy();
  });
});
