import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface RunningProgram {
  /** The address that it prints, without a slash at the end. One that prints its port alone listens on this machine. */
  origin: string;
  /** @param signal as systemd asks a program to end, unless another one is given */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Runs a server, and resolves when it has printed its address. `stop` ends it with all its child processes, and `output` returns what
 * it has printed so far.
 * @throws with its output if it ends before
 */
export async function runProgram(
  [command = '', ...parameters]: string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<RunningProgram & { output(): string }> {
  const { cwd, env } = options;
  const program = spawn(command, parameters, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    // A process group, so that its child processes end with it.
    detached: true,
  });
  // Its child processes hold its output open. Until the last has ended, one may still write into the folder that a test removes.
  const closed = once(program, 'close');
  const runs = () => program.exitCode === null && program.signalCode === null;
  const end = (signal: NodeJS.Signals = 'SIGTERM') => {
    if (program.pid && runs()) process.kill(-program.pid, signal);
  };
  const endWithRun = () => end();
  // An interrupted test run leaves no process behind.
  process.once('exit', endWithRun);
  let said = '';
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
        const [address, port] = said.match(/https?:\/\/[\w.]+:\d+(?=\D)|\bport: (\d+)(?=\D)/) ?? [];
        if (address) resolve(port ? `http://127.0.0.1:${port}` : address);
      });
    program.once('error', reject);
    program.once('exit', (code) =>
      reject(new Error(`${command} ${parameters.join(' ')} ended with ${code}:\n${said}`)),
    );
  });
  return {
    origin,
    output: () => said,
    async stop(signal) {
      process.off('exit', endWithRun);
      end(signal);
      await closed;
    },
  };
}
