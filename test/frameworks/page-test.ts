import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { startFileHost } from '../support/file-host.ts';
import { freePort } from '../support/free-port.ts';
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
      rmSync(folder, { recursive: true, maxRetries: 5 });
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

/** The sandbox of the page's developer. By default, it loses the first answer to each order. */
export const startSandbox = ({ folder }: InstalledPage, scenario = 'lost-answer') =>
  runProgram(['node_modules/.bin/ship-elements', 'sandbox', '--port', '0', '--scenario', scenario], { cwd: folder });

/** Serves the files of the built page. */
export async function serveBuilt({ folder }: InstalledPage, { files = '.' }: Stack): Promise<RunningProgram> {
  const { address, stop } = await startFileHost(join(folder, files));
  return { origin: address.replace(/\/$/, ''), stop };
}

/** The shop's own server and its gateway, over a sandbox. */
export interface SignedShop extends RunningProgram {
  /** The sums that its payment provider took, in rupiah. */
  paid(): number[];
}

/**
 * Runs the shop's server of an installed page, with `npm start`, and its gateway.
 * @param origin of the pages, if another server serves them
 * @param script `dev`, if the framework's development server is the shop's server
 */
export async function startShop(
  { folder }: InstalledPage,
  { php }: Stack,
  sandbox: string,
  { origin, script = 'start' }: { origin?: string; script?: string } = {},
): Promise<SignedShop> {
  const port = await freePort();
  const own = `http://127.0.0.1:${port},http://localhost:${port}`;
  const data = mkdtempSync(join(folder, 'data-'));
  const env = {
    ...{
      ...quiet,
      SHIPPING_URL: sandbox,
      SHIPPING_KEY: 'any',
      SHIPPING_SECRET: 'thirty-two-bytes-that-nobody-guesses',
    },
    ...{ PORT: String(port), SHOP_ORIGINS: origin ?? own, SHOP_DATA: data, SHOP_DATABASE: join(data, 'shop.db') },
  };
  const GATEWAY_DATABASE = join(data, 'shipping.db');
  const gateway = php
    ? await startGateway(folder, { ...env, SHOP_ORIGINS: `http://127.0.0.1:${port}`, GATEWAY_DATABASE })
    : undefined;
  const parameters = script === 'dev' ? ['run', 'dev', '--', '--port', String(port)] : [script];
  const server = await runProgram(['npm', ...parameters], {
    cwd: folder,
    env: { ...env, ...(gateway && { GATEWAY_URL: `${gateway.origin}/shipping` }) },
  });
  return {
    origin: server.origin,
    paid: () => [...server.output().matchAll(/Paid for .*: Rp (\d+)/g)].map(([, rupiah]) => Number(rupiah)),
    async stop() {
      await server.stop();
      await gateway?.stop();
    },
  };
}

async function startGateway(folder: string, env: NodeJS.ProcessEnv): Promise<RunningProgram> {
  const GATEWAY_PORT = String(await freePort());
  return runProgram(['npm', 'run', 'gateway'], { cwd: folder, env: { ...env, GATEWAY_PORT } });
}

/** Opens the page and waits for the element's own rates. Fails if the page complained before. */
export async function arrive(page: Page, address: string, complaints: string[]): Promise<void> {
  // A development server compiles its first page while it is asked for.
  await page.goto(address, { timeout: 180_000 });
  await page.locator('ship-checkout input[type=radio]').first().waitFor();
  // What is typed before React has hydrated the page is lost.
  await expect(page.locator('.ship-quote')).toHaveCount(0);
  expect(complaints).toEqual([]);
}
