import type { TestRunnerPlugin } from '@web/test-runner';
import type { InlineConfig, Plugin } from 'vite';
import { scripts } from '../../src/package/script.ts';
import { embedOf } from '../../vite.config.ts';
import { buildInMemory, bundle } from './build-script.ts';

/** The modules that register elements, and the script-tag files that are loaded in their place. */
const shipped: Record<string, string[]> = {
  '/src/define.ts': ['checkout'],
  '/src/elements/area-search/area-search-element.ts': ['checkout-with-area-search'],
  '/src/elements/parcels/parcels-element.ts': ['parcels'],
  // It opens the search of the other file.
  '/src/elements/promise/define.ts': ['promise', 'checkout-with-area-search'],
  '/src/elements/tracking/tracking-element.ts': ['tracking'],
};

/** A module that loads script-tag files as a page does. */
const loading = (names: readonly string[]) => `for (const name of ${JSON.stringify(names)})
  await new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: \`/dist/\${name}.js\` });
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });`;

/**
 * Serves each test file, and what else a test loads by its path, with all that it imports in few files. A test file would ask for some
 * two hundred modules one by one, which takes longer than most of the tests.
 * @param files paths from the root
 */
export function serveBundled(root: string, files: string[], config: InlineConfig): TestRunnerPlugin {
  const built = new Map<string, string>();
  return {
    name: 'serve-bundled',
    async serverStart() {
      const output = await buildInMemory({
        root,
        mode: 'development',
        ...config,
        build: {
          target: 'es2022',
          minify: false,
          sourcemap: true,
          modulePreload: false,
          rolldownOptions: {
            input: Object.fromEntries(files.map((file) => [file, `${root}/${file}`])),
            // The page of the runner has this one.
            external: /^\/__web-dev-server/,
            preserveEntrySignatures: 'allow-extension',
            output: { entryFileNames: '[name]', chunkFileNames: 'test/chunks/[name].js' },
          },
        },
      });
      // A map is a file of its own, which is asked for when a test fails.
      for (const file of output) built.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : `${file.source}`);
    },
    serve({ path }) {
      const body = built.get(path);
      return body === undefined ? undefined : { body, type: path.endsWith('.map') ? 'json' : 'js' };
    },
  };
}

/** Builds the script-tag files, and loads them wherever a test imports what they register. */
export function serveScripts(): TestRunnerPlugin {
  const built = new Map<string, string>();
  return {
    name: 'serve-scripts',
    async serverStart() {
      for (const script of scripts) built.set(`/dist/${script.name}.js`, await bundle(embedOf(script)));
    },
    serve({ path }) {
      const body = built.get(path);
      return body === undefined ? undefined : { body, type: 'js' };
    },
  };
}

/** They register nothing, so a test of a script-tag file may take them from the sources. */
const registerNothing =
  /\/src\/elements\/(quote-html|words\/arrival-text|core\/(page-clock|remembered-area|load-class))\.ts$/;

/** Takes the script-tag file in place of the sources that it is built from. */
export const withScripts: Plugin = {
  name: 'with-scripts',
  enforce: 'pre',
  resolveId(source, importer = '') {
    if (!/\/test\/(?!.*\/test\/)/.test(importer) || registerNothing.test(source)) return undefined;
    const file = Object.keys(shipped).find((path) => source.endsWith(path));
    if (!file && source.includes('/src/elements/')) throw new Error(`${importer} imports a source file: ${source}`);
    return file && `\0shipped:${file}`;
  },
  load(id) {
    const [, file = ''] = id.split('\0shipped:');
    return file ? loading(shipped[file] ?? []) : undefined;
  },
};
