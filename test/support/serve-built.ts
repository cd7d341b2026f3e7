import type { TestRunnerPlugin } from '@web/test-runner';
import { embed } from '../../vite.config.ts';
import { bundle } from './build-script.ts';

/** Scripts that only tests load, built as the script-tag file is: their paths, and where what they export is found. */
const scripts: Record<string, { entry: string; name: string }> = {
  '/test/built/directives.js': { entry: 'test/built/directives.ts', name: 'builtDirectives' },
};

/**
 * Puts the script-tag file, as it is built from the sources now, in place of the sources: whatever asks for `src/define.ts` has
 * its tags registered by that file. `test/built` names both, to compare them.
 */
export function serveBuilt(): TestRunnerPlugin {
  const served = new Map<string, string>();
  return {
    name: 'serve-built',
    async serverStart() {
      served.set('/dist/ship-elements.js', await bundle(embed));
      for (const [path, { entry, name }] of Object.entries(scripts)) {
        const lib = { entry, name, formats: ['iife' as const] };
        served.set(path, await bundle({ ...embed, build: { ...embed.build, lib } }));
      }
    },
    resolveImport({ source, context }) {
      const compared = context.path.startsWith('/test/built/');
      if (compared || !context.path.startsWith('/test/')) return undefined;
      if (source.includes('/src/elements/'))
        throw new Error(`${context.path} reaches past the script-tag file: ${source}`);
      return source.endsWith('/src/define.ts') ? '/test/support/shipped-file.ts' : undefined;
    },
    serve({ path }) {
      const body = served.get(path);
      return body === undefined ? undefined : { body, type: 'js' };
    },
  };
}
