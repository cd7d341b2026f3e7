import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const hasPhp = () => spawnSync('php', ['--version']).status === 0;

/** WordPress keeps its tables in SQLite here. */
export const hasPhpWithSqlite = () =>
  spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout?.includes('pdo_sqlite') === true;

export const hasCodeSniffer = () => spawnSync('phpcs', ['--version']).status === 0;

/** The folder of a WordPress with WooCommerce that is there for tests. Neither npm nor Debian has WooCommerce. */
export const woocommerceSite = process.env.WOOCOMMERCE_SITE ?? '';

export const hasWoocommerce = () => existsSync(join(woocommerceSite, 'wp-content/plugins/woocommerce/woocommerce.php'));
