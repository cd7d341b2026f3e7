import type { Page } from '@playwright/test';

/** The focused control, through shadow roots, as text: tag, name, role, value, label. */
const focused = () => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const named = element?.closest('label') ?? element;
  const { name = '', value = '', id = '' } = (element ?? {}) as HTMLInputElement;
  return `${element?.localName} #${id} name=${name} value=${value} ${named?.textContent?.replace(/\s+/g, ' ').trim()}`;
};

/** Presses a key until the focused control matches. */
export async function pressUntil(page: Page, key: string, wanted: RegExp): Promise<string> {
  const passed: string[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key);
    const now = await page.evaluate(focused);
    if (wanted.test(now)) return now;
    passed.push(now);
  }
  throw new Error(`${key} never came to ${wanted}; it passed\n${passed.join('\n')}`);
}

export const tabTo = (page: Page, wanted: RegExp) => pressUntil(page, 'Tab', wanted);
