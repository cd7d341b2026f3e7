import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** The folder of the Postgres programs. Debian and Ubuntu have one folder a version. */
function binaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), '/usr/local/bin', '/opt/homebrew/bin'];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

export const hasPostgres = () => binaries() !== undefined;

/** The path of one of its programs, such as `pg_dump`. */
export const postgresProgram = (name: string) => join(binaries() ?? '', name);

export interface Postgres {
  /** The address of an empty database. */
  url: string;
  stop(): Promise<void>;
}

/** `npm test` sets this variable, because Postgres and D1 are slow to start. */
export const libsqlOnly = process.env.TEST_DATABASES === 'libsql';

/**
 * Starts an empty Postgres on a free port. Returns undefined if Postgres is not installed.
 * @param isSynced writes wait for the disk. The tests kill processes, not the machine, so nothing of theirs needs to reach it
 */
export async function startPostgres({ isSynced = false } = {}): Promise<Postgres | undefined> {
  const folder = libsqlOnly ? undefined : binaries();
  if (!folder) return undefined;
  const home = mkdtempSync(join(tmpdir(), 'ship-postgres-'));
  const port = await freePort();
  const user = unprivileged();
  if (user) chownSync(home, user.uid, user.gid);
  const files = join(home, 'data');
  const made = spawnSync(join(folder, 'initdb'), ['-D', files, '-A', 'trust', '-U', 'ship', '-E', 'UTF8'], {
    ...user,
    cwd: home,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const settings = [
    '-c',
    `fsync=${isSynced ? 'on' : 'off'}`,
    '-c',
    'listen_addresses=127.0.0.1',
    '-k',
    home,
    '-p',
    String(port),
  ];
  const server = spawn(join(folder, 'postgres'), ['-D', files, ...settings], {
    ...user,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await listening(server);
  return {
    url: `postgres://ship@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(home, { recursive: true });
    },
  };
}

/** Postgres refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function listening(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', (chunk) => {
      said += chunk;
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${said}`)));
  });
}
