import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The shop's own server: `node server.js`.
const shop = process.env.SHOP_URL ?? 'http://127.0.0.1:4020';

export default defineConfig({
  plugins: [react()],
  server: { proxy: { '/shipping': shop, '/shop/': shop } },
});
