import * as z from 'zod/mini';
import { StoredList, type WriteStorage } from './write-storage.ts';

/** A write that was sent and has no answer. */
export interface UnansweredWrite {
  operation: 'createOrder' | 'createDraftOrder' | 'cancelOrder';
  /** The `reference_id`; for a cancellation the id of the order. */
  reference: string;
  /** `fingerprint(body)`; for a cancellation that of `{}`, because its reason makes no difference. */
  fingerprint: string;
  /** The shop's own reference, if `reference` is derived from it. */
  shopReference?: string | undefined;
}

/** One entry for each widget that sent the write. */
const Entry = z.object({
  operation: z.enum(['createOrder', 'createDraftOrder', 'cancelOrder']),
  reference: z.string(),
  fingerprint: z.string(),
  shopReference: z.optional(z.string()),
  widgetKey: z.optional(z.string()),
  /** The service called the reference used, without saying by which order. */
  used: z.optional(z.boolean()),
});

type Entry = z.output<typeof Entry>;

/** The sends of one write that are in flight. */
interface InFlight extends UnansweredWrite {
  sends: number;
  /** Another send ended without an answer, in this page or before a reload. */
  lost: boolean;
}

const sameReference = (one: UnansweredWrite, other: UnansweredWrite) =>
  one.operation === other.operation && one.reference === other.reference;

export const sameWrite = (one: UnansweredWrite, other: UnansweredWrite) =>
  sameReference(one, other) && one.fingerprint === other.fingerprint;

const sameEntry = (one: Entry, other: Entry) => sameWrite(one, other) && one.widgetKey === other.widgetKey;

/**
 * Remembers each write from its first send until it is answered. The answer to one send says nothing about other sends in
 * flight.
 */
export class UnansweredWrites {
  readonly #list: StoredList<Entry>;
  #inFlight: readonly InFlight[] = [];

  constructor(store: WriteStorage | undefined) {
    this.#list = new StoredList(store, 'ship-unanswered', Entry, sameEntry);
  }

  /** The writes of a widget without an answer, those before a reload included, oldest first. */
  of(widgetKey: string): UnansweredWrite[] {
    return this.#list.entries.flatMap(({ widgetKey: sentBy, used: _used, ...write }) =>
      sentBy === widgetKey ? [write] : [],
    );
  }

  /** The writes with the same reference, this one included. */
  under(write: UnansweredWrite): readonly UnansweredWrite[] {
    return this.#list.entries.filter((entry) => sameReference(entry, write));
  }

  has(write: UnansweredWrite): boolean {
    return this.#list.entries.some((entry) => sameWrite(entry, write));
  }

  /** Whether the service called the reference used before. Then a new send cannot be the order that uses it. */
  isUsed(write: UnansweredWrite): boolean {
    return this.#list.entries.some((entry) => sameReference(entry, write) && entry.used);
  }

  /** Call before each send. */
  start(write: UnansweredWrite, widgetKey: string | undefined): void {
    const known = this.#sendsOf(write);
    if (known) known.sends += 1;
    else this.#inFlight = [...this.#inFlight, { ...write, sends: 1, lost: this.has(write) }];
    const entry = { ...write, widgetKey };
    this.#list.change((entries) => (entries.some((other) => sameEntry(other, entry)) ? entries : [...entries, entry]));
  }

  /** Call when a send has ended. @param lost whether it ended without an answer */
  end(write: UnansweredWrite, lost: boolean): void {
    const known = this.#sendsOf(write);
    if (!known) return;
    known.sends -= 1;
    known.lost ||= lost;
    if (known.sends) return;
    this.#inFlight = this.#inFlight.filter((other) => other !== known);
    if (!known.lost) this.#list.change((entries) => entries.filter((entry) => !sameWrite(entry, write)));
  }

  /** The service calls the reference used; this send or another order may have used it. */
  markUsed(write: UnansweredWrite): void {
    this.#list.change((entries) =>
      entries.map((entry) => (sameWrite(entry, write) ? { ...entry, used: true } : entry)),
    );
  }

  /** Call when it is known which order has the reference. Only sends in flight stay unanswered. */
  resolve(write: UnansweredWrite): void {
    const open = this.#inFlight.filter((other) => sameReference(other, write));
    for (const other of open) other.lost = false;
    this.#list.change((entries) =>
      entries.filter((entry) => !sameReference(entry, write) || open.some((other) => sameWrite(other, entry))),
    );
  }

  #sendsOf(write: UnansweredWrite): InFlight | undefined {
    return this.#inFlight.find((other) => sameWrite(other, write));
  }
}
