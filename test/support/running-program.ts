import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface RunningProgram {
  /** Where it says that it answers, without a slash at the end. */
  origin: string;
  stop(): Promise<void>;
}

/**
 * Runs a server until it is stopped, with all that it starts itself. Resolves once it has printed its address.
 * @throws with all that it has said, where it ends before
 */
export async function runProgram(
  [command = '', ...parameters]: string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<RunningProgram> {
  const { cwd, env } = options;
  const program = spawn(command, parameters, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    // A group of its own, so that what it has started ends with it.
    detached: true,
  });
  const runs = () => program.exitCode === null && program.signalCode === null;
  const end = () => {
    if (program.pid && runs()) process.kill(-program.pid, 'SIGTERM');
  };
  // A test run that is interrupted leaves nobody behind.
  process.once('exit', end);
  let said = '';
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
        const address = said.match(/https?:\/\/[\w.]+:\d+(?=\D)/)?.[0];
        if (address) resolve(address);
      });
    program.once('error', reject);
    program.once('exit', (code) =>
      reject(new Error(`${command} ${parameters.join(' ')} ended with ${code}:\n${said}`)),
    );
  });
  return {
    origin,
    async stop() {
      process.off('exit', end);
      if (!runs()) return;
      const ended = once(program, 'exit');
      end();
      await ended;
    },
  };
}
