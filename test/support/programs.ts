/**
 * The programs that tests need beside Node. `tsx test/support/programs.ts chromium postgres` installs those that are missing, as root
 * on Debian.
 */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { browsers, type Engine, findBrowser, provideBrowsers } from './browsers.ts';
import { hasDocker } from './docker.ts';
import { installByApt } from './install-browsers.ts';
import { hasCodeSniffer, hasPhpWithSqlite, hasWoocommerce } from './php.ts';
import { hasPostgres } from './postgres.ts';

export type Program = Engine | 'postgres' | 'php' | 'faketime' | 'docker' | 'woocommerce';

interface Need {
  /** What the last lines of a run say if it is missing. */
  untested: string;
  /** The Debian packages that contain it. */
  packages: string[];
  /** What to do in place of an installation. */
  remedy?: string;
  isThere(): boolean;
}

const browser = (engine: Engine): Need => ({
  untested: `IN ${browsers[engine].name.toUpperCase()}`,
  packages: browsers[engine].packages,
  isThere: () => findBrowser(engine) !== undefined,
});

export const programs: Record<Program, Need> = {
  chromium: browser('chromium'),
  firefox: browser('firefox'),
  webkit: browser('webkit'),
  postgres: { untested: 'ON POSTGRES', packages: ['postgresql'], isThere: hasPostgres },
  php: {
    untested: 'WITH PHP',
    packages: ['php-cli', 'php-sqlite3', 'php-codesniffer'],
    isThere: () => hasPhpWithSqlite() && hasCodeSniffer(),
  },
  faketime: {
    untested: 'ON OTHER DAYS',
    packages: ['faketime'],
    isThere: () => spawnSync('faketime', ['--version']).status === 0,
  },
  // Its packages alone build nothing: a container needs the daemon. So it is used where it runs, and never installed.
  docker: { untested: 'IN DOCKER', packages: [], remedy: 'start docker', isThere: hasDocker },
  // Neither npm nor Debian has it.
  woocommerce: {
    untested: 'ON THE REAL WOOCOMMERCE',
    packages: [],
    remedy: 'set WOOCOMMERCE_SITE to the folder of a WordPress with WooCommerce that is there for tests',
    isThere: hasWoocommerce,
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const wanted = process.argv.slice(2) as Program[];
  const missing = wanted.filter((name) => programs[name].packages.length && !programs[name].isThere());
  if (missing.length) installByApt(missing.map((name) => programs[name].packages));
  // Without apt, Playwright can download Chromium. Without Chromium, this ends with the remedy.
  if (missing.includes('chromium')) provideBrowsers(['chromium']);
}
