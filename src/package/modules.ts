import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/** A folder of the house, or a file beside the folders: it becomes one module of the package. */
interface Module {
  /** '' for a file beside the folders. */
  folder: string;
  /** Its names in the package, and the file of each in `src`, without the ending. */
  entries: Record<string, string>;
  /** What holds a shop's key, or signs for it, can be read where it is installed. The rest is small, as Lit publishes its own. */
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

const files: Module[] = [
  { folder: '', entries: { index: 'index' } },
  { folder: '', entries: { define: 'define' } },
  { folder: '', entries: { react: 'react' } },
  { folder: '', entries: { server: 'server' }, readable: true },
];

/** What TypeScript calls a module by its source is called by what is published of it. */
const published = (path: string) => path.replace(/\.ts$/, '.js');

/** Makes one module of a folder: it is entered by its index alone. Other folders and other packages stay imports. */
async function write(
  { folder, entries }: Module,
  source: string,
  ending: string,
  plugins: Plugin[],
  output: OutputOptions,
) {
  const home = join(source, folder, '/');
  const input = Object.entries(entries).map(([name, file]) => [name, join(home, file + ending)]);
  /** Files of other folders, by which path they are imported. */
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
    // Declarations take their time.
    // React reads `use client`, which is kept.
    checks: { bundlerTimings: false, moduleLevelDirective: false },
  });
  const paths = (id: string) => others.get(id) ?? id;
  await bundle.write({ format: 'es', chunkFileNames: '[name].js', paths, ...output });
  await bundle.close();
}

/** Writes the code of the package. */
export async function writeCode(source: string, target: string): Promise<void> {
  for (const module of [...folders, ...files]) {
    const dir = join(target, module.folder);
    await write(module, source, '.ts', [], { dir, comments: false, minify: !module.readable });
  }
}

/** Writes what the package declares: of the declarations that tsc has made of the sources, those that can be reached. */
export async function writeDeclarations(source: string, target: string): Promise<void> {
  for (const module of folders) {
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
