import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const built = /node_modules|dist|\.next|\.angular|\.astro/;
  cpSync(join(frameworks, name), folder, { recursive: true, filter: (file) => !built.test(basename(file)) });
  return folder;
}

/**
 * Installs all that a page's lock names, and in the place of `ship-elements` the packed package. The lock has no hash of that one: it is
 * made anew by every build. What it needs is taken from the package itself, so that `npm ci` refuses a lock that lacks some of it.
 */
export async function installPage(name: string, { file, manifest }: Packed): Promise<InstalledPage> {
  const folder = copyPage(name);
  const path = join(folder, 'package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const { version, dependencies, peerDependencies, peerDependenciesMeta, bin } = manifest;
  lock.packages['node_modules/ship-elements'] = {
    ...{ version, dependencies, peerDependencies, peerDependenciesMeta, bin },
    resolved: `file:${file}`,
  };
  writeFileSync(path, JSON.stringify(lock));
  await npm(folder, ['ci', ...carefully]);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
