import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Installs Debian packages, one list a browser. Does nothing without apt or without root. */
export function installByApt(packages: readonly string[][]): void {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...parameters: string[]) =>
    spawnSync('apt-get', ['-y', '-qq', ...parameters], { stdio: 'inherit', env }).status === 0;
  const install = (...names: string[]) => apt('install', '--no-install-recommends', ...names);

  process.stdout.write(`Installing ${packages.flat().join(', ')} with apt-get, once …\n`);
  apt('update');
  if (install(...packages.flat())) return;
  process.stdout.write('apt-get could not install all of it.\n');
  // apt-get installs nothing if it does not know one of the packages, so each browser gets its own try.
  if (packages.length > 1) for (const names of packages) install(...names);
}

export function installByPlaywright(): void {
  process.stdout.write('Installing Chromium with Playwright, once …\n');
  const playwright = dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json'));
  spawnSync(process.execPath, [join(playwright, 'cli.js'), 'install', 'chromium'], { stdio: 'inherit' });
}
