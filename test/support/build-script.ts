import { build, type Plugin } from 'vite';
import { embed } from '../../vite.config.ts';

/** A script-tag file made of sources that this function has changed, by their path in `src`; its inner names in full. */
export async function buildScript(change: (code: string, path: string) => string): Promise<string> {
  const changing: Plugin = {
    name: 'changing',
    enforce: 'pre',
    transform(code, id) {
      const [, path] = id.split(/\/src\/(?!.*\/src\/)/);
      return path && !id.includes('/node_modules/') ? change(code, path) : null;
    },
  };
  const built = await build({
    ...embed,
    configFile: false,
    logLevel: 'silent',
    plugins: [changing],
    build: { ...embed.build, write: false, minify: false },
  });
  const [result] = [built].flat();
  const [chunk] = result && 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk') throw new Error('Vite built no script.');
  return chunk.code;
}
