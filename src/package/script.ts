import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A package whose code is in the script-tag file. */
interface Ingredient {
  name: string;
  version: string;
  license: string;
  /** The full licence text of the package. */
  text: string;
}

const manifest = fileURLToPath(new URL('../../package.json', import.meta.url));

export const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));

/** The content of a version never changes, so that browsers may keep it for ever. */
export const scriptName = `ship-elements-${version}.js`;

export const licencesName = scriptName.replace(/js$/, 'LICENSE.txt');

/** The packages of these modules, sorted by name. Ours is not among them. */
export function ingredients(modules: readonly string[]): Ingredient[] {
  const folders = new Set(modules.filter((path) => path.includes('/node_modules/')).map(packageFolder));
  return [...folders]
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { name, version, license, text: readFileSync(join(folder, 'LICENSE'), 'utf8') };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A folder inside a package may have a package.json without a version. */
function packageFolder(path: string): string {
  const folder = dirname(path);
  const file = join(folder, 'package.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version ? folder : packageFolder(folder);
}

/**
 * Has Chromium compile the whole file while it loads, off the main thread. Otherwise it compiles a function at its first call: when the
 * rates arrive, or at the shopper's first click. Other browsers read a comment.
 */
const hint = '//# allFunctionsCalledOnLoad';

/** The first line of the file names the product, its version and its licences, for a reader who finds the file on a server. */
export function banner(modules: readonly string[]): string {
  const parts = ingredients(modules).map(({ name, version, license }) => `${name} ${version} (${license})`);
  return `/*! ship-elements ${version} (MIT), with ${parts.join(', ')}. Licences: ${licencesName} */
${hint}`;
}

/** The full licence texts of every package in the file, as the licences require. */
export function licences(own: string, modules: readonly string[]): string {
  const parts = ingredients(modules).map(({ name, version, text }) => `${name} ${version}\n\n${text.trim()}\n`);
  return [`ship-elements ${version}\n\n${own.trim()}\n`, ...parts].join(`\n${'-'.repeat(72)}\n\n`);
}
