import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { runProgram } from './running-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningShop {
  /** The address that it prints, with a slash at the end. */
  address: string;
  stop(): Promise<void>;
}

/** Runs `npm start -- --port N` with a database file of the test. */
export async function startShop(database: string): Promise<RunningShop> {
  const port = await freePort();
  const env = { SHOP_DATABASE: database, NODE_ENV: '' };
  const { origin, stop } = await runProgram(['npm', 'start', '--', '--port', String(port)], { cwd: root, env });
  return { address: `${origin}/`, stop };
}
