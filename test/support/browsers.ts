import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

const places = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Switches that keep a test browser from calling home. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/**
 * The path of a Chromium: a system browser, else one installed now, by apt as root on Debian and by Playwright elsewhere.
 * @throws with what to do when there is none and none could be installed
 */
export function findChromium(): string {
  const found = look();
  if (found) return found;
  const attempts = [installByApt, installByPlaywright];
  for (const attempt of attempts) {
    attempt();
    const installed = look();
    if (installed) return installed;
  }
  throw new Error(
    'No Chromium was found, and none could be installed. Install one (on Debian: apt-get install chromium) ' +
      'or set CHROME_PATH to the executable of a Chrome or Chromium.',
  );
}

const look = () => [...places, playwrightChromium()].find((place) => place && existsSync(place));

function playwrightChromium(): string | undefined {
  try {
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

function installByApt(): void {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) return;
  process.stdout.write('Installing Chromium with apt-get, once …\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: 'inherit', env });
  } catch {
    process.stdout.write('apt-get could not install it.\n');
  }
}

function installByPlaywright(): void {
  process.stdout.write('Installing Chromium with Playwright, once …\n');
  const core = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  spawnSync(process.execPath, [join(core, 'cli.js'), 'install', 'chromium'], { stdio: 'inherit' });
}
