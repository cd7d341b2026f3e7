/** What an element does without, where a browser or a test environment has no such thing. */
const without = () => ({
  states: new Set<string>(),
  form: null,
  labels: [],
  validity: { valid: true },
  validationMessage: '',
  willValidate: false,
  setFormValue() {},
  setValidity() {},
  checkValidity: () => true,
  reportValidity: () => true,
});

/**
 * The internals of an element. jsdom, happy-dom and older browsers have some of them or none: there it renders all the same, and takes no
 * part in forms.
 */
export function internalsOf(host: HTMLElement): ElementInternals {
  const internals = host.attachInternals?.() ?? {};
  for (const [name, value] of Object.entries(without())) {
    if (!(name in internals)) Object.defineProperty(internals, name, { value });
  }
  return internals as ElementInternals;
}

/** The states that match. WebKit's own set forgets some of them: it says that they are not in it, and they match all the same. */
const matching = new WeakMap<ElementInternals, Set<string>>();

/** Makes exactly the states of this table that are on match `:state()`; one that stands as it is costs no look at the page's styles. */
export function showStates(internals: ElementInternals, table: Record<string, boolean>): void {
  const { states } = internals;
  const known = matching.get(internals) ?? new Set();
  matching.set(internals, known);
  for (const [name, on] of Object.entries(table)) {
    if (on === known.has(name)) continue;
    if (on) known.add(name);
    else known.delete(name);
    try {
      if (on) states.add(name);
      else states.delete(name);
    } catch {
      // Browsers that take names with two dashes alone know no `:state()` either.
    }
  }
}
