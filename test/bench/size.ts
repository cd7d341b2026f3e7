/**
 * `npm run size` measures the bytes that a shopper's browser loads, after gzip -9, and fails above the budget. Modules are
 * minified as by a shop's bundler.
 */
import { gzipSync } from 'node:zlib';
import type { UserConfig } from 'vite';
import { pureCalls } from '../../src/package/pure-calls.ts';
import { scripts } from '../../src/package/script.ts';
import { embed, embedOf } from '../../vite.config.ts';
import { bundle } from '../support/build-script.ts';

interface Entry {
  name: string;
  entry: string;
  /** Bytes: the size when the budget was set, plus 1 %. */
  budget: number;
}

const entries: Entry[] = [
  { name: 'ship-elements/define', entry: 'src/define.ts', budget: 77_580 },
  { name: 'ship-elements/choice', entry: 'src/choice.ts', budget: 62_310 },
  { name: 'ship-elements/client', entry: 'src/client.ts', budget: 18_150 },
  { name: 'ship-elements/contract', entry: 'src/contract/index.ts', budget: 15_950 },
];

const { root, mode, resolve, define } = embed;

/** As the package's modules are made. */
const imported = (entry: string): UserConfig => ({
  ...{ root, mode, resolve, define, plugins: [pureCalls] },
  build: { target: 'es2022', copyPublicDir: false, lib: { entry, formats: ['iife'], name: 'measured' } },
});

async function measure(name: string, config: UserConfig, budget: number): Promise<void> {
  const bytes = gzipSync(await bundle(config), { level: 9 }).length;
  const isTooLarge = bytes > budget;
  process.stdout.write(`${name.padEnd(34)} ${bytes} bytes of ${budget}${isTooLarge ? '  TOO LARGE' : ''}\n`);
  if (isTooLarge) process.exitCode = 1;
}

for (const script of scripts) await measure(script.file, embedOf(script), script.budget);
for (const { name, entry, budget } of entries) await measure(name, imported(entry), budget);
