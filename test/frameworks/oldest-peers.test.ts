import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { carefully, installPage, npm } from '../support/installed-page.ts';
import { startPostgres } from '../support/postgres.ts';
import { openShop } from '../support/shop-front.ts';
import { arrive, serveBuilt, startSandbox, test } from './page-test.ts';
import { purchase } from './purchase.ts';
import { stacks } from './stacks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The lowest version in a range: 1.9.0 for `^1.9.0 || ^2.0.0`. */
function oldest(name: string): string {
  const [version = 'none'] = /\d+\.\d+\.\d+/.exec(peerDependencies[name]) ?? [];
  return version;
}

const run = promisify(execFile);

const packages = (...names: string[]) => names.map((name) => `${name}@${oldest(name)}`);

test.describe('with the oldest supported peers', () => {
  test.setTimeout(600_000);

  test('a React page and its sandbox: types, and a whole purchase', async ({ page, packed, complaints }) => {
    const installed = await installPage('react-18', packed);
    const { folder } = installed;
    const react = ['react', 'react-dom', '@types/react', '@types/react-dom'].map(
      (name) => `${name}@${oldest('react')}`,
    );
    await npm(folder, ['install', ...carefully, ...react, ...packages('hono', '@hono/node-server')]);
    // Tags and components, for the types of both.
    for (const file of ['react-18/page.tsx', 'react-19/components.tsx'])
      copyFileSync(join(root, 'test/templates', file), join(folder, 'src', basename(file)));
    await npm(folder, ['run', 'build']);
    const sandbox = await startSandbox(installed);
    const built = await serveBuilt(installed, stacks['react-18'] ?? {});
    const { origin, stop } = await openShop(built.origin, sandbox.origin);
    await arrive(page, origin, complaints);
    await purchase(page, sandbox.origin, complaints);
    for (const end of [stop, built.stop, sandbox.stop]) await end();
    installed.remove();
  });

  test('a gateway orders once, with a file and with Postgres', async ({ packed }) => {
    const folder = mkdtempSync(join(tmpdir(), 'ship-elements-oldest-'));
    const peers = packages('hono', 'jose', 'libsql', 'pg');
    await npm(folder, ['install', ...carefully, packed.file, ...peers]);
    copyFileSync(join(root, 'test/frameworks/oldest-gateway.mjs'), join(folder, 'gateway.mjs'));
    const postgres = await startPostgres();
    for (const database of [join(folder, 'gateway.db'), ...(postgres ? [postgres.url] : [])]) {
      const { stdout } = await run(process.execPath, ['gateway.mjs', database], { cwd: folder });
      expect(stdout).toBe('confirmed once\n');
    }
    await postgres?.stop();
    rmSync(folder, { recursive: true });
  });
});
