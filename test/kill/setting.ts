/** What a gateway's process is told. */
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
  /** The seed of what goes wrong with the line to the service; nothing where not given. */
  badLine?: number;
}
