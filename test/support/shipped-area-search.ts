/** Loads the script-tag file with area search, as `shipped-file.ts` loads that of the checkout. */
const script = document.createElement('script');
script.src = '/dist/checkout-with-area-search.js';
await new Promise((resolve, reject) => {
  script.addEventListener('load', resolve);
  script.addEventListener('error', reject);
  document.head.append(script);
});

export {};
