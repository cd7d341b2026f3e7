/** For what is inside: the host dispatches its own, when its state, its form value and its validity say the same. */
export const stop = (event: Event): void => event.stopPropagation();
