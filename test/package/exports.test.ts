import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { scriptName } from '../../src/package/script.ts';
import { install } from '../support/consumer.ts';
import { pack } from '../support/packed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Runs a line in a Node of its own, which imports the built package by its name. */
function run(code: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  expect(stderr).to.equal('');
  return stdout.trim();
}

describe('the built package', () => {
  for (const [path, target] of Object.entries<Record<string, string> | string>(manifest.exports)) {
    it(`has every file behind the export ${path}`, () => {
      for (const file of typeof target === 'string' ? [target] : Object.values(target)) {
        expect(existsSync(join(root, file)), `${file} is not there: run npm run build`).to.be.ok;
      }
    });
  }

  it('runs the sandbox as ship-sandbox', () => {
    const cli = join(root, manifest.bin['ship-sandbox']);
    expect(readFileSync(cli, 'utf8')).to.match(/^#!\/usr\/bin\/env node\n/);
    const { stderr, status } = spawnSync(process.execPath, [cli, '--nope'], { encoding: 'utf8' });
    expect(stderr).to.match(/^Unknown option '--nope': there are --port, --db/);
    expect(status).to.equal(2);
  });

  it('names the package that the sandbox lacks, and the command that adds it; --help needs none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ship-elements-packed-'));
    const packed = pack(folder);
    const said = (packages: Record<string, string>, ...flags: string[]) => {
      const consumer = install(packed, packages);
      const cli = join(consumer.folder, 'node_modules/ship-elements', manifest.bin['ship-sandbox']);
      const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...flags], {
        cwd: consumer.folder,
        encoding: 'utf8',
      });
      consumer.remove();
      return { stdout, stderr, status };
    };
    const missing = (name: string, needed: string) => ({
      stdout: '',
      stderr: `The sandbox needs the package ${name}, which is not installed here. Add it with:\n\n  npm install --save-dev ${needed}\n`,
      status: 1,
    });
    expect(said({})).to.deep.equal(missing('hono', 'hono @hono/node-server'));
    const server = { '@hono/node-server': '@hono/node-server', hono: 'hono' };
    expect(said(server, '--db', 'orders.db')).to.deep.equal(missing('libsql', 'libsql'));
    expect(said({}, '--help')).to.include({ stderr: '', status: 0 });
    rmSync(folder, { recursive: true });
  });

  it('runs the gateway as ship-gateway', () => {
    const cli = join(root, manifest.bin['ship-gateway']);
    expect(readFileSync(cli, 'utf8')).to.match(/^#!\/usr\/bin\/env node\n/);
    const { stdout, status } = spawnSync(process.execPath, [cli, '--help'], { encoding: 'utf8' });
    expect(stdout).to.match(/^npx ship-gateway init/);
    expect(status).to.equal(0);
  });

  it('exports classes and client in Node, and registers no tags', () => {
    const code = `const all = await import('ship-elements');
      console.log(typeof all.CheckoutElement, typeof all.createShippingClient, globalThis.customElements?.get('ship-checkout'))`;
    expect(run(code)).to.equal('function function undefined');
  });

  it('exports ship-elements/client without Lit', () => {
    const code = `const { createShippingClient } = await import('ship-elements/client');
      console.log(typeof createShippingClient, globalThis.litElementVersions)`;
    expect(run(code)).to.equal('function undefined');
  });

  it('exports the five operations from ship-elements/contract', () => {
    const code = `const { operations } = await import('ship-elements/contract'); console.log(Object.keys(operations).length)`;
    expect(run(code)).to.equal('5');
  });

  it('exports a gateway that names its missing options', () => {
    const code = `const { createShippingGateway } = await import('ship-elements/gateway');
      try { createShippingGateway({}) } catch (error) { console.log(error.name, error.problems.length > 3) }`;
    expect(run(code)).to.equal('GatewayOptionsError true');
  });

  it('exports ship-elements/server, which signs a cart', () => {
    const code = `const { signCart } = await import('ship-elements/server');
      const item = { name: 'Mug', value: 75000, quantity: 1, weight: 400 };
      const cart = { items: [item], origin: { origin_postal_code: 12440 }, subtotal: 75000, session: 'visit' };
      const keys = { account: 'shop', current: { kid: 'a', secret: 's'.repeat(32) } };
      console.log((await signCart(cart, keys)).split('.').length)`;
    expect(run(code)).to.equal('3');
  });

  it('exports ship-elements/sandbox, which answers', () => {
    const code = `const { createSandbox } = await import('ship-elements/sandbox');
      const answer = await createSandbox().fetch(new Request('http://sandbox.test/v1/couriers'));
      console.log(answer.status, (await answer.json()).success)`;
    expect(run(code)).to.equal('200 true');
  });

  it('has one script without imports, exports or a global', () => {
    const script = readFileSync(join(root, 'dist', scriptName), 'utf8');
    expect(/^\s*(import|export)\b|\bimport\s*\(|\brequire\s*\(/m.test(script)).to.not.be.ok;
    expect(/^\s*(var|let|const)\s/.test(script.replace(/^\/\*!.*\*\/\n/, ''))).to.not.be.ok;
    expect(/new Function\(|\beval\(/.test(script.replace(/\.(Function|eval)\b/g, ''))).to.not.be.ok;
  });

  it('knows the version of its package', () => {
    expect(run(`console.log((await import('ship-elements')).version)`)).to.equal(manifest.version);
  });
});
