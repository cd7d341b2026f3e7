import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import { buildScript } from '../support/build-script.ts';
import { pageOf, shipment } from '../support/script-shop.ts';
import { expect, test } from '../support/shop-test.ts';

/** A variable, because TypeScript cannot resolve the package before the build. */
const definition: string = 'ship-elements/define';

const hydrating = (code: string, path: string) =>
  path === 'define.ts' ? `import '@lit-labs/ssr-client/lit-element-hydrate-support.js';\n${code}` : code;

test.describe('a checkout that a server has rendered', () => {
  let files: Record<string, string>;

  test.beforeAll(async () => {
    await import(definition);
    const body = await collectResult(
      render(html`<ship-checkout base-url="/shipping" order-mode="order" shipment=${shipment}>
        <b slot="legend">Kirim ke mana?</b>
      </ship-checkout>`),
    );
    files = {
      'index.html': pageOf(body, { lang: 'id' }),
      'hydrating.html': pageOf(body, { lang: 'id' }).replace('ship-elements.js', 'hydrating.js'),
      'hydrating.js': await buildScript(hydrating),
    };
  });

  for (const [when, name] of Object.entries({
    'when the script arrives': 'index.html',
    'beside Lit’s own hydration': 'hydrating.html',
  })) {
    test(`is upgraded once ${when}, in the page’s language and with its heading`, async ({ page, serve, messages }) => {
      const { address } = await serve(files);
      await page.goto(address + name);
      await page.getByRole('radio').first().check();
      await page.getByRole('button', { name: 'Pesan kiriman' }).waitFor();
      await expect(page.locator('ship-checkout .sum')).toHaveText(/^Total ongkir\s*Rp/);
      expect(await page.getByRole('radiogroup', { name: 'Kirim ke mana?' }).count()).toBe(1);
      const checkout = page.locator('ship-checkout');
      expect(await checkout.locator('fieldset').count()).toBe(3);
      expect(await checkout.locator('style').count()).toBe(0);
      expect(await checkout.getByText(/Delivery|Couriers/).count()).toBe(0);
      expect(await checkout.evaluate((element) => getComputedStyle(element).display)).toBe('block');
      expect(messages).toStrictEqual([]);
    });
  }
});
