import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../support/build-script.ts';

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/**
 * Bundles what the plugin adds to Vendure's dashboard, as the dashboard does: it finds the file in the built code of the plugin, and
 * compiles it from `node_modules`.
 * @param shop the folder of the example shop
 * @returns a classic script with React and the stand-in for the dashboard
 */
export async function dashboardScript(shop: string): Promise<string> {
  const home = join(shop, 'node_modules/ship-elements/dist/shops/vendure');
  // Vendure 3.7 reads packages for a call of `__decorate` that has `dashboard` as a text. It takes the last decorated class for the plugin.
  const plugin =
    /__decorate\(\[VendurePlugin\(\{[\s\S]*?\bdashboard: "(\.[^"]+)"[\s\S]*?\], ShipElementsPlugin\)(?![\s\S]*__decorate\(\[)/;
  const [, path = 'the dashboard finds no extension'] = plugin.exec(readFileSync(join(home, 'index.js'), 'utf8')) ?? [];
  const entry = 'virtual:dashboard';
  // The example shop has neither.
  const replaced: Record<string, string> = {
    '@vendure/dashboard': inRoot('test/shops/vendure-dashboard/stand-in.tsx'),
    react: inRoot('node_modules/react/index.js'),
    'react/jsx-runtime': inRoot('node_modules/react/jsx-runtime.js'),
  };
  return bundle({
    root: shop,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: entry,
        enforce: 'pre',
        resolveId: (id) => (id === entry ? entry : replaced[id]),
        // Without `sideEffects` in the package.json the file would be left out.
        load: (id) => (id === entry ? `import ${JSON.stringify(join(home, path))};` : undefined),
      },
    ],
    build: { rolldownOptions: { input: entry, output: { format: 'iife' } } },
  });
}
