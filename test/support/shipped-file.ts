/** Loads the script-tag file as a page does. The tests import this in place of `src/define.ts` to test that file. */
const script = document.createElement('script');
script.src = '/dist/checkout.js';
await new Promise((resolve, reject) => {
  script.addEventListener('load', resolve);
  script.addEventListener('error', reject);
  document.head.append(script);
});

export {};
