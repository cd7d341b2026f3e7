import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { install } from '../support/consumer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Runs Node without the environment of the tests. */
function node(cwd: string, ...words: string[]) {
  const options = { cwd, encoding: 'utf8', env: { PATH: process.env.PATH } } as const;
  const { stdout, stderr, status } = spawnSync(process.execPath, words, options);
  return { stdout, stderr, status };
}

const server = { '@hono/node-server': '@hono/node-server', hono: 'hono' };
const tokens = { jose: 'jose' };

describe('the installed package', () => {
  /** The packages that each needs, and a line that it prints. */
  const modules: [path: string, packages: Record<string, string>, values: string, line: string][] = [
    [
      'ship-elements',
      {},
      "typeof all.CheckoutElement, typeof all.createShippingClient, all.version, customElements.get('ship-checkout')",
      `function function ${manifest.version} undefined`,
    ],
    [
      'ship-elements/client',
      {},
      'typeof all.createShippingClient, globalThis.litElementVersions',
      'function undefined',
    ],
    ['ship-elements/area-search', {}, "customElements.get('ship-area-search') === all.AreaSearchElement", 'true'],
    [
      'ship-elements/choice',
      {},
      "['ship-checkout', 'ship-order-button'].map((tag) => typeof customElements.get(tag)).join(), await import('ship-elements/define') && typeof customElements.get('ship-order-button')",
      'function,undefined function',
    ],
    ['ship-elements/parcels', {}, "customElements.get('ship-parcels') === all.ParcelsElement", 'true'],
    ['ship-elements/promise', {}, "customElements.get('ship-promise') === all.PromiseElement", 'true'],
    ['ship-elements/tracking', {}, "customElements.get('ship-tracking') === all.TrackingElement", 'true'],
    ['ship-elements/contract', {}, 'Object.keys(all.operations).length', '5'],
    [
      'ship-elements/testing',
      { hono: 'hono' },
      'typeof all.playwrightCheckout, typeof all.domCheckout',
      'function function',
    ],
    ['ship-elements/gateway', { ...server, ...tokens }, 'typeof all.createShippingGateway', 'function'],
    ['ship-elements/gateway/libsql', {}, 'typeof all.openLibsqlStore', 'function'],
    ['ship-elements/gateway/postgres', {}, 'typeof all.openPostgresStore', 'function'],
    ['ship-elements/gateway/d1', {}, 'typeof all.createD1Store', 'function'],
    [
      'ship-elements/gateway/libsql',
      {},
      "await all.openLibsqlStore('gateway.db').catch(({ message }) => message)",
      'libsql is not installed: run "npm install libsql".',
    ],
    [
      'ship-elements/gateway/postgres',
      {},
      "await all.openPostgresStore('postgres://127.0.0.1/shop').catch(({ message }) => message)",
      'pg is not installed: run "npm install pg".',
    ],
    [
      'ship-elements/server',
      tokens,
      'typeof all.signCart, typeof all.verifyOffer, all.version',
      `function function ${manifest.version}`,
    ],
    ['ship-elements/sandbox', server, 'typeof all.createSandbox().fetch', 'function'],
  ];
  for (const [path, packages, values, line] of modules)
    it(`exports ${path} to Node, and prints "${line}"`, () => {
      const consumer = install(packages);
      const code = `const all = await import('${path}'); console.log(${values});`;
      const result = node(consumer.folder, '--input-type=module', '-e', code);
      expect(result).to.deep.equal({ stdout: `${line}\n`, stderr: '', status: 0 });
    });

  it('is loaded by a CommonJS server, too', () => {
    const names = ['client', 'gateway', 'gateway/libsql', 'purchases', 'server', 'sandbox'];
    const code = names.map((name) => `require('ship-elements/${name}');`).join('');
    const consumer = install({ ...server, ...tokens });
    const command = ['--disable-warning=ExperimentalWarning', '--input-type=commonjs', '-e', code];
    expect(node(consumer.folder, ...command)).to.deep.equal({ stdout: '', stderr: '', status: 0 });
  });

  it('has one command, whose name is that of the package', () => {
    expect(Object.keys(manifest.bin)).to.deep.equal([manifest.name]);
  });

  const commands: [name: string, flags: string[], packages: Record<string, string>, status: number, text: string][] = [
    ['sandbox', [], {}, 1, 'npm install --save-dev hono @hono/node-server\n'],
    ['sandbox', ['--db', 'orders.db'], server, 1, 'npm install --save-dev libsql\n'],
    ['sandbox', ['--nope'], server, 2, "Unknown option '--nope': there are --port, --db"],
    ['sandbox', ['--help'], {}, 0, '--port'],
    ['gateway', ['check'], {}, 2, 'is not installed: run "npm install hono @hono/node-server jose libsql".\n'],
    ['--help', [], {}, 0, 'npx ship-elements gateway '],
    ['--version', [], {}, 0, `${manifest.version}\n`],
    ['dance', [], {}, 2, 'There is no "dance".'],
    ['gateway', ['--help'], { ...server, ...tokens }, 0, 'npx ship-elements gateway init'],
  ];
  for (const [name, flags, packages, status, text] of commands)
    it(`npx ship-elements ${[name, ...flags].join(' ')} prints "${text.trim()}"`, () => {
      const consumer = install(packages);
      const command = join(consumer.folder, 'node_modules/ship-elements', manifest.bin['ship-elements']);
      const result = node(consumer.folder, command, name, ...flags);
      expect(result.status).to.equal(status);
      expect(status ? result.stderr : result.stdout).to.include(text);
    });
});
