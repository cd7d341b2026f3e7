/** `npm run build` writes the package to `dist`. Two builds of one commit are equal, byte for byte. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { embedOf } from '../../vite.config.ts';
import { cssData, htmlData, webTypes } from './editor-data.ts';
import { frameworkTypes } from './framework-types.ts';
import { customElementsManifest, elementEntries } from './manifest.ts';
import { declareShops, writeCode, writeDeclarations, writeMedusaPlugin, writeVendureDashboard } from './modules.ts';
import { descriptions, openApi } from './openapi.ts';
import { quoteStyles } from './quote-styles.ts';
import { licences, licencesOf, type Script, scripts, version } from './script.ts';
import { type BuiltScript, scriptTagPage } from './script-tag.ts';
import { skill } from './skill.ts';
import { pluginName, pluginZip } from './woocommerce.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const write = (file: string, text: string) => writeFileSync(join(dist, file), text);

for (const file of ['src/server.ts', 'src/elements/core/ship-element.ts'])
  if (!read(file).includes(`export const version = '${version}';`))
    throw new Error(`package.json has the version ${version}, and ${file} another one: write it there, too.`);
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
await writeModules();
await writeScripts();
write(`ship-elements-quote-${version}.css`, quoteStyles());
writeFileSync(join(dist, pluginName), pluginZip(join(root, 'src/shops/woocommerce'), dist));
await writeManifest();

async function writeModules(): Promise<void> {
  const declared = mkdtempSync(join(tmpdir(), 'ship-elements-declarations-'));
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'src'), '--outDir', declared], {
    stdio: 'inherit',
  });
  declareShops(join(root, 'src'), declared);
  await writeCode(join(root, 'src'), dist);
  // For `npx ship-elements` in a clone.
  chmodSync(join(dist, 'cli.js'), 0o755);
  await writeDeclarations(declared, dist);
  writeMedusaPlugin(join(root, 'src'), dist, version);
  writeVendureDashboard(join(root, 'src'), dist);
  rmSync(declared, { recursive: true });
}

async function writeScripts(): Promise<void> {
  const policy = read('demo/docs/security.md').match(/^Content-Security-Policy: .+$/m)?.[0];
  if (!policy) throw new Error('demo/docs/security.md has no Content-Security-Policy.');
  const built: BuiltScript[] = [];
  for (const script of scripts) built.push(await writeScript(script));
  const hashes = Object.fromEntries(built.map(({ script, integrity }) => [script.name, integrity]));
  write('ship-elements.sri.json', `${JSON.stringify(hashes, null, 2)}\n`);
  write('script-tag.md', scriptTagPage(built, policy));
}

async function writeScript(script: Script): Promise<BuiltScript> {
  const { file, modules } = script;
  const [built] = [await build({ ...embedOf(script), configFile: false, logLevel: 'warn' })].flat();
  const [chunk] = built && 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk') throw new Error('Vite built no script.');
  const bytes = readFileSync(join(dist, file));
  const hash = createHash('sha384').update(bytes).digest('base64');
  write(licencesOf(file), licences(read('LICENSE'), chunk.moduleIds));
  write(file.replace(/js$/, 'd.ts'), modules.map((module) => `import '${module}';\n`).join(''));
  const integrity = { file, version, integrity: `sha384-${hash}`, bytes: bytes.length };
  return { script, integrity, moduleIds: chunk.moduleIds };
}

async function writeManifest(): Promise<void> {
  const entries = await elementEntries(root, read('src/elements/core/events.ts'));
  const files = {
    'custom-elements.json': customElementsManifest(entries),
    'vscode.html-custom-data.json': htmlData(entries),
    'vscode.css-custom-data.json': cssData(entries),
    'web-types.json': webTypes(entries, version),
    ...Object.fromEntries(Object.entries(descriptions).map(([file, api]) => [file, openApi(api)])),
  };
  cpSync(join(root, 'src/package/types'), join(dist, 'types'), { recursive: true });
  write('types/elements.d.ts', frameworkTypes(entries));
  // A page may import the types like any module. There is nothing to run.
  write('types/nothing.js', 'export {};\n');
  for (const [file, content] of Object.entries(files)) write(file, `${JSON.stringify(content)}\n`);
  mkdirSync(join(dist, 'skills/ship-elements'), { recursive: true });
  write(
    'skills/ship-elements/SKILL.md',
    skill(
      entries,
      (page) => read(`demo/docs/${page}`),
      (file) => read(`demo/recipes/${file}`),
    ),
  );
}
