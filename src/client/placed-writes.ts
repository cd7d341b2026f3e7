import * as z from 'zod/mini';
import { StoredList, type WriteStorage } from './write-storage.ts';

/** An order or a draft that was placed. */
export interface PlacedWrite {
  operation: 'createOrder' | 'createDraftOrder';
  /** The `reference_id`. */
  reference: string;
  /** The id of the order or draft, if the service named it. */
  id?: string | undefined;
  /** `fingerprint(items)` of the order. */
  goods: string;
  /** True after a cancellation. The reference stays used. */
  cancelled?: boolean | undefined;
  /** The gateway's token that cancels it, valid for 15 minutes. */
  cancel?: string | undefined;
}

const Entry = z.object({
  operation: z.enum(['createOrder', 'createDraftOrder']),
  reference: z.string(),
  id: z.optional(z.string()),
  goods: z.string(),
  cancelled: z.optional(z.boolean()),
  cancel: z.optional(z.string()),
  widgetKey: z.string(),
});

type Entry = z.output<typeof Entry>;

/** Orders and drafts do not share references (contract/README.md §7). */
const sameOrder = (one: PlacedWrite, other: PlacedWrite) =>
  one.operation === other.operation && one.reference === other.reference;

/** A tab places fewer. */
const maxEntries = 20;

/** Remembers placed orders by widget, so that a reloaded page can ask before it orders the same goods again. */
export class PlacedWrites {
  readonly #list: StoredList<Entry>;

  constructor(store: WriteStorage | undefined) {
    this.#list = new StoredList(store, 'ship-placed', Entry, sameOrder);
  }

  /** The orders of a widget, those before a reload included, oldest first. */
  of(widgetKey: string): PlacedWrite[] {
    return this.#list.entries.flatMap(({ widgetKey: placedBy, ...write }) => (placedBy === widgetKey ? [write] : []));
  }

  /** Without a key nothing is remembered: no later page could ask for it. */
  remember(widgetKey: string | undefined, write: PlacedWrite): void {
    if (widgetKey === undefined) return;
    this.#list.change((entries) =>
      [...entries.filter((entry) => !sameOrder(entry, write)), { ...write, widgetKey }].slice(-maxEntries),
    );
  }

  /** @param id of a cancelled order, in lower or upper case */
  cancel(id: string): void {
    const isIt = (entry: Entry) => entry.id?.toLowerCase() === id.toLowerCase();
    const cancelled = ({ cancel: _spent, ...entry }: Entry): Entry => ({ ...entry, cancelled: true });
    this.#list.change((entries) => entries.map((entry) => (isIt(entry) ? cancelled(entry) : entry)));
  }
}
