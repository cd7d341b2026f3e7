import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Packed } from './packed.ts';

export const frameworks = fileURLToPath(new URL('../../demo/frameworks', import.meta.url));

const run = promisify(execFile);

/** No telemetry from a test. */
export const quiet = { NEXT_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false', ASTRO_TELEMETRY_DISABLED: '1' };

/** A copy of a page of `demo/frameworks` outside this repository, with the packed package installed. */
export interface InstalledPage {
  folder: string;
  remove(): void;
}

/** Runs npm in a folder. @throws with its output if it fails */
export async function npm(folder: string, command: string[]): Promise<void> {
  try {
    await run('npm', command, { cwd: folder, env: { ...process.env, ...quiet }, maxBuffer: 2 ** 26 });
  } catch (cause) {
    const { stdout, stderr } = cause as { stdout: string; stderr: string };
    throw new Error(`npm ${command.join(' ')} failed in ${folder}:\n${stdout}${stderr}`, { cause });
  }
}

/** Packages come from npm's cache if they are there, and run no install scripts. */
export const carefully = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];

/** Copies a page out of this repository, so that it finds only the packages that it installs. */
export function copyPage(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `ship-elements-${basename(name)}-`));
  const made = new Set(['node_modules', 'dist', '.next', '.angular', '.astro']);
  cpSync(join(frameworks, name), folder, { recursive: true, filter: (file) => !made.has(basename(file)) });
  return folder;
}

/**
 * Installs the packages of the lock file, and the packed package. The lock file has no hash of the packed package, because
 * each build changes it. `npm ci` refuses a lock file without the packages of all platforms, and some registries lack them.
 */
export async function installPage(name: string, { file }: Packed): Promise<InstalledPage> {
  const folder = copyPage(name);
  await npm(folder, ['install', ...carefully, file]);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
