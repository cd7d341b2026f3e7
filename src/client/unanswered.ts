import { fingerprint } from './fingerprint.ts';

/**
 * Where the client keeps what it must know after a reload: `sessionStorage`, or anything that is used like it. It holds
 * references and fingerprints, never a name, a phone number or an address.
 */
export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * The writes that were sent and whose outcome nobody told us, by reference and a fingerprint of what was sent: a
 * reference that the service calls used is ours only if the very same body went out under it before.
 */
export class Unanswered {
  readonly #keys = new Set<string>();
  readonly #kind: string;
  readonly #store: Store | undefined;

  constructor(kind: 'order' | 'draft' | 'cancel', store: Store | undefined) {
    this.#kind = kind;
    this.#store = store;
  }

  has(reference: string, body: unknown): boolean {
    const key = this.#key(reference, body);
    return this.#keys.has(key) || typeof attempt(() => this.#store?.getItem(key)) === 'string';
  }

  add(reference: string, body: unknown): void {
    const key = this.#key(reference, body);
    this.#keys.add(key);
    attempt(() => this.#store?.setItem(key, ''));
  }

  delete(reference: string, body: unknown): void {
    const key = this.#key(reference, body);
    this.#keys.delete(key);
    attempt(() => this.#store?.removeItem(key));
  }

  #key(reference: string, body: unknown): string {
    return `ship-${this.#kind}:${reference}:${fingerprint(body)}`;
  }
}

/** A store that is full or forbidden costs us the memory over a reload; it must not cost the shopper the order. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
