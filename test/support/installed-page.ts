import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Packed } from './packed.ts';

export const frameworks = fileURLToPath(new URL('../../demo/frameworks', import.meta.url));

const run = promisify(execFile);

/** Nobody calls home from a test. */
export const quiet = { NEXT_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false', ASTRO_TELEMETRY_DISABLED: '1' };

/** A page of `demo/frameworks` as a stranger has it: a copy outside this repository, with the packed package installed. */
export interface InstalledPage {
  folder: string;
  remove(): void;
}

/** Runs a command of npm's in a folder. @throws with all that it said, where it fails */
export async function npm(folder: string, command: string[]): Promise<void> {
  try {
    await run('npm', command, { cwd: folder, env: { ...process.env, ...quiet }, maxBuffer: 2 ** 26 });
  } catch (cause) {
    const { stdout, stderr } = cause as { stdout: string; stderr: string };
    throw new Error(`npm ${command.join(' ')} failed in ${folder}:\n${stdout}${stderr}`, { cause });
  }
}

/** Options of every install: what was downloaded before is taken from npm's cache, and no package runs a script of its own. */
export const carefully = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];

/** Copies a page out of this repository, so that it finds no package that it has not installed itself. */
export function copyPage(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `ship-elements-${name}-`));
  const made = new Set(['node_modules', 'dist', '.next', '.angular', '.astro']);
  cpSync(join(frameworks, name), folder, { recursive: true, filter: (file) => !made.has(basename(file)) });
  return folder;
}

/**
 * Installs what a page's lock names, and the packed package as anybody installs it. The lock has no hash of that one, which every build
 * makes anew. `npm ci` would refuse a lock without the packages of all platforms, and not every registry has those.
 */
export async function installPage(name: string, { file }: Packed): Promise<InstalledPage> {
  const folder = copyPage(name);
  await npm(folder, ['install', ...carefully, file]);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
