import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds the demo once for all workers of a run. */
export default async function buildDemo(): Promise<void> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { NODE_ENV } = process.env;
  await build({ configFile: `${root}vite.config.ts`, mode: 'demo', logLevel: 'error' });
  // Vite sets it for the whole process, and npm would install nothing for development in what a test starts.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
}
