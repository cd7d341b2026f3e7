import { build, type InlineConfig, type Plugin } from 'vite';
import { embed } from '../../vite.config.ts';

/** Builds in memory. */
export async function buildInMemory(config: InlineConfig) {
  const { NODE_ENV } = process.env;
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false },
  });
  // Vite sets it for the whole process, and a program that a test starts later would run as in production.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  const [result] = [built].flat();
  return result && 'output' in result ? result.output : [];
}

/** Builds one script in memory. */
export async function bundle(config: InlineConfig): Promise<string> {
  const [chunk] = await buildInMemory(config);
  if (chunk?.type !== 'chunk') throw new Error('Vite built no script.');
  return chunk.code;
}

/** Builds the script-tag file, not minified, from changed sources. Paths are relative to `src`. */
export function buildScript(change: (code: string, path: string) => string): Promise<string> {
  const changing: Plugin = {
    name: 'changing',
    enforce: 'pre',
    transform(code, id) {
      const [, path] = id.split(/\/src\/(?!.*\/src\/)/);
      return path && !id.includes('/node_modules/') ? change(code, path) : null;
    },
  };
  return bundle({ ...embed, plugins: [changing, embed.plugins], build: { ...embed.build, minify: false } });
}
