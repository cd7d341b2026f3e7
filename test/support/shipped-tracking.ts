/** Loads the script-tag file of tracking, as `shipped-file.ts` loads that of the checkout. */
const script = document.createElement('script');
script.src = '/dist/tracking.js';
await new Promise((resolve, reject) => {
  script.addEventListener('load', resolve);
  script.addEventListener('error', reject);
  document.head.append(script);
});

export {};
