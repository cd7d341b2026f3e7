import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('ship-') } } })],
  server: {
    proxy: {
      '/shipping': {
        target: process.env.SHIPPING_URL ?? 'http://127.0.0.1:4010',
        rewrite: (path) => path.replace('/shipping', ''),
      },
    },
  },
});
