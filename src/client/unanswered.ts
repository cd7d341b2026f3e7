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

/** The sends of one write. */
interface Sends {
  underWay: number;
  /** One of them ended, and nobody told us what became of it. */
  lost: boolean;
}

/**
 * The writes that were sent and whose outcome nobody told us, by reference and a fingerprint of what was sent: a
 * reference that the service calls used is ours only if the very same body went out under it before. What is told of one
 * send says nothing about another that is under way.
 */
export class Unanswered {
  readonly #writes = new Map<string, Sends>();
  readonly #kind: string;
  readonly #store: Store | undefined;

  constructor(kind: 'order' | 'draft' | 'cancel', store: Store | undefined) {
    this.#kind = kind;
    this.#store = store;
  }

  key(reference: string, body: unknown): string {
    return `ship-${this.#kind}:${reference}:${fingerprint(body)}`;
  }

  has(key: string): boolean {
    const { underWay, lost } = this.#sends(key);
    return underWay > 0 || lost;
  }

  start(key: string): void {
    const sends = this.#sends(key);
    sends.underWay += 1;
    this.#writes.set(key, sends);
    attempt(() => this.#store?.setItem(key, ''));
  }

  /** @param lost whether any send that has ended is lost now; as before where this one tells nothing of the others */
  end(key: string, lost?: boolean): void {
    const sends = this.#sends(key);
    sends.underWay -= 1;
    sends.lost = lost ?? sends.lost;
    if (this.has(key)) return;
    this.#writes.delete(key);
    attempt(() => this.#store?.removeItem(key));
  }

  #sends(key: string): Sends {
    const kept = () => typeof attempt(() => this.#store?.getItem(key)) === 'string';
    return this.#writes.get(key) ?? { underWay: 0, lost: kept() };
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
