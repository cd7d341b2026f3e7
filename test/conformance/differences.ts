/** Known deviations of a service, reported by every run. There are none, because the suite never ran against a live service. */
export interface Difference {
  /** The promise's name. */
  promise: string;
  /** The target's name. */
  service: string;
  /** What the service did instead, and the date: 2026-11-21. */
  seen: string;
}

export const differences: readonly Difference[] = [];
