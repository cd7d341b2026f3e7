import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { choiceName, licencesOf, scripts, version } from './script.ts';

export const pluginName = `ship-elements-woocommerce-${version}.zip`;

/** Dates of arrival need them. */
export const holidays: URL = new URL('../quote/holidays.json', import.meta.url);

/** Files have no time of their own in it, so that two builds are equal. A zip begins in 1980. */
const mtime = new Date(1980, 0, 1);

const fileOf = (wanted: (typeof scripts)[number]['name']): string =>
  scripts.find(({ name }) => name === wanted)?.file ?? '';

/** The script-tag files of the plugin by their names in it: the checkout without orders, and what the page of a product loads. */
export const pluginScripts: readonly [name: string, file: string][] = [
  ['ship-elements', choiceName],
  ['ship-elements-promise', fileOf('promise')],
  ['ship-elements-area-search', fileOf('checkout-with-area-search')],
];

/**
 * The WooCommerce plugin as WordPress uploads it, with the script-tag files and the holidays in it: it loads nothing from elsewhere.
 * @param source the folder of the plugin
 * @param dist where the build has written the script-tag file
 */
export function pluginZip(source: string, dist: string): Uint8Array {
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(source.length + 1))
    .sort();
  const content: Record<string, Uint8Array> = {
    ...Object.fromEntries(files.map((file) => [file, readFileSync(join(source, file))])),
    'assets/holidays.json': readFileSync(holidays),
    ...Object.fromEntries(
      pluginScripts.flatMap(([name, file]) => [
        [`assets/${name}.js`, readFileSync(join(dist, file))],
        [`assets/${name}.LICENSE.txt`, readFileSync(join(dist, licencesOf(file)))],
      ]),
    ),
  };
  const zippable: Zippable = Object.fromEntries(
    Object.entries(content).map(([file, bytes]) => [`ship-elements/${file}`, bytes]),
  );
  return zipSync(zippable, { mtime, level: 9 });
}
