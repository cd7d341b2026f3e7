import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { exampleOf } from '../support/docs.ts';
import { expect, test } from '../support/shop-test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** A folder with the two examples of README, and the packages that `npm install` would add. */
function newcomersFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-paste-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/ship-elements'));
  for (const name of ['hono', '@hono'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'index.html'), exampleOf(readme, 'html', 'Paste this'));
  writeFileSync(join(folder, 'shop.mjs'), exampleOf(readme, 'js', 'Paste this'));
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

  test('offers rates, and the form carries the choice', async ({ page, problems }) => {
    await page.goto(address);
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByText(/^To be delivered by \w+\/\w+\. Not insured\.$/)).toBeVisible();
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  });
});
