/**
 * Updates the lock files of pages after a change of their package.json or of our dependencies:
 * `npm run build && npx tsx test/frameworks/lock.ts vue svelte`. The default is all pages.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carefully, copyPage, frameworks, npm } from '../support/installed-page.ts';
import { pack } from '../support/packed.ts';
import { stacks } from './stacks.ts';

const names = process.argv.slice(2);
const packed = mkdtempSync(join(tmpdir(), 'ship-elements-packed-'));
const { file } = pack(packed);

for (const name of names.length ? names : Object.keys(stacks)) {
  const folder = copyPage(name);
  const path = join(folder, 'package-lock.json');
  const range = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies['ship-elements'];
  await npm(folder, ['install', '--package-lock-only', '--omit-lockfile-registry-resolved', ...carefully, file]);
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  lock.packages[''].dependencies['ship-elements'] = range;
  // The packed file differs on each machine, so the test names its own.
  const { resolved: _place, integrity: _hash, ...entry } = lock.packages['node_modules/ship-elements'];
  lock.packages['node_modules/ship-elements'] = entry;
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  copyFileSync(path, join(frameworks, name, 'package-lock.json'));
  rmSync(folder, { recursive: true });
  process.stdout.write(`${name}: ${Object.keys(lock.packages).length - 1} packages\n`);
}
rmSync(packed, { recursive: true });
