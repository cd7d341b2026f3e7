import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/**
 * Starts the WebDriver of WebKitGTK on a virtual display. Port and display are free ones, because other runs may go on.
 * Both end with this process.
 * @returns the port of the driver
 */
export async function startWebKitDriver(driverPath: string, displayPath: string): Promise<number> {
  const env = {
    ...process.env,
    DISPLAY: await startDisplay(displayPath),
    GDK_BACKEND: 'x11',
    // In the POSIX locale of a bare machine, WebKit sorts and formats numbers unlike a shopper's browser.
    LC_ALL: 'en_US.UTF-8',
  };
  for (let attempts = 0; attempts < 3; attempts += 1) {
    const port = await freePort();
    const driver = start(driverPath, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
    if (await answers(driver, port)) return port;
  }
  throw new Error(`${driverPath} does not answer.`);
}

async function startDisplay(path: string): Promise<string> {
  const parameters = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const display = start(path, parameters, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  // Xvfb chooses a free display number, and writes it when it is ready.
  for await (const number of createInterface(display.stdio[3] as Readable)) return `:${number}`;
  throw new Error(`${path} has no display to give.`);
}

/** Whether the driver answers. It exits if another process has taken its port. */
async function answers(driver: ChildProcess, port: number): Promise<boolean> {
  for (const latest = Date.now() + 30_000; driver.exitCode === null && Date.now() < latest; await pause(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined);
    if (answer?.ok) return driver.exitCode === null;
  }
  return false;
}

function start(path: string, parameters: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(path, parameters, options);
  process.once('exit', () => child.kill());
  child.unref();
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  return child;
}
