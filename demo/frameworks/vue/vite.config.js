import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

// The shop's own server: `node server.js`.
const shop = process.env.SHOP_URL ?? 'http://127.0.0.1:4020';

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('ship-') } } })],
  server: { proxy: { '/shipping': shop, '/shop/': shop } },
});
