import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

interface Manifest {
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const manifest = manifestIn(root);
const ofTheGateway = ['@hono/node-server', 'hono', 'jose', 'libsql', 'pg'];

/** All packages that `npm install ship-elements` installs: dependencies of any depth, and peers that are not optional. */
function brought(of: Manifest, found = new Set<string>()): Set<string> {
  const peers = Object.keys(of.peerDependencies ?? {}).filter((name) => !of.peerDependenciesMeta?.[name]?.optional);
  for (const name of [...Object.keys(of.dependencies ?? {}), ...peers]) {
    if (found.has(name)) continue;
    found.add(name);
    brought(manifestIn(join(root, 'node_modules', name)), found);
  }
  return found;
}

describe('an install for the widgets alone', () => {
  const packages = brought(manifest);
  const folder = mkdtempSync(join(tmpdir(), 'ship-widget-'));
  const installed = join(folder, 'node_modules', 'ship-elements');

  before(() => {
    for (const path of ['package.json', 'dist']) cpSync(join(root, path), join(installed, path), { recursive: true });
    for (const name of packages) {
      mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
      cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
    }
  });
  after(() => rmSync(folder, { recursive: true }));

  const node = (...words: string[]) => spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });

  it('has none of the packages that a gateway, a framework or a shop system adds', () => {
    const others = Object.keys(manifest.peerDependencies ?? {});
    expect(others).to.include.members([...ofTheGateway, 'react', 'standardwebhooks']);
    for (const name of others) {
      expect(manifest.peerDependenciesMeta?.[name]?.optional, name).to.equal(true);
      expect([...packages], name).to.not.include(name);
    }
  });

  for (const name of ['ship-elements', 'ship-elements/client', 'ship-elements/contract'])
    it(`can import ${name}`, () => {
      const code = `console.log(Object.keys(await import('${name}')).length > 0)`;
      const { stdout, stderr } = node('--input-type=module', '--eval', code);
      expect([stdout, stderr]).to.deep.equal(['true\n', '']);
    });

  it('tells what to install when the gateway is run', () => {
    const { stderr, status } = node(join(installed, 'dist/gateway/cli.js'), 'check');
    expect(stderr).to.match(/^\S+ is not installed: run "npm install hono @hono\/node-server jose libsql"\.\n$/);
    expect(status).to.equal(2);
  });
});
