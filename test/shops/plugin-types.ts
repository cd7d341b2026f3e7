import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Checks the types of `src/shops/NAME` with the packages that the example shop has installed. `npm run types` leaves them out,
 * because they are not installed in this repository.
 * @param packages that the plugin imports and only the example shop has. `NAME/*` stands for what is in its `dist`
 * @returns what the compiler reports: nothing if all is well
 */
export function typeErrors(name: string, folder: string, packages: string[]): string {
  const places = (id: string) => [id.replace('/*', '/dist/deps/*'), id.replace('/*', '/dist/*')];
  const paths = Object.fromEntries(packages.map((id) => [id, places(id).map((place) => `./node_modules/${place}`)]));
  const compilerOptions = { paths, types: ['node'], typeRoots: [join(relative(folder, root), 'node_modules/@types')] };
  const config = join(folder, 'tsconfig.plugin.json');
  const up = relative(folder, root);
  // A plugin with decorators has settings of its own.
  const own = `src/shops/${name}/tsconfig.json`;
  const project = {
    extends: join(up, existsSync(join(root, own)) ? own : 'tsconfig.json'),
    compilerOptions,
    include: [`${up}/src/shops/${name}`],
    exclude: [],
  };
  writeFileSync(config, JSON.stringify(project));
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', config], { encoding: 'utf8' });
  return stdout;
}

/**
 * Checks that the first code block of `demo/docs/NAME.md` passes a strict TypeScript in the example shop, as a merchant pastes it.
 * @returns what the compiler reports: nothing if all is well
 */
export function docsErrors(name: string, folder: string, imports = ''): string {
  const docs = readFileSync(join(root, 'demo/docs', `${name}.md`), 'utf8');
  const [, code = ''] = /```js\n(\/\/ \w+-config[\s\S]+?)```/.exec(docs) ?? [];
  const file = join(folder, 'pasted.ts');
  writeFileSync(file, `${imports}${code}`);
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--skipLibCheck', '--target', 'es2022'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const command = [...strict, '--module', 'nodenext', '--moduleResolution', 'nodenext', ...types, file];
  return spawnSync(join(root, 'node_modules/.bin/tsc'), ['--ignoreConfig', ...command], {
    cwd: folder,
    encoding: 'utf8',
  }).stdout;
}
