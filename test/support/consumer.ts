import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from './packed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Has the packed package and all projects until the process ends. */
const folder = mkdtempSync(join(tmpdir(), 'ship-elements-consumers-'));
process.once('exit', () => rmSync(folder, { recursive: true, maxRetries: 5 }));

/** The package as it is published, packed once for all files of a run. */
export const packed = pack(folder);

/** A project that has installed the packed package and some packages of its own. */
export interface Consumer {
  folder: string;
  write(path: string, text: string): void;
  copy(from: string): void;
}

/** @param packages names in the project, and the package of this repository that each stands for */
export function install(packages: Record<string, string> = {}): Consumer {
  const project = mkdtempSync(join(folder, 'project-'));
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, 'ship-elements'), { recursive: true });
  execFileSync('tar', ['-xzf', packed.file, '-C', join(modules, 'ship-elements'), '--strip-components=1']);
  const needed = { lit: 'lit', '@lit/task': '@lit/task', '@lit/reactive-element': '@lit/reactive-element', zod: 'zod' };
  for (const [name, place] of Object.entries({ ...needed, ...packages })) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', place), join(modules, name), 'dir');
  }
  const write = (path: string, text: string) => writeFileSync(join(project, path), text);
  write('package.json', JSON.stringify({ type: 'module' }));
  return { folder: project, write, copy: (from) => cpSync(join(root, from), project, { recursive: true }) };
}
