import { spawnSync } from 'node:child_process';
import { installByApt } from './install-browsers.ts';

export const hasPhp = () => spawnSync('php', ['--version']).status === 0;

/** Installs PHP if it is missing. Returns whether PHP is there. */
export function providePhp(): boolean {
  if (!hasPhp()) installByApt([['php-cli']]);
  return hasPhp();
}
