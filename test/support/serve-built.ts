import type { TestRunnerPlugin } from '@web/test-runner';
import { scripts } from '../../src/package/script.ts';
import { embedOf } from '../../vite.config.ts';
import { bundle } from './build-script.ts';

/** The modules that register elements, and the page of each that loads its script-tag file in their place. */
const shipped: Record<string, string> = {
  '/src/define.ts': '/test/support/shipped-file.ts',
  '/src/elements/area-search/define.ts': '/test/support/shipped-area-search.ts',
  '/src/elements/tracking/define.ts': '/test/support/shipped-tracking.ts',
};

/** Builds the script-tag files and loads them wherever a test imports what they register. */
export function serveBuilt(): TestRunnerPlugin {
  const built = new Map<string, string>();
  return {
    name: 'serve-built',
    async serverStart() {
      for (const script of scripts) built.set(`/dist/${script.name}.js`, await bundle(embedOf(script)));
    },
    resolveImport({ source, context }) {
      if (!context.path.startsWith('/test/')) return undefined;
      const file = Object.keys(shipped).find((path) => source.endsWith(path));
      if (!file && source.includes('/src/elements/'))
        throw new Error(`${context.path} imports a source file: ${source}`);
      return file && shipped[file];
    },
    serve({ path }) {
      const body = built.get(path);
      return body === undefined ? undefined : { body, type: 'js' };
    },
  };
}
