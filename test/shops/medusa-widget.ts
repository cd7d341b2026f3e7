import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../support/build-script.ts';

/** What Medusa's dashboard does with a plugin, for the order in the fragment of the page's address and in the language that the staff have chosen. */
const dashboard = `
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18n from 'i18next';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import plugin from 'ship-elements/medusa/admin';

const { resources } = plugin.i18nModule;
await i18n.use(initReactI18next).init({ resources, lng: localStorage.getItem('lng'), fallbackLng: 'en' });
for (const { Component, widgetId } of plugin.widgetModule.widgets) {
  const place = document.body.appendChild(document.createElement('section'));
  place.id = widgetId;
  const widget = createElement(Component, { data: { id: location.hash.slice(1) } });
  createRoot(place).render(createElement(QueryClientProvider, { client: new QueryClient() }, widget));
}
`;

/**
 * Bundles the widgets of the plugin with the packages of Medusa's own dashboard.
 * @param shop the folder of the example shop
 */
export async function widgetScript(shop: string): Promise<string> {
  const input = join(shop, 'dashboard.js');
  writeFileSync(input, dashboard);
  return bundle({
    root: shop,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { target: 'es2022', rolldownOptions: { input, output: { format: 'es' } } },
  });
}
