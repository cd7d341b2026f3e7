/* Loads the promise after the pictures of the page, and the search at the first click. Tells the promise which variation of the product is chosen. */
(() => {
  const [promise, search] = window.shipElementsFiles;
  const script = (src) =>
    new Promise((onload, reject) => {
      const onerror = () => reject(new Error(`${src} did not load. A reload of the page may help.`));
      document.head.append(Object.assign(document.createElement('script'), { src, onload, onerror }));
    });
  // Before the element renders for the first time.
  customElements.whenDefined('ship-promise').then(() => {
    customElements.get('ship-promise').loadSearch = () => script(search);
  });
  // biome-ignore lint/suspicious/noConsole: the author of the page has to read it
  const load = () => script(promise).catch(console.warn);
  if (document.readyState === 'complete') load();
  else addEventListener('load', load, { once: true });

  const first = new WeakMap();
  const setItems = (product, goods) => {
    for (const element of document.querySelectorAll('.product ship-promise')) {
      // A list of other products stands inside this one.
      if (element.closest('.product') !== product) continue;
      if (!first.has(element)) first.set(element, element.getAttribute('items'));
      // A variation that is a file, or sold out.
      element.hidden = goods?.length === 0;
      if (!element.hidden) element.setAttribute('items', goods ? JSON.stringify(goods) : first.get(element));
    }
  };
  window
    .jQuery?.(document)
    .on('found_variation reset_data', ({ target }, variation) =>
      setItems(target.closest('.product'), variation?.ship_elements),
    );
})();
