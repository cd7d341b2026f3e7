import { spawnSync } from 'node:child_process';
import { installByApt } from './install-browsers.ts';

export const hasPhp = () => spawnSync('php', ['--version']).status === 0;

/** WordPress keeps its tables in SQLite here. */
export const hasPhpWithSqlite = () => spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout?.includes('pdo_sqlite');

/** Installs PHP if it is missing. Returns whether PHP is there. */
export function providePhp(): boolean {
  if (!hasPhpWithSqlite()) installByApt([['php-cli', 'php-sqlite3']]);
  return hasPhp();
}
