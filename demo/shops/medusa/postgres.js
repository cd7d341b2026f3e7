import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Starts an empty Postgres of this machine, for as long as the shop runs.
 * @returns its URL, and what stops it and deletes its files
 */
export async function startPostgres() {
  const programs = programsFolder();
  if (!programs) throw new Error('DATABASE_URL is missing, and no Postgres is installed: apt-get install postgresql.');
  const home = mkdtempSync(join(tmpdir(), 'ship-medusa-'));
  // Postgres refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (user.uid) chownSync(home, user.uid, user.gid);
  const files = join(home, 'data');
  const made = spawnSync(join(programs, 'initdb'), ['-D', files, '-A', 'trust', '-U', 'shop', '-E', 'UTF8'], {
    ...user,
    cwd: home,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const settings = ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-k', home, '-p', String(port)];
  const server = spawn(join(programs, 'postgres'), ['-D', files, ...settings], {
    ...{ ...user, cwd: home, detached: true },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk) => {
      log += chunk;
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`postgres: ${log}`)));
  });
  return {
    url: `postgres://shop@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(home, { recursive: true });
    },
  };
}

/** Debian has one folder for each version. */
function programsFolder() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), '/usr/local/bin', '/opt/homebrew/bin'];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

const idOf = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
