import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs the line of a crontab that a page prints, as cron does: it has nothing of the shop's environment but `/etc/shop.env`.
 * @param text of the page, whose shop is in `/srv/shop`
 * @param folder where the shop is here
 * @returns what cron would send, and its exit status unless that is 0
 */
export async function runByCron(text: string, folder: string, env: Readonly<Record<string, string>>): Promise<string> {
  const [, line = ''] = /\* \* \* \* \* ([^`\n]+)/.exec(text) ?? [];
  const values = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  // Beside the page, a web server would answer it.
  mkdirSync(join(folder, 'etc'), { recursive: true });
  writeFileSync(join(folder, 'etc/shop.env'), values.join(''));
  const own = { cwd: '/', env: { PATH: process.env.PATH } };
  const command = line.replace('/srv/shop', folder).replace('/etc/shop.env', join(folder, 'etc/shop.env'));
  const { stdout, stderr, code } = await promisify(execFile)('/bin/sh', ['-c', command], own).then(
    (sent) => ({ ...sent, code: 0 }),
    (failed) => failed,
  );
  return stdout + stderr + (code ? `exit ${code}` : '');
}
