import { spawnSync } from 'node:child_process';
import { installByApt } from './install-browsers.ts';

export const hasPhp = () => spawnSync('php', ['--version']).status === 0;

/** Whether there is a PHP to test with; installs it where that is possible. */
export function providePhp(): boolean {
  if (!hasPhp()) installByApt([['php-cli']]);
  return hasPhp();
}
