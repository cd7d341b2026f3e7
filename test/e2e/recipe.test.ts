import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { docsPage, exampleOf } from '../support/docs.ts';
import { checkoutTag } from '../support/script-shop.ts';
import { expect, test } from '../support/shop-test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const recipe = exampleOf(docsPage('testing'), 'ts', 'In Playwright');

test('the docs’ tests for Playwright run as they are written', async ({ openPage }) => {
  const { address } = await openPage(checkoutTag('switches="insurance"'));
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-recipe-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  write('package.json', JSON.stringify({ type: 'module' }));
  expect(recipe).toContain('http://localhost:5173/');
  const here = recipe.replaceAll('http://localhost:5173/', `${address}index.html`);
  write('shop.spec.ts', here.replace("'ship-elements/testing'", JSON.stringify(join(root, 'dist/testing/index.js'))));
  const launchOptions = { executablePath: findChromium(), args: chromiumArguments };
  write('playwright.config.js', `export default ${JSON.stringify({ reporter: 'json', use: { launchOptions } })};`);
  // The inner run must not inherit the settings of this one.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const command = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '-c', folder];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: folder, env }).catch(
    (failed) => failed,
  );
  expect(JSON.parse(stdout).stats, stdout).toMatchObject({ expected: 2, unexpected: 0, skipped: 0, flaky: 0 });
  rmSync(folder, { recursive: true });
});
