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
  { name: 'ship-elements.js', entry: 'src/embed.ts', budget: 66_720 },
  { name: 'ship-elements-choice.js', entry: 'src/embed-choice.ts', budget: 54_200 },
  { name: 'ship-elements-area-search.js', entry: 'src/embed-area-search.ts', budget: 76_000 },
  { name: 'ship-elements/define', entry: 'src/define.ts', budget: 72_150 },
  { name: 'ship-elements/choice', entry: 'src/choice.ts', budget: 59_500 },
  { name: 'ship-elements-tracking.js', entry: 'src/embed-tracking.ts', budget: 21_700 },
  { name: 'ship-elements-promise.js', entry: 'src/embed-promise.ts', budget: 20_500 },
  { name: 'ship-elements/client', entry: 'src/client.ts', budget: 18_150 },
  { name: 'ship-elements/contract', entry: 'src/contract/index.ts', budget: 15_600 },
];

const { root, mode, resolve, define } = embed;
/** As the package's modules are made. */
const imported: UserConfig = { root, mode, resolve, define, plugins: [pureCalls], build: { target: 'es2022' } };

for (const { name, entry, budget } of entries) {
  const file = scripts.find((script) => script.entry === entry);
  const lib = { entry, formats: ['iife' as const], name: 'measured' };
  const config = file ? embedOf(file) : { ...imported, build: { ...imported.build, copyPublicDir: false, lib } };
  const script = await bundle(config);
  const bytes = gzipSync(script, { level: 9 }).length;
  const isTooLarge = bytes > budget;
  process.stdout.write(`${name.padEnd(30)} ${bytes} bytes of ${budget}${isTooLarge ? '  TOO LARGE' : ''}\n`);
  if (isTooLarge) process.exitCode = 1;
}
