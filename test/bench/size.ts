/**
 * `npm run size` measures the bytes that a shopper's browser loads, after gzip -9, and fails above the budget. Modules are
 * minified as by a shop's bundler. `-- --json` prints each entry.
 */
import { gzipSync } from 'node:zlib';
import type { UserConfig } from 'vite';
import { embed } from '../../vite.config.ts';
import { bundle } from '../support/build-script.ts';

interface Entry {
  name: string;
  entry: string;
  /** Bytes: the size when the budget was set, plus 1 %. */
  budget: number;
}

const entries: Entry[] = [
  { name: 'ship-elements.js', entry: 'src/embed.ts', budget: 60_400 },
  { name: 'ship-elements/define', entry: 'src/define.ts', budget: 60_300 },
  { name: 'ship-elements/client', entry: 'src/client/index.ts', budget: 17_470 },
  { name: 'ship-elements/contract', entry: 'src/contract/index.ts', budget: 12_390 },
];

const { root, mode, resolve, define } = embed;
const imported: UserConfig = { root, mode, resolve, define, build: { target: 'es2022' } };

async function measure({ name, entry, budget }: Entry) {
  const config = entry === 'src/embed.ts' ? embed : imported;
  const lib = { entry, formats: ['iife' as const], name: 'measured' };
  const script = await bundle({ ...config, build: { ...config.build, copyPublicDir: false, lib } });
  return { name, bytes: gzipSync(script, { level: 9 }).length, budget };
}

const measured = await Promise.all(entries.map(measure));

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
else {
  for (const { name, bytes, budget } of measured) {
    const verdict = bytes > budget ? '  TOO LARGE' : '';
    process.stdout.write(`${name.padEnd(24)} ${bytes} bytes of ${budget}${verdict}\n`);
  }
}
process.exitCode = measured.some(({ bytes, budget }) => bytes > budget) ? 1 : 0;
