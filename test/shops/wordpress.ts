import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { holidays, pluginScripts } from '../../src/package/woocommerce.ts';
import { freePort } from '../support/free-port.ts';
import { runProgram } from '../support/running-program.ts';

/** It has WordPress 6.5 and the plugin that keeps its tables in SQLite. The package is large, so it is downloaded once. */
const builds = '@wp-playground/wordpress-builds@0.9.19';

const root = fileURLToPath(new URL('../..', import.meta.url));
const home = join(root, '.data/wordpress', builds.replaceAll(/[^\w.]+/g, '-'));

/** Downloads WordPress if it is not there yet. */
function provideWordpress(): string {
  const site = join(home, 'site');
  if (existsSync(site)) return site;
  mkdirSync(home, { recursive: true });
  const work = mkdtempSync(join(home, 'unpacked-'));
  const packing = ['pack', builds, '--silent', '--pack-destination', work];
  const filename = execFileSync('npm', packing, { cwd: root, encoding: 'utf8' }).trim();
  const zips = ['package/src/wordpress/wp-6.5.zip', 'package/src/sqlite-database-integration'];
  // The zip leaves out what browsers load.
  const jquery = 'wp-includes/js/jquery';
  execFileSync('tar', ['xzf', join(work, filename), '-C', work, ...zips, `package/public/wp-6.5/${jquery}`]);
  const unzip = (file: string, folder: string) =>
    execFileSync('php', ['-r', '(new PharData($argv[1]))->extractTo($argv[2]);', file, folder]);
  const unpacked = join(work, 'site');
  const plugins = join(unpacked, 'wp-content/plugins');
  unzip(join(work, zips[0] as string), unpacked);
  unzip(join(work, `${zips[1]}/sqlite-database-integration.zip`), plugins);
  renameSync(join(plugins, 'sqlite-database-integration-main'), join(plugins, 'sqlite-database-integration'));
  cpSync(join(plugins, 'sqlite-database-integration/db.copy'), join(unpacked, 'wp-content/db.php'));
  cpSync(join(work, 'package/public/wp-6.5', jquery), join(unpacked, jquery), { recursive: true });
  try {
    renameSync(unpacked, site);
  } catch (problem) {
    // Another test file was quicker.
    if (!existsSync(site)) throw problem;
  }
  rmSync(work, { recursive: true });
  return site;
}

export interface Wordpress {
  url: string;
  /** @param path of WordPress' REST interface */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<{ status: number; body: unknown }>;
  /** The same of a second process over the same database. */
  other: Pick<Wordpress, 'post' | 'url'>;
  stop(): Promise<void>;
}

/** WordPress comes installed. Its addresses for REST need the permalinks. */
const activate = `
$_SERVER += array( 'HTTP_HOST' => 'localhost', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/' );
require 'wp-load.php';
update_option( 'permalink_structure', '/%postname%/' );
update_option( 'active_plugins', array( 'woocommerce/woocommerce.php', 'ship-elements/ship-elements.php' ) );
`;

/**
 * Two processes write to the same tables, so a transaction takes the lock as it begins: one that reads first and then wants to
 * write is refused at once in SQLite. The plugin for SQLite takes the connection that it finds.
 */
const connect = `
$GLOBALS['@pdo'] = new class( 'sqlite:' . __DIR__ . '/wp-content/database/.ht.sqlite', null, null, array( PDO::ATTR_TIMEOUT => 60 ) ) extends PDO {
  public function prepare( string $query, array $options = array() ): PDOStatement|false {
    return parent::prepare( 'BEGIN' === $query ? 'BEGIN IMMEDIATE' : $query, $options );
  }
};
`;

/** @param plugins the folder of WordPress' plugins */
export function copyPlugin(plugins: string): void {
  const folder = join(plugins, 'ship-elements');
  cpSync(join(root, 'src/shops/woocommerce'), folder, { recursive: true });
  for (const [name, file] of pluginScripts) cpSync(join(root, 'dist', file), join(folder, `assets/${name}.js`));
  cpSync(holidays, join(folder, 'assets/holidays.json'));
}

/**
 * Speaks to WordPress' REST interface.
 * @param log what PHP complains of
 */
export const postTo =
  (address: string, log: string): Wordpress['post'] =>
  async (path, body, headers = {}) => {
    const answer = await fetch(`${address}/?rest_route=/${path}`, {
      method: 'POST',
      // The server is one process: a connection that stays open would keep other ones waiting.
      headers: { 'content-type': 'application/json', connection: 'close', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    const notices = existsSync(log) ? readFileSync(log, 'utf8') : '';
    if (notices.includes('plugins/ship-elements')) throw new Error(`PHP complains: ${notices}`);
    return { status: answer.status, body: text ? JSON.parse(text) : undefined };
  };

/** Starts WordPress with the plugin and a stub of WooCommerce. */
export async function startWordpress(): Promise<Wordpress> {
  const folder = mkdtempSync(join(tmpdir(), 'ship-wordpress-'));
  cpSync(provideWordpress(), folder, { recursive: true });
  const plugins = join(folder, 'wp-content/plugins');
  copyPlugin(plugins);
  cpSync(join(root, 'test/shops/woocommerce-stub'), join(plugins, 'woocommerce'), { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = join(folder, 'wp-config.php');
  const settings = `define( 'WP_HOME', '${url}' ); define( 'WP_SITEURL', '${url}' ); define( 'DISABLE_WP_CRON', true );
    define( 'WP_ENVIRONMENT_TYPE', 'local' );
    define( 'WP_DEBUG', true ); define( 'WP_DEBUG_LOG', __DIR__ . '/debug.log' ); define( 'WP_DEBUG_DISPLAY', false );`;
  const text = readFileSync(config, 'utf8').replace("define( 'WP_DEBUG', false );", '');
  writeFileSync(config, text.replace('$table_prefix', `${settings}${connect}$table_prefix`));
  execFileSync('php', ['-r', activate], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const server = await runProgram(['php', '-S', `127.0.0.1:${port}`], { cwd: folder });
  const secondPort = await freePort();
  const second = await runProgram(['php', '-S', `127.0.0.1:${secondPort}`], { cwd: folder });

  const log = join(folder, 'debug.log');
  return {
    url,
    post: postTo(url, log),
    other: { url: `http://127.0.0.1:${secondPort}`, post: postTo(`http://127.0.0.1:${secondPort}`, log) },
    async stop() {
      await Promise.all([server.stop(), second.stop()]);
      rmSync(folder, { recursive: true });
    },
  };
}
