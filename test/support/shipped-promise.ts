/** Loads the script-tag file of the promise, as `shipped-file.ts` loads that of the checkout, and beside it the one with the search that it opens. */
for (const name of ['promise', 'checkout-with-area-search']) {
  const script = document.createElement('script');
  script.src = `/dist/${name}.js`;
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}

export {};
