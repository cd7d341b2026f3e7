import { spawnSync } from 'node:child_process';
import { installByApt } from './install-browsers.ts';

export const hasPhp = () => spawnSync('php', ['--version']).status === 0;

/** WordPress keeps its tables in SQLite here. */
export const hasPhpWithSqlite = () =>
  spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout?.includes('pdo_sqlite') === true;

/** Installs PHP and its SQLite if they are missing. Returns whether both are there. */
export function providePhp(): boolean {
  if (!hasPhpWithSqlite()) installByApt([['php-cli', 'php-sqlite3']]);
  return hasPhpWithSqlite();
}
