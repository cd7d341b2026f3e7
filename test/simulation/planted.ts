/**
 * Plants each bug of `planted/` in a copy of the program, and counts the seeds until it is found: `npm run simulate:planted -- [name…]`. A bug that
 * was never planted is tried by the path of its patch: break something, `git diff src > /tmp/bug.patch`, `git checkout src`, and
 * `npm run simulate:planted -- /tmp/bug.patch`.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const patches = fileURLToPath(new URL('planted', import.meta.url));
const most = '2000';

const run = promisify(execFile);

/** @returns what the simulation prints, with the planted bug in it */
async function withBug(patch: string): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'planted-'));
  try {
    for (const name of ['src', 'package.json', 'tsconfig.json', 'test/simulation', 'test/sandbox', 'test/store'])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    await run('git', ['apply', patch], { cwd: copy });
    const options = ['--seeds', most, '--jobs', '2', '--until-found'];
    const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
    const program = ['--import', 'tsx', 'test/simulation/simulate.ts', ...options];
    const { stdout } = await run(process.execPath, program, { cwd: copy, env }).catch((found) => found);
    return stdout;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const given = process.argv.slice(2);
const all = readdirSync(patches).filter((name) => name.endsWith('.patch'));
const wanted = given.length ? given.map((name) => (name.endsWith('.patch') ? name : `${name}.patch`)) : all;
for (const file of wanted) {
  const name = basename(file, '.patch');
  const printed = await withBug(all.includes(file) ? join(patches, file) : resolve(file));
  const sentence = /BROKEN: (.*)/.exec(printed)?.[1];
  const seed = /^Seed (\d+)/m.exec(printed)?.[1];
  const seeds = /^(\d+) purchases/m.exec(printed)?.[1];
  process.stdout.write(
    sentence ? `${name}: ${seeds} seeds, the last of them ${seed}. ${sentence}\n` : `${name}: NOT FOUND\n${printed}\n`,
  );
  if (!sentence) process.exitCode = 1;
}
