import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { runProgram } from './running-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `shop.mjs` of the docs in a folder with the packages that `npm install` would add, and the build as `public`. */
export async function runExample(files: Record<string, string>, env?: NodeJS.ProcessEnv) {
  const cwd = mkdtempSync(join(tmpdir(), 'ship-elements-example-'));
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(root, join(cwd, 'node_modules/ship-elements'));
  for (const name of ['hono', '@hono', 'libsql'])
    symlinkSync(join(root, 'node_modules', name), join(cwd, 'node_modules', name));
  symlinkSync(join(root, 'dist'), join(cwd, 'public'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const given = { PORT: String(await freePort()), ...env };
  const { origin, output, stop } = await runProgram([process.execPath, 'shop.mjs'], { cwd, env: given });
  return {
    origin,
    output,
    /** What another program of the folder prints, beside the shop. */
    beside: async (...program: string[]) =>
      (await promisify(execFile)(process.execPath, program, { cwd, env: { ...process.env, ...given } })).stdout,
    async stop() {
      await stop();
      rmSync(cwd, { recursive: true });
    },
  };
}
