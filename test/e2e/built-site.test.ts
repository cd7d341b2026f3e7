import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { build } from 'vite';
import { presets, ruleOf } from '../../demo/site/presets.ts';
import { expectAccessiblePage } from '../support/accessible-page.ts';
import { startFileHost } from '../support/file-host.ts';
import { alike, textsOf } from '../support/page-texts.ts';
import { cancelOrder, expect, payAndOrder, test } from '../support/shop-test.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

test.describe('the site built to static files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-site-'));
  let host: Awaited<ReturnType<typeof startFileHost>>;
  let files: string[];

  test.beforeAll(async () => {
    await build({ mode: 'static', logLevel: 'silent', build: { outDir: folder } });
    host = await startFileHost(folder);
    files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  });

  test.afterAll(async () => {
    await host?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const pages = () => files.filter((file) => file.endsWith('.html'));

  test('has no dead link, no page without a link to it, and fits 360 px', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const found = new Map<string, { links: string[]; ids: string[]; excess: number }>();
    const waiting = ['index.html'];
    for (const name of waiting) {
      await page.goto(host.address + name);
      const seen = await page.evaluate(() => ({
        links: [...document.links].filter(({ origin }) => origin === location.origin).map(({ href }) => href),
        ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
        excess: (document.scrollingElement?.scrollWidth ?? 0) - innerWidth,
      }));
      // A query is read by the page itself.
      const links = seen.links.map((href) =>
        decodeURIComponent(href.slice(host.address.length)).replace(/\?[^#]*/, ''),
      );
      found.set(name, { ...seen, links });
      const next = links.map((link) => link.split('#')[0] ?? '').filter((file) => files.includes(file));
      waiting.push(...next.filter((file) => file.endsWith('.html') && !waiting.includes(file)));
    }
    const dead = [...found].flatMap(([name, { links }]) =>
      links
        .filter((link) => {
          const [file = '', anchor] = link.split('#');
          // A state's name is read by the page itself.
          const isAnchored = !anchor || file.startsWith('elements/') || found.get(file)?.ids.includes(anchor);
          return !(files.includes(file) && isAnchored);
        })
        .map((link) => `${name} → ${link}`),
    );
    expect(dead).toStrictEqual([]);
    expect([...found].filter(([, { excess }]) => excess > 0).map(([name]) => name)).toStrictEqual([]);
    expect([...found.keys()].sort()).toStrictEqual(pages().sort());
  });

  test('has every page as Markdown, whose links lead to files', () => {
    const twins = files.filter((file) => file.endsWith('.md')).concat('llms.txt');
    expect(twins).toContain('docs/components/checkout.md');
    const dead = twins.flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8').replace(/^(```|~~~~)[\s\S]*?^\1/gm, '');
      const links = [...text.matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)].map(([, link = '']) => link);
      return links
        .filter((link) => !files.includes(posix.join(posix.dirname(file), link)))
        .map((link) => `${file} → ${link}`);
    });
    expect(dead).toStrictEqual([]);
    expect(readFileSync(join(folder, 'docs/components/checkout.md'), 'utf8')).toContain('| `base-url` `baseUrl` |');
  });

  test('is accessible under its strict policy, in light and in dark', async ({ page, problems }) => {
    test.slow();
    // Before the page's own policy.
    await page.addInitScript({ path: axe });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const trouble: string[] = [];
    for (const name of pages()) {
      await page.goto(host.address + name);
      // Files of the repository have only headings and code, which the other pages have too.
      for (const colorScheme of name.startsWith('source/') ? [] : (['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme });
        const asked = { contrastAlone: colorScheme === 'dark' };
        await expectAccessiblePage(page, asked).catch(({ message }) =>
          trouble.push(`${name}, ${colorScheme}: ${message}`),
        );
      }
      const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name: url }) => url));
      trouble.push(...loaded.filter((url) => !url.startsWith(host.address) && !url.startsWith('data:')));
      trouble.push(...problems.splice(0).map((problem) => `${name}: ${problem}`));
    }
    expect(trouble).toStrictEqual([]);
  });

  test('has menu, search and buttons of a page in Indonesian in Indonesian, also on the pages that it leads to', async ({
    page,
  }) => {
    const around: string[][] = [];
    for (const [name, query] of [
      ['docs/start.html', 'price zzz'],
      ['docs/id/start.html', 'ongkir zzz'],
    ] as const) {
      await page.goto(host.address + name);
      await page.locator('.code .copy').first().click();
      await page.keyboard.press('/');
      await page.getByRole('searchbox').fill(query);
      await expect(page.locator('dialog.search a').first()).toBeVisible();
      await page.locator('article').evaluate((article) => {
        for (const part of article.querySelectorAll(':scope > :not(.code), .code pre')) part.remove();
      });
      around.push(await textsOf(page));
    }
    const [english = [], indonesian = []] = around;
    await expect(page.locator('html')).toHaveAttribute('lang', 'id');
    expect(indonesian.length).toBeGreaterThan(30);
    expect(indonesian.filter((text) => english.includes(text) && !alike.includes(text))).toStrictEqual([]);
    await page.getByRole('button', { name: 'Tutup' }).click();
    await page.getByRole('link', { name: 'Toko demo' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  });

  test('lets no page write markup', async ({ page }) => {
    await page.goto(`${host.address}docs/theming.html`);
    await expect(page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p>'))).rejects.toThrow(
      /TrustedHTML/,
    );
  });

  test('shows a checkout with rates first, and the code that made it', async ({ page, problems }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(host.address);
    await expect(page.getByRole('radio').first()).toBeInViewport();
    await expect(page.getByRole('link', { name: 'Get started' })).toBeInViewport({ ratio: 1 });
    // On a phone it stands below the widget, on a large screen beside it, and none of it is cut off.
    const isCut = () =>
      page
        .locator('#code pre')
        .first()
        .evaluate((pre) => pre.scrollWidth > pre.clientWidth || pre.scrollHeight > pre.clientHeight);
    await expect.poll(isCut).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await isCut()).toBe(false);
    await page.setViewportSize({ width: 360, height: 800 });
    const code = page.locator('#code code').first();
    // The page runs the file that it shows, and the markup has the attributes of the element.
    const [tag = ''] =
      readFileSync(new URL('../../demo/index.html', import.meta.url), 'utf8').match(/<ship-checkout[^>]+/) ?? [];
    const attributes = [...tag.matchAll(/^\s+([\w-]+="[^"]*")$/gm)].map(([, attribute]) => attribute).slice(1);
    expect(attributes.length).toBeGreaterThan(3);
    for (const attribute of attributes) await expect(code).toContainText(String(attribute));
    const source = readFileSync(new URL('../../demo/site/delivery.ts', import.meta.url), 'utf8');
    await expect(page.locator('#code code').nth(1)).toHaveText(
      source.replace('../../src/index.ts', 'ship-elements').trim(),
      { useInnerText: false },
    );
    await page.getByRole('button', { name: 'Bahasa Indonesia' }).click();
    await expect(code).toContainText('lang="id"');
    await page.getByRole('button', { name: 'Pesan kiriman' }).waitFor();
    await page.getByLabel('Tema').selectOption('Forest');
    await page.getByRole('tab', { name: 'CSS' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('--ship-accent: light-dark(#1f6b45, #8fd6ae);');
    expect(problems).toStrictEqual([]);
  });

  test('places and cancels an order in the demo shop, without a server', async ({ page, problems }) => {
    await page.goto(`${host.address}shop.html`);
    await page.getByRole('radio').first().check();
    await payAndOrder(page);
    await page.locator('ship-checkout').getByText('Order received').first().waitFor();
    await cancelOrder(page);
    await page.getByRole('button', { name: 'Order again' }).waitFor();
    expect(await page.getByRole('link', { name: /desk/ }).count()).toBe(0);
    expect(problems).toStrictEqual([]);
  });

  test('tries a setting in the playground, and prints it for each framework', async ({ page }) => {
    await page.goto(`${host.address}playground.html`);
    await page.getByLabel('cash-on-delivery', { exact: true }).check();
    await page.getByLabel('preselect').selectOption('cheapest');
    await page.locator('#log li', { hasText: 'preselected' }).first().waitFor();
    for (const [tab, text] of Object.entries({
      HTML: 'preselect="cheapest"',
      React: 'cashOnDelivery',
      Vue: ':shipment=',
    })) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel')).toContainText(text);
    }
    await page.getByLabel('Scenario').selectOption('empty-lane');
    await page.getByText('No courier delivers to this address.').first().waitFor();
  });

  test('runs the examples of its documentation, and numbers their parts', async ({ page }) => {
    await page.goto(`${host.address}docs/components/checkout.html`);
    await page.locator('#with-total').getByRole('radio').first().check();
    await expect(page.locator('#delivery-price')).toContainText('(user)');
    await page.getByRole('button', { name: 'Show the parts' }).click();
    await expect(page.locator('.anatomy span').first()).toBeVisible();
    expect(await page.locator('.anatomy span').count()).toBeGreaterThan(8);
  });

  test('folds the menu but for the section of the page, and unfolds the table that a link leads to', async ({
    page,
  }) => {
    await page.goto(`${host.address}docs/components/checkout.html#attributes`);
    const table = page.getByRole('columnheader', { name: 'Attribute', exact: true });
    await expect(table).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Event', exact: true })).toBeHidden();
    const menu = page.getByRole('navigation', { name: 'Documentation' });
    await expect(menu.getByRole('link', { name: 'ship-tracking' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Overview' })).toBeHidden();
    await page.goto(`${host.address}docs/components/area-search.html#events`);
    await expect(page.getByRole('columnheader', { name: 'Reason' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Property' }).first()).toBeHidden();
  });

  test('finds a page by its words', async ({ page }) => {
    await page.goto(host.address);
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('courier picker');
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /ship-courier-picker/ })
      .first()
      .click();
    await page.waitForURL('**/docs/components/courier-picker.html*');
  });

  test('has the presets of the page on theming', () => {
    const text = readFileSync(new URL('../../demo/docs/theming.md', import.meta.url), 'utf8');
    for (const name of Object.keys(presets).slice(1)) expect(text).toContain(`title="${name}"\n${ruleOf(name)}`);
  });
});
