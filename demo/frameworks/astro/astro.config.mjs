import { defineConfig } from 'astro/config';

export default defineConfig({
  devToolbar: { enabled: false },
  vite: {
    server: {
      proxy: {
        '/shipping': {
          target: process.env.SHIPPING_URL ?? 'http://127.0.0.1:4010',
          rewrite: (path) => path.replace('/shipping', ''),
        },
      },
    },
  },
});
