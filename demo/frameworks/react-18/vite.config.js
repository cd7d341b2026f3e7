import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  server: {
    proxy: {
      '/shipping': {
        target: process.env.SHIPPING_URL ?? 'http://127.0.0.1:4010',
        rewrite: (path) => path.replace('/shipping', ''),
      },
    },
  },
});
