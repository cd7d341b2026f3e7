/**
 * `npm run size` measures the bytes that a shopper's browser loads, after gzip -9, and fails above the budget. Modules are
 * minified as by a shop's bundler.
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

for (const { name, entry, budget } of entries) {
  const config = entry === 'src/embed.ts' ? embed : imported;
  const lib = { entry, formats: ['iife' as const], name: 'measured' };
  const script = await bundle({ ...config, build: { ...config.build, copyPublicDir: false, lib } });
  const bytes = gzipSync(script, { level: 9 }).length;
  const isTooLarge = bytes > budget;
  process.stdout.write(`${name.padEnd(24)} ${bytes} bytes of ${budget}${isTooLarge ? '  TOO LARGE' : ''}\n`);
  if (isTooLarge) process.exitCode = 1;
}
