import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A package whose code stands in the script-tag file. */
interface Ingredient {
  name: string;
  version: string;
  license: string;
  /** The whole licence, as its package has it. */
  text: string;
}

const manifest = fileURLToPath(new URL('../../package.json', import.meta.url));

export const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));

/** What is behind this name never changes: browsers may keep it for ever. */
export const scriptName = `ship-elements-${version}.js`;

export const licencesName = scriptName.replace(/js$/, 'LICENSE.txt');

/** The packages that modules belong to, by their names; ours is not among them. */
export function ingredients(modules: readonly string[]): Ingredient[] {
  const folders = new Set(modules.filter((path) => path.includes('/node_modules/')).map(packageFolder));
  return [...folders]
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { name, version, license, text: readFileSync(join(folder, 'LICENSE'), 'utf8') };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A folder of modules may have a package.json that names no package. */
function packageFolder(path: string): string {
  const folder = dirname(path);
  const file = join(folder, 'package.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version ? folder : packageFolder(folder);
}

/**
 * Has Chromium compile all of the file while it loads it, beside the page's main thread: else each function is compiled when it is first
 * called, which is when the rates come, or at the shopper's first click. Other browsers read a comment.
 */
const hint = '//# allFunctionsCalledOnLoad';

/** What the file says of itself in its first line: whoever finds it on a server knows what it is, and whose. */
export function banner(modules: readonly string[]): string {
  const parts = ingredients(modules).map(({ name, version, license }) => `${name} ${version} (${license})`);
  return `/*! ship-elements ${version} (MIT), with ${parts.join(', ')}. Licences: ${licencesName} */
${hint}`;
}

/** The licences of all that is in the file, in full, as they ask for. */
export function licences(own: string, modules: readonly string[]): string {
  const parts = ingredients(modules).map(({ name, version, text }) => `${name} ${version}\n\n${text.trim()}\n`);
  return [`ship-elements ${version}\n\n${own.trim()}\n`, ...parts].join(`\n${'-'.repeat(72)}\n\n`);
}
