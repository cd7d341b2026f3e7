import { build, type InlineConfig, type Plugin } from 'vite';
import { embed } from '../../vite.config.ts';

/** The script that a configuration builds, without a file of it. */
export async function bundle(config: InlineConfig): Promise<string> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false },
  });
  const [result] = [built].flat();
  const [chunk] = result && 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk') throw new Error('Vite built no script.');
  return chunk.code;
}

/** A script-tag file, not minified, made of sources that this function has changed, by their path in `src`. */
export function buildScript(change: (code: string, path: string) => string): Promise<string> {
  const changing: Plugin = {
    name: 'changing',
    enforce: 'pre',
    transform(code, id) {
      const [, path] = id.split(/\/src\/(?!.*\/src\/)/);
      return path && !id.includes('/node_modules/') ? change(code, path) : null;
    },
  };
  return bundle({ ...embed, plugins: [changing], build: { ...embed.build, minify: false } });
}
