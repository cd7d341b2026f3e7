export default {
  '/shipping': {
    target: process.env.SHIPPING_URL ?? 'http://127.0.0.1:4010',
    pathRewrite: { '^/shipping': '' },
  },
};
