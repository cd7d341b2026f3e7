import type { TestRunnerPlugin } from '@web/test-runner';
import { embed } from '../../vite.config.ts';
import { bundle } from './build-script.ts';

/** Builds the script-tag file and loads it wherever a test imports `src/define.ts`. */
export function serveBuilt(): TestRunnerPlugin {
  let built: string;
  return {
    name: 'serve-built',
    async serverStart() {
      built = await bundle(embed);
    },
    resolveImport({ source, context }) {
      if (!context.path.startsWith('/test/')) return undefined;
      if (source.includes('/src/elements/')) throw new Error(`${context.path} imports a source file: ${source}`);
      return source.endsWith('/src/define.ts') ? '/test/support/shipped-file.ts' : undefined;
    },
    serve({ path }) {
      return path === '/dist/ship-elements.js' ? { body: built, type: 'js' } : undefined;
    },
  };
}
