import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createServer } from 'vite';
import { install } from '../support/consumer.ts';
import { docsPage, exampleOf } from '../support/docs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The packages that the docs tell a reader to install. */
const server = { hono: 'hono', '@hono/node-server': '@hono/node-server' };

describe('the docs’ examples for development, in an installed package', () => {
  it('proxy the questions of a Vite page to the sandbox', async () => {
    const consumer = install({ ...server, vite: 'vite' });
    const cli = join(consumer.folder, 'node_modules/ship-elements/dist/sandbox/cli.js');
    const sandbox = spawn(process.execPath, [cli, '--port', '0'], { cwd: consumer.folder });
    const [line] = await once(createInterface(sandbox.stdout), 'line');
    const address = String(line).replace('sandbox listening on ', '');
    const recipe = exampleOf(docsPage('start'), 'js', 'While you develop');
    expect(recipe).to.include('http://127.0.0.1:4010');
    consumer.write('vite.config.js', recipe.replace('http://127.0.0.1:4010', address));
    const vite = await createServer({
      root: consumer.folder,
      logLevel: 'silent',
      server: { port: 0, host: '127.0.0.1' },
    });
    await vite.listen();
    const answer = await fetch(`${vite.resolvedUrls?.local[0]}shipping/v1/couriers`);
    expect(await answer.json()).to.include({ success: true, object: 'courier' });
    await vite.close();
    sandbox.kill();
    await once(sandbox, 'exit');
  });

  it('play a paid order that is refused, in a plain shop', () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--test', join(root, 'demo/recipes/refused-order.test.mjs')],
      {
        encoding: 'utf8',
      },
    );
    expect(status, stdout).to.equal(0);
  });

  for (const environment of ['happy-dom', 'jsdom']) {
    it(`run in Vitest with ${environment}, and compile`, () => {
      const library = Object.fromEntries(
        ['dom', 'user-event'].map((name) => Array(2).fill(`@testing-library/${name}`)),
      );
      const consumer = install({ ...server, ...library, vitest: 'vitest', vite: 'vite', [environment]: environment });
      for (const heading of ['In your own tests', 'With Testing Library'])
        consumer.write(`${heading}.test.ts`, exampleOf(docsPage('testing'), 'ts', heading));
      const vitest = [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--environment',
        environment,
        '--reporter',
        'json',
        '--testTimeout=30000',
      ];
      const { status, stdout, stderr } = spawnSync(process.execPath, vitest, {
        cwd: consumer.folder,
        encoding: 'utf8',
      });
      const { numPassedTests, numTotalTests } = JSON.parse(stdout.slice(stdout.indexOf('{')));
      expect({ numPassedTests, numTotalTests }, stdout).to.deep.equal({ numPassedTests: 3, numTotalTests: 3 });
      // An error outside of a test fails the run, and no test.
      expect(status, `${stdout}${stderr}`).to.equal(0);
      expect(stderr).to.not.match(/error/i);
      const strict = { target: 'es2022', module: 'preserve', strict: true, skipLibCheck: true, noEmit: true };
      consumer.write('tsconfig.json', JSON.stringify({ compilerOptions: { ...strict, types: [] }, include: ['*.ts'] }));
      const tsc = join(root, 'node_modules/.bin/tsc');
      expect(spawnSync(tsc, ['-p', consumer.folder], { encoding: 'utf8' }).stdout).to.equal('');
    });
  }
});
