import * as z from 'zod/mini';
import type { Store } from './store.ts';
import { StoredList } from './stored-list.ts';

/** An order or a draft that was placed. */
export interface PlacedWrite {
  operation: 'createOrder' | 'createDraftOrder';
  /** The `reference_id`. */
  reference: string;
  /** Of the order or the draft; missing where the service did not say it. */
  id?: string | undefined;
  /** `fingerprint(items)` of what was ordered. */
  goods: string;
  /** It was cancelled since: its reference stays used. */
  cancelled?: boolean | undefined;
  /** What cancels it at the gateway, for a quarter of an hour. */
  cancel?: string | undefined;
}

const Entry = z.object({
  operation: z.enum(['createOrder', 'createDraftOrder']),
  reference: z.string(),
  id: z.optional(z.string()),
  goods: z.string(),
  cancelled: z.optional(z.boolean()),
  cancel: z.optional(z.string()),
  place: z.string(),
});

type Entry = z.output<typeof Entry>;

/** Orders and drafts do not share references (contract/README.md §7). */
const sameOrder = (one: PlacedWrite, other: PlacedWrite) =>
  one.operation === other.operation && one.reference === other.reference;

/** So many are remembered; a tab places fewer. */
const most = 20;

/** Remembers what was placed from which place, so that a page that is loaded again can ask before it orders the same twice. */
export class PlacedWrites {
  readonly #list: StoredList<Entry>;

  constructor(store: Store | undefined) {
    this.#list = new StoredList(store, 'ship-placed', Entry, sameOrder);
  }

  /** What a place has placed, in this page or in one before it, the latest last. */
  of(place: string): PlacedWrite[] {
    return this.#list.entries.flatMap(({ place: placedBy, ...write }) => (placedBy === place ? [write] : []));
  }

  /** @param place undefined where whoever orders does not say: then nobody can ask */
  remember(place: string | undefined, write: PlacedWrite): void {
    if (place === undefined) return;
    this.#list.change((entries) =>
      [...entries.filter((entry) => !sameOrder(entry, write)), { ...write, place }].slice(-most),
    );
  }

  /** @param id of an order that was cancelled, in whatever case its letters are */
  cancel(id: string): void {
    const isIt = (entry: Entry) => entry.id?.toLowerCase() === id.toLowerCase();
    const cancelled = ({ cancel: _spent, ...entry }: Entry): Entry => ({ ...entry, cancelled: true });
    this.#list.change((entries) => entries.map((entry) => (isIt(entry) ? cancelled(entry) : entry)));
  }
}
