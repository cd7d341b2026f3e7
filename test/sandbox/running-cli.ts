import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

/** Runs the built command of the sandbox in processes, with a folder for their files. Both are removed after the tests of a file. */
export function sandboxCommand(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `sandbox-${name}-`));
  const running = new Set<ChildProcess>();
  after(async () => {
    const ended = [...running].map((child) => once(child, 'exit'));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(ended);
    rmSync(folder, { recursive: true });
  });

  function run(...flags: string[]) {
    const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
    const child = spawn(process.execPath, [cli, 'sandbox', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  /** Resolves when it listens. */
  async function start(...flags: string[]) {
    const child = run('--port', '0', ...flags);
    const line = String((await once(createInterface(child.stdout), 'line'))[0]);
    const [, address = ''] = /^sandbox listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line) ?? [];
    expect(address, line).to.be.ok;
    /** Resolves with the exit code: null where the signal ended it. */
    const stop = async (signal: NodeJS.Signals): Promise<unknown> => {
      const exit = once(child, 'exit');
      child.kill(signal);
      return (await exit)[0];
    };
    return { address, stop };
  }

  return { file: (path: string) => join(folder, path), run, start };
}
