import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './support/browsers.ts';

const workers = availableParallelism();

const executablePath = findChromium();

const oneFont = { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL('support/fonts.conf', import.meta.url)) };

/** The file of test/e2e that `npm test` runs, too. */
const purchaseFile = 'purchase.test.ts';

/** What the elements look like: every state with axe, on each screen, in each way to read, and what does not move. Beside the pictures. */
const looksFiles = [
  ...[
    'accessibility-tree',
    'accessible-states',
    'container-widths',
    'element-themes',
    'focus-visible',
    'forced-colours',
  ],
  ...['hostile-styles', 'layout-shift', 'reduced-motion', 'right-to-left', 'screens', 'still-screen', 'text-spacing'],
].map((name) => `${name}.test.ts`);

/** The documents as they are published. They take as long as a third of all other files. */
const siteFile = 'built-site.test.ts';

/** Text looks the same on each machine: no hinting, no subpixel colours, no colour profile. */
const alike = [
  '--font-render-hinting=none',
  '--disable-font-subpixel-positioning',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
];

export default defineConfig({
  workers,
  globalSetup: './support/build-demo.ts',
  forbidOnly: true,
  // A browser on a busy machine fails once in thousands of tests. The run passes, and its end names the test and the reason.
  retries: 1,
  // Long, because a busy machine is slow.
  timeout: 300_000,
  expect: {
    timeout: 30_000,
    // 0.05 is about 13 of 255 steps of grey. 20 pixels are a few edges with other smoothing, less than a word.
    toHaveScreenshot: { threshold: 0.05, maxDiffPixels: 20 },
  },
  // A picture without a stored one fails. Only `--update-snapshots` stores pictures.
  updateSnapshots: 'none',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  outputDir: '../.visual',
  reporter: [['list'], ['./support/counts.mjs']],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: { executablePath, args: chromiumArguments, env: oneFont },
  },
  projects: [
    { name: 'e2e', testDir: 'e2e', testIgnore: [siteFile, ...looksFiles] },
    { name: 'looks', testDir: 'e2e', testMatch: looksFiles },
    { name: 'site', testDir: 'e2e', testMatch: siteFile, fullyParallel: true },
    { name: 'shop', testDir: 'e2e', testMatch: purchaseFile },
    { name: 'frameworks', testDir: 'frameworks', fullyParallel: true },
    {
      name: 'visual',
      testDir: 'visual',
      use: { deviceScaleFactor: 1, launchOptions: { executablePath, args: [...chromiumArguments, ...alike] } },
    },
  ],
});
