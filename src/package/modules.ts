import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { dts } from 'rolldown-plugin-dts';

/** A folder of `src`, or a file beside the folders. Each becomes one module of the package. */
interface Module {
  /** Empty for a file beside the folders. */
  folder: string;
  /** Names in the package, and the source file of each without its ending. */
  entries: Record<string, string>;
  /** Code that holds a shop's key, or signs with it, is published readable. The rest is minified, as Lit publishes its own. */
  readable?: true;
}

const folders: Module[] = [
  { folder: 'contract', entries: { index: 'index' } },
  { folder: 'quote', entries: { index: 'index' } },
  { folder: 'client', entries: { index: 'index' } },
  { folder: 'elements', entries: { index: 'index' } },
  { folder: 'sandbox', entries: { index: 'index', cli: 'cli' } },
  { folder: 'tokens', entries: { index: 'index' }, readable: true },
  { folder: 'gateway', entries: { index: 'index', cli: 'cli/main' }, readable: true },
];

/** Plugins of shop systems. Their frameworks are not installed here: each example shop installs its own. */
const shops: Module[] = ['shops/vendure', 'shops/medusa'].map((folder) => ({
  folder,
  entries: { index: 'index' },
  readable: true,
}));

const files: Module[] = [
  { folder: '', entries: { index: 'index' } },
  { folder: '', entries: { define: 'define' } },
  { folder: '', entries: { react: 'react' } },
  { folder: '', entries: { server: 'server' }, readable: true },
];

/** The published name of a source file. */
const published = (path: string) => path.replace(/\.ts$/, '.js');

/** Bundles a folder into one module, entered by its index. Other folders and packages stay imports. */
async function write(
  { folder, entries }: Module,
  source: string,
  ending: string,
  plugins: Plugin[],
  output: OutputOptions,
) {
  const home = join(source, folder, '/');
  const input = Object.entries(entries).map(([name, file]) => [name, join(home, file + ending)]);
  /** Files of other folders, and the path to import each by. */
  const others = new Map<string, string>();
  const outside: Plugin = {
    name: 'outside',
    resolveId(path, importer) {
      if (!importer) return null;
      if (!path.startsWith('.')) return { id: path, external: true };
      const id = join(importer, '..', path);
      if (folder && id.startsWith(home)) return null;
      others.set(id, published(posix.relative(home, id)).replace(/^(?=\w)/, './'));
      return { id, external: 'absolute' };
    },
  };
  const bundle = await rolldown({
    cwd: source,
    input: Object.fromEntries(input),
    plugins: [outside, ...plugins],
    transform: { target: 'es2022' },
    // Declarations are slow. `use client` is kept for React.
    checks: { bundlerTimings: false, moduleLevelDirective: false },
  });
  const paths = (id: string) => others.get(id) ?? id;
  await bundle.write({ format: 'es', chunkFileNames: '[name].js', paths, ...output });
  await bundle.close();
}

/** Writes the code of the package. */
export async function writeCode(source: string, target: string): Promise<void> {
  for (const module of [...folders, ...shops, ...files]) {
    const dir = join(target, module.folder);
    await write(module, source, '.ts', [], { dir, comments: false, minify: !module.readable });
  }
}

/**
 * Declares the plugins of shop systems, file by file. Their exports have explicit types, so that no types of the frameworks are
 * needed.
 */
export function declareShops(source: string, target: string): void {
  for (const { folder } of shops) {
    mkdirSync(join(target, folder), { recursive: true });
    for (const name of readdirSync(join(source, folder)).filter((file) => file.endsWith('.ts'))) {
      const text = readFileSync(join(source, folder, name), 'utf8');
      const { code, errors } = isolatedDeclarationSync(name, text, { stripInternal: true });
      if (errors.length) throw new Error(`${folder}/${name}: ${errors.map(({ message }) => message).join(', ')}`);
      writeFileSync(join(target, folder, name.replace(/\.ts$/, '.d.ts')), code);
    }
  }
}

/** Writes the declarations that can be reached from the entries, from those that were made of each file. */
export async function writeDeclarations(source: string, target: string): Promise<void> {
  for (const module of [...folders, ...shops]) {
    const { cli: _program, ...entries } = module.entries;
    const plugins = dts({ dtsInput: true, tsconfig: false }) as Plugin[];
    await write({ ...module, entries }, source, '.d.ts', plugins, { dir: join(target, module.folder) });
  }
  for (const name of files.flatMap(({ entries }) => Object.values(entries))) {
    const declared = readFileSync(join(source, `${name}.d.ts`), 'utf8');
    const text = declared.replace(/(?<=from '[^']+)\.ts(?=')/g, '.js').replace(/^\/\/# sourceMap.*\n?/m, '');
    writeFileSync(join(target, `${name}.d.ts`), text);
  }
}
