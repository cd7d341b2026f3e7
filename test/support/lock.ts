/**
 * Updates the lock files of `demo` after a change of a package.json there, or of our dependencies: `npm run lock` all of them,
 * `npm run lock -- frameworks/vue hosts/next` two.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { carefully, copyPage, npm } from './installed-page.ts';
import { pack } from './packed.ts';

const demo = fileURLToPath(new URL('../../demo', import.meta.url));
const locked = ['frameworks', 'shops', 'hosts']
  .flatMap((group) => readdirSync(join(demo, group)).map((name) => `${group}/${name}`))
  .filter((name) => existsSync(join(demo, name, 'package-lock.json')));

const asked = process.argv.slice(2);
const packed = mkdtempSync(join(tmpdir(), 'ship-elements-packed-'));
const { file } = pack(packed);

for (const name of asked.length ? asked : locked) {
  const folder = copyPage(`../${name}`);
  const path = join(folder, 'package-lock.json');
  const range = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies['ship-elements'];
  await npm(folder, ['install', '--package-lock-only', '--omit-lockfile-registry-resolved', ...carefully, file]);
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  lock.packages[''].dependencies['ship-elements'] = range;
  // The packed file differs on each machine, so the test names its own.
  const { resolved: _place, integrity: _hash, ...entry } = lock.packages['node_modules/ship-elements'];
  lock.packages['node_modules/ship-elements'] = entry;
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  copyFileSync(path, join(demo, name, 'package-lock.json'));
  rmSync(folder, { recursive: true });
  process.stdout.write(`${name}: ${Object.keys(lock.packages).length - 1} packages\n`);
}
rmSync(packed, { recursive: true });
