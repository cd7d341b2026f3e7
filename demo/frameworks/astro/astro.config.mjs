import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

// Every page is rendered for its visitor.
export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  // Your domain takes their place: without it, Astro takes each form for another site's.
  security: { allowedDomains: [{ hostname: 'localhost' }, { hostname: '127.0.0.1' }] },
  devToolbar: { enabled: false },
});
