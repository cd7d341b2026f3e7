import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningShop {
  /** Where it says that it answers, with a slash at the end. */
  address: string;
  stop(): Promise<void>;
}

/** Runs `npm start -- --port N`, as a newcomer would, on a database file of the test's own. */
export async function startShop(database: string): Promise<RunningShop> {
  const port = await freePort();
  const shop = spawn('npm', ['start', '--', '--port', String(port)], {
    cwd: root,
    env: { ...process.env, SHOP_DATABASE: database, NO_COLOR: '1', NODE_ENV: '' },
    // A group of its own, so that what npm started ends with it.
    detached: true,
  });
  const address = await printedAddress(shop);
  return {
    address,
    async stop() {
      const ended = once(shop, 'exit');
      process.kill(-(shop.pid ?? 0), 'SIGTERM');
      await ended;
    },
  };
}

function printedAddress(shop: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk;
      const address = said.match(/https?:\/\/[\w.]+:\d+\//)?.[0];
      if (address) resolve(address);
    };
    shop.stdout?.on('data', listen);
    shop.stderr?.on('data', listen);
    shop.on('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${said}`)));
  });
}
