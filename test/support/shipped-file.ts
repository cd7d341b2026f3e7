/**
 * Loads the script-tag file as a shop's page does, as a classic script: what test/web-test-runner.config.mjs gives to tests
 * in place of `src/define.ts`, where the shipped file is under test.
 */
const script = document.createElement('script');
script.src = '/dist/ship-elements.js';
await new Promise((resolve, reject) => {
  script.addEventListener('load', resolve);
  script.addEventListener('error', reject);
  document.head.append(script);
});

export {};
