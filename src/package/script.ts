import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownModules, type ScriptRow, scriptRows } from './elements.ts';

/** A package whose code is in a script-tag file. */
interface Ingredient {
  name: string;
  version: string;
  license: string;
  /** The full licence text of the package. */
  text: string;
}

const manifest = fileURLToPath(new URL('../../package.json', import.meta.url));

export const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));

/** A script-tag file as the build and the tests know it. */
export interface Script extends ScriptRow {
  /** The sources that register its elements, from the root of the repository. Nothing else is left behind in the page. */
  sources: readonly string[];
  /** The content of a version never changes, so that browsers may keep it for ever. */
  file: string;
  /** Modules of the package that register the same elements, as `dist` names them. */
  modules: readonly string[];
}

const scriptOf = (row: ScriptRow): Script => ({
  ...row,
  // The class alone: a script-tag file loads no other file.
  sources: row.entries.map((name) =>
    name in ownModules ? `src/elements/${name}/${name}-element.ts` : `src/${name}.ts`,
  ),
  file: `ship-elements${row.suffix}-${version}.js`,
  modules: row.entries.map((name) => (name in ownModules ? `./elements/${name}.js` : `./${name}.js`)),
});

const [first, ...others] = scriptRows;

/** The script-tag files. The build, the hashes, the inventory, the size budget and the tests go through this list. */
export const scripts: readonly [Script, ...Script[]] = [scriptOf(first), ...others.map(scriptOf)];

/** The script-tag file of the checkout. */
export const [{ file: scriptName }] = scripts;

/** The script-tag file without orders. */
export const choiceName: string = scripts.find(({ name }) => name === 'choice')?.file ?? '';

/** The name of the licences beside a script-tag file. */
export const licencesOf = (file: string): string => file.replace(/js$/, 'LICENSE.txt');

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
export function banner(file: string, modules: readonly string[]): string {
  const parts = ingredients(modules).map(({ name, version, license }) => `${name} ${version} (${license})`);
  return `/*! ship-elements ${version} (MIT), with ${parts.join(', ')}. Licences: ${licencesOf(file)} */
${hint}`;
}

/** The full licence texts of every package in the file, as the licences require. */
export function licences(own: string, modules: readonly string[]): string {
  const parts = ingredients(modules).map(({ name, version, text }) => `${name} ${version}\n\n${text.trim()}\n`);
  return [`ship-elements ${version}\n\n${own.trim()}\n`, ...parts].join(`\n${'-'.repeat(72)}\n\n`);
}
