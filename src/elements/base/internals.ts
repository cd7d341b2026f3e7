/** Stand-ins for what a browser or a test environment does not have. */
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
 * The internals of an element. jsdom, happy-dom and older browsers have some of them or none. The element renders there all the same, and
 * takes no part in forms.
 */
export function internalsOf(host: HTMLElement): ElementInternals {
  const internals = host.attachInternals?.() ?? {};
  for (const [name, value] of Object.entries(without())) {
    if (!(name in internals)) Object.defineProperty(internals, name, { value });
  }
  return internals as ElementInternals;
}

/** The states that match. WebKit's own set forgets some states that still match. */
const matching = new WeakMap<ElementInternals, Set<string>>();

/** Makes the states that are on match `:state()`. A state that has not changed is not written: it would restyle the page. */
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
      // A browser that only takes names with two dashes does not know `:state()` either.
    }
  }
}
