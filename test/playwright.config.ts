import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './support/browsers.ts';

/** Two, as the machine has: more would wait for each other. */
const workers = 2;

const executablePath = findChromium();

/** The files of test/e2e that `npm test` runs: a purchase, axe over every state, and the README's examples. */
const quickFiles = ['purchase', 'element-pages', 'paste-this', 'recipe', 'script-tag-page'].map(
  (name) => `${name}.test.ts`,
);

/** Text alike wherever there is a Chromium: no hints of the system, no colours at its edges, no colour profile of a screen. */
const alike = [
  '--font-render-hinting=none',
  '--disable-font-subpixel-positioning',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
];

export default defineConfig({
  workers,
  forbidOnly: true,
  // A busy machine is slow, and slow is not wrong.
  timeout: 300_000,
  expect: {
    timeout: 30_000,
    // Two colours count as one when they are nearer than 0.05 of the way from black to white as the eye sees it, some 13 of 255
    // steps of grey; 20 pixels of a sheet are a few edges that are smoothed otherwise, and not so much as a word.
    toHaveScreenshot: { threshold: 0.05, maxDiffPixels: 20 },
  },
  // A picture that is not stored has failed; only test:visual:update stores one.
  updateSnapshots: 'none',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  outputDir: '../.visual',
  reporter: [['list'], ['./support/counts.mjs']],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: { executablePath, args: chromiumArguments },
  },
  projects: [
    { name: 'e2e', testDir: 'e2e' },
    { name: 'shop', testDir: 'e2e', testMatch: quickFiles },
    { name: 'frameworks', testDir: 'frameworks', fullyParallel: true },
    {
      name: 'visual',
      testDir: 'visual',
      use: { deviceScaleFactor: 1, launchOptions: { executablePath, args: [...chromiumArguments, ...alike] } },
    },
  ],
});
