import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { isolatedDeclarationSync, minifySync, transformSync } from 'rolldown/experimental';
import { dts } from 'rolldown-plugin-dts';
import { ownModules } from './elements.ts';
import { pureCalls } from './pure-calls.ts';
import { withoutIndentation } from './without-indentation.ts';

/** A folder of `src`, or a file beside the folders. */
interface Module {
  /** Empty for a file beside the folders. */
  folder: string;
  /** Names in the package, and the source file of each without its ending. */
  entries: Record<string, string>;
  /** Code that holds a shop's key, or signs with it, is published readable. The rest is minified, as Lit publishes its own. */
  readable?: true;
}

/** What pages load. Each source file is a module of the package, so that a bundler leaves out the files that a page does not use. */
const pages: Module[] = [
  { folder: 'contract', entries: { index: 'index' } },
  { folder: 'extras', entries: { index: 'index' } },
  { folder: 'quote', entries: { index: 'index' } },
  { folder: 'client', entries: { index: 'index' } },
  {
    folder: 'elements',
    // `quote-html` is for servers, in the words of the elements.
    entries: { index: 'index', choice: 'choice', 'quote-html': 'quote-html', ...ownModules },
  },
];

const pageFiles: Module[] = ['index', 'client', 'define', 'choice', 'react'].map((name) => ({
  folder: '',
  entries: { [name]: name },
}));

/** What servers and tests load. Each folder is one module. */
const folders: Module[] = [
  { folder: 'sandbox', entries: { index: 'index', cli: 'cli' } },
  { folder: 'testing', entries: { index: 'index' } },
  { folder: 'tokens', entries: { index: 'index' }, readable: true },
  {
    folder: 'gateway',
    entries: {
      index: 'index',
      cli: 'serve/main',
      // One entry a database, so that a bundler takes one driver.
      libsql: 'store/libsql',
      postgres: 'store/postgres',
      d1: 'store/d1',
    },
    readable: true,
  },
  { folder: 'purchases', entries: { index: 'index', cli: 'cli' }, readable: true },
];

const medusa = 'shops/medusa';

/** Plugins of shop systems, and what they share. Their frameworks are not installed here: each example shop installs its own. */
const shops: Module[] = ['shops/base', 'shops/vendure', medusa].map((folder) => ({
  folder,
  entries: { index: 'index' },
  readable: true,
}));

const files: Module[] = [
  { folder: '', entries: { server: 'server' }, readable: true },
  { folder: '', entries: { cli: 'cli' }, readable: true },
];

/** A program has no declarations. */
const undeclared = new Set(['cli']);

/** The published path of each entry that has another name than its source. Both are inside `src`, without an ending. */
const renamed = new Map(
  [...pages, ...folders].flatMap(({ folder, entries }) =>
    Object.entries(entries).map(([name, file]) => [posix.join(folder, file), posix.join(folder, name)]),
  ),
);

/** The published name of a source file. */
const published = (path: string) => path.replace(/\.ts$/, '.js');

const settings = {
  transform: { target: 'es2022' },
  // Declarations are slow. `use client` is kept for React.
  checks: { bundlerTimings: false, moduleLevelDirective: false },
};

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
      const inside = posix.relative(source, id).replace(/(\.d)?\.ts$/, '');
      const target = join(source, renamed.get(inside) ?? inside) + (/(\.d)?\.ts$/.exec(id)?.[0] ?? '');
      others.set(id, published(posix.relative(home, target)).replace(/^(?=\w)/, './'));
      return { id, external: 'absolute' };
    },
  };
  const bundle = await rolldown({
    cwd: source,
    input: Object.fromEntries(input),
    plugins: [outside, ...plugins],
    ...settings,
  });
  const paths = (id: string) => others.get(id) ?? id;
  await bundle.write({ format: 'es', chunkFileNames: '[name].js', paths, ...output });
  await bundle.close();
}

const shrunk = [pureCalls, withoutIndentation];
const comments = { annotation: true, legal: false, jsdoc: false };

/** Writes the modules that pages load, under the names of their source files. */
async function writePages(source: string, target: string): Promise<void> {
  const names = new Map(
    [...pages, ...pageFiles].flatMap(({ folder, entries }) =>
      Object.entries(entries).map(([name, file]) => [join(source, folder, `${file}.ts`), posix.join(folder, name)]),
    ),
  );
  const packages: Plugin = {
    name: 'packages',
    resolveId: (path, importer) => (importer && !path.startsWith('.') ? { id: path, external: true } : null),
  };
  const bundle = await rolldown({ ...settings, cwd: source, input: [...names.keys()], plugins: [packages, ...shrunk] });
  await bundle.write({
    format: 'es',
    dir: target,
    preserveModules: true,
    preserveModulesRoot: source,
    entryFileNames: ({ facadeModuleId }) => `${names.get(facadeModuleId ?? '') ?? '[name]'}.js`,
    minify: true,
    comments,
  });
  await bundle.close();
}

/** Writes the code of the package. */
export async function writeCode(source: string, target: string): Promise<void> {
  await writePages(source, target);
  const bundled = shops.filter(({ folder }) => folder !== medusa);
  for (const module of [...folders, ...bundled, ...files]) {
    const dir = join(target, module.folder);
    const plugins = module.readable ? [] : shrunk;
    await write(module, source, '.ts', plugins, { dir, comments, minify: !module.readable });
  }
}

/**
 * Writes the plugin for Medusa as `medusa plugin:build` lays one out: a package.json, and beside it each source file as a module in
 * `.medusa/server/src`, because Medusa finds routes, jobs, subscribers and workflows by their paths.
 */
export function writeMedusaPlugin(source: string, target: string, version: string): void {
  const [home, inside] = [join(target, medusa), join(target, medusa, '.medusa/server/src')];
  for (const name of readdirSync(join(source, medusa), { recursive: true, encoding: 'utf8' })) {
    if (!/\.[jt]sx?$/.test(name)) continue;
    const file = join(inside, name.replace(/\.\w+$/, '.js'));
    const text = readFileSync(join(source, medusa, name), 'utf8');
    const { code, errors } = transformSync(name, text, { ...settings.transform, jsx: { runtime: 'automatic' } });
    if (errors.length) throw new Error(`${medusa}/${name}: ${errors.map(({ message }) => message).join(', ')}`);
    mkdirSync(dirname(file), { recursive: true });
    const imported = (path: string) => {
      const id = join(source, medusa, name, '..', path).replace(/\.\w+$/, '');
      const known = posix.relative(source, id);
      const built = known.startsWith(`${medusa}/`)
        ? join(inside, posix.relative(medusa, known))
        : join(target, renamed.get(known) ?? known);
      return `${posix.relative(dirname(file), built)}.js`.replace(/^(?=\w)/, './');
    };
    // Readable, without comments.
    const plain = { compress: false, mangle: false, codegen: { removeWhitespace: false } };
    const linked = code.replace(/(?<=from ")\.[^"]+(?=")/g, imported);
    writeFileSync(file, minifySync(name, linked, plain).code);
  }
  const description = { name: 'ship-elements/medusa', version, type: 'module', exports: { './admin': '.' } };
  writeFileSync(join(home, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  writeFileSync(join(home, 'admin.d.ts'), 'declare const plugin: object;\nexport default plugin;\n');
}

/** Writes the block of Vendure's dashboard beside the plugin. The dashboard of each shop compiles it from its source. */
export function writeVendureDashboard(source: string, target: string): void {
  cpSync(join(source, 'shops/vendure/dashboard'), join(target, 'shops/vendure/dashboard'), { recursive: true });
}

/**
 * Declares the plugins of shop systems, file by file. Their exports have explicit types, so that no types of the frameworks are
 * needed.
 */
export function declareShops(source: string, target: string): void {
  for (const { folder } of shops) {
    const sources = readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' });
    for (const name of sources.filter((file) => file.endsWith('.ts'))) {
      const text = readFileSync(join(source, folder, name), 'utf8');
      const { code, errors } = isolatedDeclarationSync(name, text, { stripInternal: true });
      if (errors.length) throw new Error(`${folder}/${name}: ${errors.map(({ message }) => message).join(', ')}`);
      const file = join(target, folder, name.replace(/\.ts$/, '.d.ts'));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, code);
    }
  }
}

/** Writes the declarations that can be reached from the entries, from those that were made of each file. */
export async function writeDeclarations(source: string, target: string): Promise<void> {
  for (const module of [...pages, ...folders, ...shops]) {
    const declared = Object.entries(module.entries).filter(([name]) => !undeclared.has(name));
    const plugins = dts({ dtsInput: true, tsconfig: false }) as Plugin[];
    const entries = Object.fromEntries(declared);
    await write({ ...module, entries }, source, '.d.ts', plugins, {
      dir: join(target, module.folder),
    });
  }
  for (const name of [...pageFiles, ...files]
    .flatMap(({ entries }) => Object.keys(entries))
    .filter((name) => !undeclared.has(name))) {
    const declared = readFileSync(join(source, `${name}.d.ts`), 'utf8');
    const text = declared.replace(/(?<=from '[^']+)\.ts(?=')/g, '.js').replace(/^\/\/# sourceMap.*\n?/m, '');
    writeFileSync(join(target, `${name}.d.ts`), text);
  }
}
