import { once } from 'node:events';
import { createRequire } from 'node:module';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';
import loaders from '@medusajs/medusa/loaders/index';
import express from 'express';
import seed from './src/scripts/seed.js';

/**
 * Opens Medusa, as `medusa start` does, with the page of the storefront beside it.
 * @returns what closes it
 */
export async function openShop(port) {
  const app = express();
  for (const name of ['ship-elements-area-search.js', 'ship-elements-promise.js', 'ship-elements-tracking.js']) {
    const script = createRequire(import.meta.url).resolve(`ship-elements/${name}`);
    app.get(`/${name}`, (_request, response) => response.sendFile(script));
  }
  app.use(express.static(new URL('public', import.meta.url).pathname));
  let publishableKey;
  app.get('/publishable-key', (_request, response) => response.json(publishableKey));

  const { container, shutdown } = await loaders.default({ directory: process.cwd(), expressApp: app });
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const count = async (entity) => (await query.graph({ entity, fields: ['id'] })).data.length;
  if (!(await count('region'))) await seed({ container });
  const { data } = await query.graph({ entity: 'api_key', fields: ['token'], filters: { type: 'publishable' } });
  publishableKey = data[0].token;

  const server = app.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await shutdown();
  };
}
