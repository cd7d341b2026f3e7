import { spawnSync } from 'node:child_process';

export const hasPhp = () => spawnSync('php', ['--version']).status === 0;

/** WordPress keeps its tables in SQLite here. */
export const hasPhpWithSqlite = () =>
  spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout?.includes('pdo_sqlite') === true;

export const hasCodeSniffer = () => spawnSync('phpcs', ['--version']).status === 0;
