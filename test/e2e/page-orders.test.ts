import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exampleOf } from '../support/docs.ts';
import { freePort } from '../support/free-port.ts';
import { runProgram } from '../support/running-program.ts';
import { expect, test } from '../support/shop-test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'demo/docs/whole-shops.md'), 'utf8');

test('the first order through the gateway, as Start says, is in the sandbox', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-first-order-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/ship-elements'));
  for (const name of ['hono', '@hono'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  symlinkSync(join(root, 'dist'), join(folder, 'public'));
  const [, section = ''] = readme.split('\n## A shop whose page orders\n');
  writeFileSync(join(folder, 'shop.mjs'), exampleOf(section, 'js'));
  const cli = join(root, 'dist/sandbox/cli.js');
  const sandbox = await runProgram([process.execPath, cli, '--port', '0', '--key', 'test-key'], { cwd: folder });
  const env = {
    ...{ SHIPPING_URL: sandbox.origin, SHIPPING_KEY: 'test-key', SHIPPING_SECRET: 's'.repeat(44) },
    PORT: String(await freePort()),
  };
  const shop = await runProgram([process.execPath, 'shop.mjs'], { cwd: folder, env });
  await page.goto(shop.origin);
  await page.getByRole('radio').first().check();
  await page.locator('[part=button]').click();
  await expect(page.locator('[part=receipt]')).toBeVisible();
  const answer = await fetch(`${sandbox.origin}/v1/orders`, { headers: { authorization: 'test-key' } });
  expect((await answer.json()).orders).toHaveLength(1);
  await Promise.all([shop.stop(), sandbox.stop()]);
  rmSync(folder, { recursive: true });
});
