/** `npm run build` writes the package to `dist`. Two builds of one commit are equal, byte for byte. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { embed } from '../../vite.config.ts';
import { cssData, htmlData, webTypes } from './editor-data.ts';
import { frameworkTypes } from './framework-types.ts';
import { customElementsManifest, elementEntries } from './manifest.ts';
import { declareShops, writeCode, writeDeclarations } from './modules.ts';
import { licences, licencesName, scriptName, version } from './script.ts';
import { type Integrity, scriptTagPage } from './script-tag.ts';
import { pluginName, pluginZip } from './woocommerce.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const write = (file: string, text: string) => writeFileSync(join(dist, file), text);

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
await writeModules();
await writeScript();
writeFileSync(join(dist, pluginName), pluginZip(join(root, 'src/shops/woocommerce'), dist));
await writeManifest();

async function writeModules(): Promise<void> {
  const declared = mkdtempSync(join(tmpdir(), 'ship-elements-declarations-'));
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'src'), '--outDir', declared], {
    stdio: 'inherit',
  });
  declareShops(join(root, 'src'), declared);
  await writeCode(join(root, 'src'), dist);
  await writeDeclarations(declared, dist);
  rmSync(declared, { recursive: true });
}

async function writeScript(): Promise<void> {
  const [built] = [await build({ ...embed, configFile: false, logLevel: 'warn' })].flat();
  const [script] = built && 'output' in built ? built.output : [];
  if (script?.type !== 'chunk') throw new Error('Vite built no script.');
  const bytes = readFileSync(join(dist, scriptName));
  const hash = createHash('sha384').update(bytes).digest('base64');
  const integrity: Integrity = { file: scriptName, version, integrity: `sha384-${hash}`, bytes: bytes.length };
  const policy = read('demo/docs/security.md').match(/^Content-Security-Policy: .+$/m)?.[0];
  if (!policy) throw new Error('demo/docs/security.md has no Content-Security-Policy.');
  write('ship-elements.sri.json', `${JSON.stringify(integrity, null, 2)}\n`);
  write(licencesName, licences(read('LICENSE'), script.moduleIds));
  write('script-tag.md', scriptTagPage(integrity, policy, script.moduleIds));
  write(scriptName.replace(/js$/, 'd.ts'), "import './define.js';\n");
}

async function writeManifest(): Promise<void> {
  const entries = await elementEntries(root, read('src/elements/element/events.ts'));
  const files = {
    'custom-elements.json': customElementsManifest(entries),
    'vscode.html-custom-data.json': htmlData(entries),
    'vscode.css-custom-data.json': cssData(entries),
    'web-types.json': webTypes(entries, version),
  };
  cpSync(join(root, 'src/package/types'), join(dist, 'types'), { recursive: true });
  write('types/elements.d.ts', frameworkTypes(entries));
  // A page may import the types like any module. There is nothing to run.
  write('types/nothing.js', 'export {};\n');
  for (const [file, content] of Object.entries(files)) write(file, `${JSON.stringify(content)}\n`);
}
