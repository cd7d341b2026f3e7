import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds the demo once for all workers of a run. */
export default async function buildDemo(): Promise<void> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await build({ configFile: `${root}vite.config.ts`, mode: 'demo', logLevel: 'error' });
}
