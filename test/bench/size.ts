/**
 * `npm run size`: what a shopper's browser loads, gzipped, in kilobytes of 1,024 bytes; fails above a limit. The script-tag
 * file is measured as it is published, what a shop imports as any bundler minifies it. `-- --json` prints every entry.
 */
import { gzipSync } from 'node:zlib';
import { build, type UserConfig } from 'vite';
import { embed } from '../../vite.config.ts';

interface Entry {
  name: string;
  entry: string;
  /** Kilobytes. */
  limit: number;
}

const entries: Entry[] = [
  { name: 'ship-elements.js', entry: 'src/embed.ts', limit: 34 },
  { name: 'ship-elements/define', entry: 'src/define.ts', limit: 39 },
  { name: 'ship-elements/client', entry: 'src/client/index.ts', limit: 11 },
  { name: 'ship-elements/contract', entry: 'src/contract/index.ts', limit: 7 },
];

const { root, mode, resolve, define } = embed;
const imported: UserConfig = { root, mode, resolve, define, build: { target: 'es2022', minify: 'terser' } };

async function gzipped({ entry }: Entry): Promise<number> {
  const lib = { entry, formats: ['iife' as const], name: 'measured' };
  const config = entry.endsWith('embed.ts') ? embed : imported;
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, copyPublicDir: false, lib },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((result) =>
    'output' in result ? result.output : [],
  );
  const code = outputs.map((output) => (output.type === 'chunk' ? output.code : '')).join('');
  return gzipSync(code, { level: 9 }).length / 1024;
}

const measured = await Promise.all(entries.map(async (entry) => ({ ...entry, size: await gzipped(entry) })));

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
else {
  for (const { name, size, limit } of measured) {
    const verdict = size > limit ? 'TOO LARGE' : '';
    process.stdout.write(`${name.padEnd(24)} ${size.toFixed(2).padStart(6)} KB of ${limit}  ${verdict}\n`);
  }
}
process.exitCode = measured.some(({ size, limit }) => size > limit) ? 1 : 0;
