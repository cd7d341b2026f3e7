import * as z from 'zod/mini';
import type { Store } from './store.ts';
import { StoredList } from './stored-list.ts';

/** A write that was sent and is not answered: one operation, one reference, one body. */
export interface UnansweredWrite {
  operation: 'createOrder' | 'createDraftOrder' | 'cancelOrder';
  /** The `reference_id`; for a cancellation the id of the order. */
  reference: string;
  /** `fingerprint(body)` of what was sent; for a cancellation that of `{}`, because its reason makes no difference. */
  fingerprint: string;
  /** The shop's own reference, where `reference` is that one or a further number of it. */
  shopReference?: string | undefined;
}

/** What is remembered of a write, once for each place that has sent it. */
const Entry = z.object({
  operation: z.enum(['createOrder', 'createDraftOrder', 'cancelOrder']),
  reference: z.string(),
  fingerprint: z.string(),
  shopReference: z.optional(z.string()),
  place: z.optional(z.string()),
  /** The service calls the reference used, and nobody knows by whom. */
  used: z.optional(z.boolean()),
});

type Entry = z.output<typeof Entry>;

/** The sends of one write that are under way. */
interface UnderWay extends UnansweredWrite {
  sends: number;
  /** Another send of it, in this page or in one before it, has ended without an answer. */
  lost: boolean;
}

const sameReference = (one: UnansweredWrite, other: UnansweredWrite) =>
  one.operation === other.operation && one.reference === other.reference;

export const sameWrite = (one: UnansweredWrite, other: UnansweredWrite) =>
  sameReference(one, other) && one.fingerprint === other.fingerprint;

const sameEntry = (one: Entry, other: Entry) => sameWrite(one, other) && one.place === other.place;

/**
 * Remembers each write from the moment it goes out until it is answered. The answer to one send says nothing about another
 * that is under way.
 */
export class UnansweredWrites {
  readonly #list: StoredList<Entry>;
  #underWay: readonly UnderWay[] = [];

  constructor(store: Store | undefined) {
    this.#list = new StoredList(store, 'ship-unanswered', Entry, sameEntry);
  }

  /** What a place has left, in this page or in one before it, the first one first. */
  of(place: string): UnansweredWrite[] {
    return this.#list.entries.flatMap(({ place: sentBy, used: _used, ...write }) => (sentBy === place ? [write] : []));
  }

  /** All that went out under the reference of a write, the very same one among them. */
  under(write: UnansweredWrite): readonly UnansweredWrite[] {
    return this.#list.entries.filter((entry) => sameReference(entry, write));
  }

  has(write: UnansweredWrite): boolean {
    return this.#list.entries.some((entry) => sameWrite(entry, write));
  }

  /** Whether the service has called the reference used before: whatever goes out under it now is not what uses it. */
  isUsed(write: UnansweredWrite): boolean {
    return this.#list.entries.some((entry) => sameReference(entry, write) && entry.used);
  }

  /** One send of it goes out. */
  start(write: UnansweredWrite, place: string | undefined): void {
    const known = this.#sendsOf(write);
    if (known) known.sends += 1;
    else this.#underWay = [...this.#underWay, { ...write, sends: 1, lost: this.has(write) }];
    const entry = { ...write, place };
    this.#list.change((entries) => (entries.some((other) => sameEntry(other, entry)) ? entries : [...entries, entry]));
  }

  /** One send of it has ended. Refused, it says nothing about the others. */
  end(write: UnansweredWrite, lost: boolean): void {
    const known = this.#sendsOf(write) as UnderWay;
    known.sends -= 1;
    known.lost ||= lost;
    if (known.sends) return;
    this.#underWay = this.#underWay.filter((other) => other !== known);
    if (!known.lost) this.#list.change((entries) => entries.filter((entry) => !sameWrite(entry, write)));
  }

  /** The service calls its reference used, and this send or anybody may be the one who uses it. */
  markUsed(write: UnansweredWrite): void {
    this.#list.change((entries) =>
      entries.map((entry) => (sameWrite(entry, write) ? { ...entry, used: true } : entry)),
    );
  }

  /** It is known what the reference belongs to: of all that went out under it, only what is under way stays open. */
  settle(write: UnansweredWrite): void {
    const open = this.#underWay.filter((other) => sameReference(other, write));
    for (const other of open) other.lost = false;
    this.#list.change((entries) =>
      entries.filter((entry) => !sameReference(entry, write) || open.some((other) => sameWrite(other, entry))),
    );
  }

  #sendsOf(write: UnansweredWrite): UnderWay | undefined {
    return this.#underWay.find((other) => sameWrite(other, write));
  }
}
