import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installByApt, installByPlaywright } from './install-browsers.ts';

export type Engine = 'chromium' | 'firefox' | 'webkit';

interface Browser {
  name: string;
  /** The executables it needs. Each has a list of places, and the first that exists counts. */
  executables: (string | undefined)[][];
  /** The Debian packages that contain them. */
  packages: string[];
}

const { CHROME_PATH, FIREFOX_PATH, WEBKIT_DRIVER_PATH } = process.env;

export const browsers: Record<Engine, Browser> = {
  chromium: {
    name: 'Chromium',
    executables: [
      [
        CHROME_PATH,
        '/usr/bin/chromium',
        '/usr/bin/chromium-browser',
        '/usr/bin/google-chrome-stable',
        '/usr/bin/google-chrome',
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Applications/Chromium.app/Contents/MacOS/Chromium',
        'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
        playwrightChromium(),
      ],
    ],
    packages: ['chromium'],
  },
  firefox: {
    name: 'Firefox',
    executables: [
      [
        FIREFOX_PATH,
        '/usr/bin/firefox-esr',
        '/usr/bin/firefox',
        '/Applications/Firefox.app/Contents/MacOS/firefox',
        'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
      ],
    ],
    packages: ['firefox-esr'],
  },
  webkit: {
    name: 'WebKit',
    executables: [[WEBKIT_DRIVER_PATH, '/usr/bin/WebKitWebDriver'], ['/usr/bin/Xvfb']],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
};

/** No background requests, and no graphics card emulated on the processor. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-gpu',
  '--no-first-run',
];

/** The paths of the executables, in the order of the table. Returns undefined if one is missing. */
export function findBrowser(engine: Engine): string[] | undefined {
  const paths = browsers[engine].executables.map((places) => places.find((place) => place && existsSync(place)));
  return paths.every((path) => path !== undefined) ? paths : undefined;
}

/**
 * Installs the browsers that are missing: with apt as root on Debian, or Chromium with Playwright.
 * @returns the browsers that are still missing; never Chromium
 * @throws if Chromium is missing and could not be installed; the message says what to do
 */
export function provideBrowsers(wanted: readonly Engine[]): Engine[] {
  const missing = () => wanted.filter((engine) => !findBrowser(engine));
  if (missing().length) installByApt(missing().map((engine) => browsers[engine].packages));
  if (missing().includes('chromium')) installByPlaywright();
  if (!missing().includes('chromium')) return missing();
  throw new Error(
    'No Chromium was found, and none could be installed. Install one (on Debian: apt-get install chromium) ' +
      'or set CHROME_PATH to the executable of a Chrome or Chromium.',
  );
}

/** The path of Chromium. Installs it if it is missing. */
export function findChromium(): string {
  provideBrowsers(['chromium']);
  return findBrowser('chromium')?.[0] ?? '';
}

function playwrightChromium(): string | undefined {
  try {
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}
