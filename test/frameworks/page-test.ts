import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { startFileHost } from '../support/file-host.ts';
import { type InstalledPage, quiet } from '../support/installed-page.ts';
import { type Packed, pack } from '../support/packed.ts';
import { type RunningProgram, runProgram } from '../support/running-program.ts';
import type { Stack } from './stacks.ts';

interface OfTests {
  /** Errors and warnings of the page and its console. */
  complaints: string[];
}

interface OfWorkers {
  packed: Packed;
}

/** A test with the packed package. */
export const test = base.extend<OfTests, OfWorkers>({
  packed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the parameter what a fixture needs.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'ship-elements-packed-'));
      await use(pack(folder));
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      const complains = ['warning', 'error'].includes(message.type()) && !development.test(message.text());
      if (complains) complaints.push(message.text());
    });
    await use(complaints);
  },
});

/** The warning of Lit's development build. */
const development = /^Lit is in dev mode\./;

/** The sandbox of the page's developer. It loses the first answer to each order. */
export const startSandbox = ({ folder }: InstalledPage) =>
  runProgram(['node_modules/.bin/ship-sandbox', '--port', '0', '--scenario', 'lost-answer'], { cwd: folder });

/** Serves the built page: its files, or its own server. */
export async function serveBuilt({ folder }: InstalledPage, { files }: Stack): Promise<RunningProgram> {
  if (files === undefined) return runProgram(['npm', 'start'], { cwd: folder, env: { ...quiet, PORT: '0' } });
  const { address, stop } = await startFileHost(join(folder, files));
  return { origin: address.replace(/\/$/, ''), stop };
}

/** Opens the page and waits for rates. Fails if the page complained before. */
export async function arrive(page: Page, address: string, complaints: string[]): Promise<void> {
  await page.goto(address);
  await page.locator('ship-checkout input[type=radio]').first().waitFor();
  expect(complaints).toEqual([]);
}
