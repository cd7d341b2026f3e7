/* Suggests districts in the fields of both checkouts and of My Account. A chosen one brings its postal code. */
(() => {
  const fields = '[data-ship-elements-district], [name$="ship-elements/district"]';
  const isField = (target) => target instanceof HTMLInputElement && target.matches(fields);
  const list = document.createElement('datalist');
  list.id = 'ship-elements-districts';
  document.body.append(list);
  const codes = new Map();
  let timer;
  let current = new AbortController();

  /** Frameworks hear of a value only by the browser's own setter and an event. */
  function set(input, value) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, value);
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  }

  function takePostalCode(input) {
    const code = codes.get(input.value);
    const [side] = /shipping|billing/.exec(input.id + input.name) ?? [];
    const postcode = document.getElementById(`${side}_postcode`) ?? document.getElementById(`${side}-postcode`);
    if (code && postcode && postcode.value !== code) set(postcode, code);
    if (code && window.jQuery) window.jQuery(document.body).trigger('update_checkout');
  }

  /** The text that was asked last, and the names of its districts. */
  let asked = { text: '', names: [] };

  /** Browsers show a suggestion only if it has the typed text in it. */
  function show(text) {
    const isIn = (name) => name.toLowerCase().includes(text.toLowerCase());
    const options = asked.names.map((value) => ({ value, ...(!isIn(value) && { label: `${text} → ${value}` }) }));
    list.replaceChildren(...options.map((option) => Object.assign(document.createElement('option'), option)));
  }

  async function suggest(text) {
    current.abort();
    current = new AbortController();
    // In the body, because servers log addresses. The shop asks the service only for the words that can be a place.
    const question = { method: 'POST', body: JSON.stringify({ input: text }), signal: current.signal };
    const answer = await fetch(`${window.shipElementsAsk}/v1/maps/areas`, question);
    const { areas = [] } = await answer.json();
    for (const { name, postal_code } of areas) codes.set(name, String(postal_code));
    asked = { text, names: areas.map(({ name }) => name) };
    show(text);
  }

  /** Whether the last answer also answers a longer text. */
  function isKnown(text) {
    const [longer, shorter, ...names] = [text, asked.text, ...asked.names].map((each) => each.toLowerCase());
    return longer.startsWith(shorter) && names.some((name) => name.startsWith(longer));
  }

  /** The district that the shopper has chosen on the page of a product. It is kept for 90 days: src/elements/core/remembered-area.ts. */
  function remembered() {
    try {
      const { name, postal_code, until } = JSON.parse(localStorage.getItem('ship-area') ?? '{}');
      return name && postal_code && Date.now() < until ? { name, postcode: String(postal_code) } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Fills the classic checkout. What the shopper has typed stays. The block checkout has its own state: blocks.js. */
  function fillIn({ name, postcode }) {
    for (const field of document.querySelectorAll('[name$="_ship_elements_district"]')) {
      const code = document.getElementById(field.id.replace('ship_elements_district', 'postcode'));
      if (field.value || code?.value) continue;
      codes.set(name, postcode);
      set(field, name);
    }
  }

  document.addEventListener('input', ({ target }) => {
    if (!isField(target)) return;
    target.setAttribute('list', list.id);
    clearTimeout(timer);
    const text = target.value.trim();
    if (codes.has(target.value)) takePostalCode(target);
    // Each search costs the shop money, so it waits for a pause in the typing. Without an answer, the text alone is kept.
    else if (text.length > 2 && !isKnown(text)) timer = setTimeout(() => suggest(text).catch(() => {}), 500);
  });

  window.shipElementsDistrict = remembered();
  if (window.shipElementsDistrict) fillIn(window.shipElementsDistrict);
})();
