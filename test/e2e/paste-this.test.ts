import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { scriptName } from '../../src/package/script.ts';
import { expect, test } from '../support/shop-test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const section = readFileSync(join(root, 'README.md'), 'utf8').split('\n## Paste this\n')[1] ?? '';
const example = (language: string) => section.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';

/** A folder with the two examples of README, the built script, and the packages that `npm install` would add. */
function newcomersFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-paste-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/ship-elements'));
  for (const name of ['hono', '@hono'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  copyFileSync(join(root, 'dist', scriptName), join(folder, scriptName));
  writeFileSync(join(folder, 'index.html'), `<!doctype html>\n<html lang="en">\n${example('html')}</html>\n`);
  writeFileSync(join(folder, 'shop.mjs'), example('js'));
  return folder;
}

/** The address that the server prints. */
async function printed(server: ChildProcess): Promise<string> {
  const [said] = await Promise.race([once(server.stdout as Readable, 'data'), once(server, 'exit')]);
  const address = String(said).trim();
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  return address;
}

test.describe('README’s “Paste this”, followed to the letter', () => {
  const folder = newcomersFolder();
  let server: ChildProcess;
  let address: string;

  test.beforeAll(async () => {
    const env = { PATH: process.env.PATH, PORT: '0' };
    server = spawn(process.execPath, ['shop.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    address = await printed(server);
  });

  test.afterAll(async () => {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  test('offers rates, and the form carries the choice', async ({ page }) => {
    await page.goto(address);
    const radio = page.getByRole('radio').first();
    await radio.check();
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/payment')),
      page.getByRole('button', { name: 'Continue to payment' }).click(),
    ]);
    const shipping = new URLSearchParams(sent.postData() ?? '').get('shipping');
    expect(shipping ?? '').toMatch(/^\w+\/\w+$/);
  });
});
