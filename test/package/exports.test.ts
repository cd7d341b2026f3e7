import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Runs a line in a plain Node of its own, as a consumer's would, against the built package by its own name. */
function run(code: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  assert.equal(stderr, '');
  return stdout.trim();
}

describe('the built package', () => {
  for (const [path, target] of Object.entries<Record<string, string> | string>(manifest.exports)) {
    it(`has every file behind the export ${path}`, () => {
      for (const file of typeof target === 'string' ? [target] : Object.values(target)) {
        assert.ok(existsSync(join(root, file)), `${file} is not there: run npm run build`);
      }
    });
  }

  it('runs the sandbox by its own name', () => {
    const cli = join(root, manifest.bin['ship-sandbox']);
    assert.match(readFileSync(cli, 'utf8'), /^#!\/usr\/bin\/env node\n/);
    const { stderr, status } = spawnSync(process.execPath, [cli, '--nope'], { encoding: 'utf8' });
    assert.match(stderr, /^Unknown option '--nope': there are --port, --db/);
    assert.equal(status, 2);
  });

  it('gives ship-elements in Node: classes and client, and registers nothing', () => {
    const code = `const all = await import('ship-elements');
      console.log(typeof all.CheckoutElement, typeof all.createShippingClient, globalThis.customElements?.get('ship-checkout'))`;
    assert.equal(run(code), 'function function undefined');
  });

  it('gives ship-elements/client without Lit', () => {
    const code = `const { createShippingClient } = await import('ship-elements/client');
      console.log(typeof createShippingClient, globalThis.litElementVersions)`;
    assert.equal(run(code), 'function undefined');
  });

  it('gives ship-elements/contract: five operations', () => {
    const code = `const { operations } = await import('ship-elements/contract'); console.log(Object.keys(operations).length)`;
    assert.equal(run(code), '5');
  });

  it('gives ship-elements/sandbox: a service that answers', () => {
    const code = `const { createSandbox } = await import('ship-elements/sandbox');
      const answer = await createSandbox().fetch(new Request('http://sandbox.test/v1/couriers'));
      console.log(answer.status, (await answer.json()).success)`;
    assert.equal(run(code), '200 true');
  });

  it('is one script without imports, exports or a global of its own', () => {
    const script = readFileSync(join(root, 'dist/ship-elements.js'), 'utf8');
    assert.ok(!/^\s*(import|export)\b|\bimport\s*\(|\brequire\s*\(/m.test(script));
    assert.ok(!/^\s*(var|let|const)\s/.test(script));
    assert.ok(!/new Function\(|\beval\(/.test(script.replace(/\.(Function|eval)\b/g, '')));
  });

  it('calls itself by the version of its package', () => {
    assert.equal(run(`console.log((await import('ship-elements')).version)`), manifest.version);
  });
});
