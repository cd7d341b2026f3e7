/**
 * `npm run size`: what a shopper's browser loads, in bytes of gzip -9; fails above the budget. The script-tag file is
 * measured as it is published, what a shop imports as its bundler minifies it. `-- --json` prints every entry.
 */
import { gzipSync } from 'node:zlib';
import type { UserConfig } from 'vite';
import { embed } from '../../vite.config.ts';
import { bundle } from '../support/build-script.ts';

interface Entry {
  name: string;
  entry: string;
  /** Bytes: what came out when it was written down, and 1 % more. */
  budget: number;
}

const entries: Entry[] = [
  { name: 'ship-elements.js', entry: 'src/embed.ts', budget: 65_300 },
  { name: 'ship-elements/define', entry: 'src/define.ts', budget: 65_200 },
  { name: 'ship-elements/client', entry: 'src/client/index.ts', budget: 17_470 },
  { name: 'ship-elements/contract', entry: 'src/contract/index.ts', budget: 12_440 },
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
