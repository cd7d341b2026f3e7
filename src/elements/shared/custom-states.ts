/** Makes exactly the states of this table that are on match `:state()`. */
export function showStates(internals: ElementInternals, states: Record<string, boolean>): void {
  for (const [name, on] of Object.entries(states)) {
    if (on) internals.states.add(name);
    else internals.states.delete(name);
  }
}

/** A table of states of which one is on. */
export const oneOf = (names: readonly string[], status: string): Record<string, boolean> =>
  Object.fromEntries(names.map((name) => [name, name === status]));
