import type { Page } from 'playwright-core';
import { type Telling, tellings } from './element-states.ts';

/** Leads the page of an element through all its states, and looks at each once the element tells it. */
export async function inEveryState(page: Page, name: string, look: (state: string) => Promise<void>): Promise<void> {
  const states = page.getByRole('navigation', { name: 'State' });
  for (const [state, telling] of Object.entries(tellings[name] ?? {})) {
    const before = await page.$('#stage > *');
    await states.getByRole('link', { name: state, exact: true }).dispatchEvent('click');
    await page.waitForFunction((element) => !element?.isConnected, before);
    await told(page, `ship-${name}`, telling);
    await look(state);
  }
}

async function told(page: Page, tag: string, [state, words]: Telling): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector(wanted), state ? `${tag}:state(${state})` : tag);
  // Prices have a space that does not break, markup has line ends.
  const spaced = new RegExp(words.source.replaceAll(' ', '\\s+'));
  await page.locator(tag).getByText(spaced).first().waitFor();
}
