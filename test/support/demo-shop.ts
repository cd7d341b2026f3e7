import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { runProgram } from './running-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface RunningShop {
  /** The address that it prints, with a slash at the end. */
  address: string;
  stop(): Promise<void>;
}

/**
 * Runs the demo shop with a database file of the test.
 * @param command that of the built demo, which the run has made before its first test (`build-demo.ts`), or `npm start`
 */
export async function startShop(
  database: string,
  command = ['npx', 'vite', 'preview', '--mode', 'demo'],
): Promise<RunningShop> {
  const port = await freePort();
  const env = { SHOP_DATABASE: database, NODE_ENV: '' };
  const { origin, stop } = await runProgram([...command, '--port', String(port)], { cwd: root, env });
  return { address: `${origin}/`, stop };
}
