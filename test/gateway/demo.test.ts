import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createServer, type ViteDevServer } from 'vite';
import { demoShop } from '../../demo/server/plugin.ts';

describe('the demo shop', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ship-demo-'));
  let server: ViteDevServer;
  let port = 0;

  before(async () => {
    const plugin = demoShop({ database: join(folder, 'demo.db'), embed: { root: `${folder}/` } });
    const settings = { host: '127.0.0.1', port: 0, hmr: false, ws: false } as const;
    server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'error',
      plugins: [plugin],
      server: settings,
    });
    await server.listen();
    const address = server.httpServer?.address();
    if (address && typeof address === 'object') port = address.port;
  }).timeout(60_000);
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('answers its pages, by either name of this machine', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const headers = { origin: `http://${host}:${port}` };
      const answer = await fetch(`http://127.0.0.1:${port}/shipping/v1/couriers`, { headers });
      expect(answer.status, host).to.equal(200);
    }
    const headers = { origin: `http://elsewhere.test:${port}` };
    expect((await fetch(`http://127.0.0.1:${port}/shipping/v1/couriers`, { headers })).status).to.equal(403);
  }).timeout(60_000);
});
