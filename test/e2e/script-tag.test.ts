import { expect, test } from '../support/shop-test.ts';

test.describe('the script-tag page', () => {
  test('loads one file, and sends the choice with a plain form', async ({ page, demo, problems }) => {
    const scripts: string[] = [];
    page.on(
      'request',
      (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname),
    );
    // Vite adds its client to each page. A shop's server does not.
    await page.route('**/@vite/client', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto(`${demo.address}script-tag.html`);
    const radio = page.getByRole('radio').first();
    const service = await radio.inputValue();
    await radio.check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(/shipping=/);
    expect(new URL(page.url()).searchParams.get('shipping')).toBe(service);
    expect(new Set(scripts)).toStrictEqual(new Set(['/@vite/client', '/dist/ship-elements.js']));
    expect(problems).toStrictEqual([]);
    expect(await page.evaluate(() => Object.keys(window).filter((key) => /ship/i.test(key)))).toStrictEqual([]);
  });

  test('loads Lit as shops do, not its development build', async ({ page, demo }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${demo.address}script-tag.html`);
    await page.getByRole('radio').first().waitFor();
    expect(said.filter((text) => /dev mode/i.test(text))).toStrictEqual([]);
  });

  test('is dark if the shopper’s system is, page and widget', async ({ page, demo }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${demo.address}script-tag.html`);
    const colours = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.documentElement);
      return {
        backgroundColor,
        color,
        widget: getComputedStyle(document.querySelector('ship-checkout') as Element).color,
      };
    });
    const light = (colour: string) => Number(colour.match(/\d+/)?.[0]) > 127;
    expect(light(colours.backgroundColor), colours.backgroundColor).toBeFalsy();
    expect(light(colours.color) && light(colours.widget), `${colours.color}, ${colours.widget}`).toBeTruthy();
  });

  test('adds only the marks of Lit and zod to `window`', async ({ page, demo }) => {
    const address = `${demo.address}dist/ship-elements.js`;
    await page.goto(`${demo.address}desk/orders`);
    const added = await page.evaluate(async (file) => {
      const before = new Set(Object.getOwnPropertyNames(window));
      const script = Object.assign(document.createElement('script'), { src: file });
      await new Promise((loaded) => {
        script.onload = loaded;
        document.documentElement.append(script);
      });
      return Object.getOwnPropertyNames(window).filter((name) => !before.has(name));
    }, address);
    expect(added.filter((name) => !/^(lit|reactiveElement)[A-Z]|^__zod_/.test(name))).toStrictEqual([]);
    expect(added.length).toBeTruthy();
  });
});
