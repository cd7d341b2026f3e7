import { spawnSync } from 'node:child_process';
import { installByApt } from './install-browsers.ts';

export const hasPhp = () => spawnSync('php', ['--version']).status === 0;

/** WordPress keeps its tables in SQLite here. */
export const hasPhpWithSqlite = () =>
  spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout?.includes('pdo_sqlite') === true;

export const hasCodeSniffer = () => spawnSync('phpcs', ['--version']).status === 0;

/** Installs PHP, its SQLite and PHP_CodeSniffer if they are missing. Returns whether all are there. */
export function providePhp(): boolean {
  const isComplete = () => hasPhpWithSqlite() && hasCodeSniffer();
  if (!isComplete()) installByApt([['php-cli', 'php-sqlite3'], ['php-codesniffer']]);
  return isComplete();
}
