import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Packed } from './packed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A project that has installed the packed package and some packages of its own. */
export interface Consumer {
  folder: string;
  write(path: string, text: string): void;
  copy(from: string): void;
  remove(): void;
}

/** @param packages names in the project, and the package of this repository that each stands for */
export function install({ file }: Packed, packages: Record<string, string> = {}): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-consumer-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'ship-elements'), { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', join(modules, 'ship-elements'), '--strip-components=1']);
  const needed = { lit: 'lit', '@lit/task': '@lit/task', '@lit/reactive-element': '@lit/reactive-element', zod: 'zod' };
  for (const [name, place] of Object.entries({ ...needed, ...packages })) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', place), join(modules, name), 'dir');
  }
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  write('package.json', JSON.stringify({ type: 'module' }));
  return {
    folder,
    write,
    copy: (from) => cpSync(join(root, from), folder, { recursive: true }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
