import type { NextConfig } from 'next';

const service = process.env.SHIPPING_URL ?? 'http://127.0.0.1:4010';

export default {
  reactStrictMode: true,
  rewrites: async () => [{ source: '/shipping/:path*', destination: `${service}/:path*` }],
} satisfies NextConfig;
