/** `tsx test/support/on-node.ts 22.23.3 FILE…` runs mocha tests on that version of Node, which it installs from npm. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [version = '', ...parameters] = process.argv.slice(2);

/** npm has the binaries of each version in a package for each platform. */
const binaries = `node-${process.platform}-${process.arch}`;
const home = join(root, '.data/node', version);
const folder = join(home, 'node_modules', binaries, 'bin');

const run = (command: string, args: string[], env = process.env) => {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
};

if (!existsSync(folder)) {
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', home, `${binaries}@${version}`]);
}
// Programs that the tests start, such as npm, find this version first.
const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
run('node', ['--version'], env);
run('node', [join(root, 'node_modules/mocha/bin/mocha.js'), ...parameters], env);
