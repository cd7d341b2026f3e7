/** The options of a gateway process. */
export interface Setting {
  /** Path of a libSQL file, or `postgres://…`. */
  store: string;
  /** Where the sandbox answers. */
  upstream: string;
  account: string;
  secret: string;
  key: string;
  /** The boundary to die at: `before sending`, `after the service` … */
  dieAt?: string;
  /** The seed of the line's faults. None by default. */
  badLine?: number;
}
