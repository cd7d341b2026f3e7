import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Packed {
  /** The path of the tarball. */
  file: string;
  /** Its size in bytes. */
  bytes: number;
  /** The paths of its files. */
  paths: string[];
}

/** Packs the current build, as `npm publish` would. */
export function pack(folder: string): Packed {
  const command = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout, stderr } = spawnSync('npm', command, { cwd: root, encoding: 'utf8' });
  if (!stdout) throw new Error(`npm packed nothing: ${stderr}`);
  const [{ filename, size, files }] = JSON.parse(stdout) as [
    { filename: string; size: number; files: { path: string }[] },
  ];
  return { file: join(folder, filename), bytes: size, paths: files.map(({ path }) => path) };
}
