import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { carefully, npm } from './installed-page.ts';
import { pack } from './packed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A copy of an example of `demo` with its packages and the packed package. The copy stays in `.data`, and its packages are installed
 * again only when the lock file has changed.
 * @param path its folder in `demo`, for example `shops/vendure`
 * @returns the folder of the copy
 */
export async function installExample(path: string): Promise<string> {
  const source = join(root, 'demo', path);
  const folder = join(root, '.data', path);
  const lock = join(source, 'package-lock.json');
  /** A copy of the lock file that was installed. It is written last, so that half an installation does not count. */
  const installed = join(folder, '.installed');
  const isInstalled = existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lock, 'utf8');
  if (!isInstalled) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const made = new Set(['node_modules', 'data', 'package-lock.json', basename(installed)]);
  // Files that the example does not have any more.
  for (const name of readdirSync(folder)) if (!made.has(name)) rmSync(join(folder, name), { recursive: true });
  cpSync(source, folder, { recursive: true, filter: (file) => !made.has(basename(file)) });
  const { file } = pack(folder);
  if (isInstalled) unpack(file, join(folder, 'node_modules/ship-elements'));
  else {
    cpSync(lock, join(folder, 'package-lock.json'));
    await npm(folder, ['install', ...carefully, file]);
    // npm writes the place of the packed package into it.
    cpSync(join(source, 'package.json'), join(folder, 'package.json'));
    cpSync(lock, installed);
  }
  return folder;
}

function unpack(file: string, target: string): void {
  rmSync(target, { recursive: true });
  mkdirSync(target);
  execFileSync('tar', ['-xzf', file, '-C', target, '--strip-components=1']);
  // As npm does.
  const { bin } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
  for (const command of Object.values<string>(bin)) chmodSync(join(target, command), 0o755);
}
