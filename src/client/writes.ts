import * as z from 'zod/mini';
import { canonical, type WriteOperation, type Written, withoutTokens } from '../contract/index.ts';
import { type Clock, machineClock } from './clock.ts';
import { isShippingFailure } from './errors.ts';
import type { PlacedWrite, UnansweredWrite, WriteOptions, WriteStorage } from './options.ts';

/** A write without an answer: an entry for each widget that sent it. */
const UnansweredEntry = z.object({
  operation: z.enum(['createOrder', 'createDraftOrder', 'cancelOrder']),
  reference: z.string(),
  fingerprint: z.string(),
  shopReference: z.optional(z.string()),
  widgetKey: z.optional(z.string()),
  /** The service called the reference used, without saying by which order. */
  used: z.optional(z.boolean()),
});

type UnansweredEntry = z.output<typeof UnansweredEntry>;

const sameReference = (one: UnansweredWrite, other: UnansweredWrite) =>
  one.operation === other.operation && one.reference === other.reference;

const sameWrite = (one: UnansweredWrite, other: UnansweredWrite) =>
  sameReference(one, other) && one.fingerprint === other.fingerprint;

const sameEntry = (one: UnansweredEntry, other: UnansweredEntry) =>
  sameWrite(one, other) && one.widgetKey === other.widgetKey;

const PlacedEntry = z.object({
  operation: z.enum(['createOrder', 'createDraftOrder']),
  reference: z.string(),
  id: z.optional(z.string()),
  goods: z.string(),
  cancelled: z.optional(z.boolean()),
  cancel: z.optional(z.string()),
  widgetKey: z.string(),
});

type PlacedEntry = z.output<typeof PlacedEntry>;

/** Orders and drafts do not share references (contract/README.md §7). */
const sameOrder = (one: PlacedWrite, other: PlacedWrite) =>
  one.operation === other.operation && one.reference === other.reference;

/** A tab places fewer. */
const maxPlaced = 20;

/** The sends of one write that are in flight. */
interface InFlight extends UnansweredWrite {
  sends: number;
  /** Another send ended without an answer, in this page or before a reload. */
  lost: boolean;
}

/**
 * Sends each write once, and remembers it. A write is unanswered from its first send until its result is known. A placed order is
 * remembered by widget, so that a reloaded page can ask before it orders the same goods again.
 *
 * The service may call the reference used because an earlier send worked: browsers repeat a POST by themselves when a connection
 * closes without an answer, and only the second one is answered (contract/README.md §2.3).
 *
 * - A random reference belongs to this order alone, and a cancelled order is cancelled. Both are success.
 * - An earlier send of the same write without an answer is success too. If only another body was sent under the reference,
 *   that one was placed and this one is refused: the error carries it as `earlier`.
 * - The shop's own reference may be used by this send or by another order. The `outcome` is unknown for all writes under it.
 */
export class Writes {
  // Two lists. To take an entry out of a list of its own needs no space in a store that is full.
  readonly #unanswered: StoredList<UnansweredEntry>;
  readonly #placed: StoredList<PlacedEntry>;
  readonly #clock: Clock;
  #inFlight: readonly InFlight[] = [];

  constructor(store: WriteStorage | undefined, clock: Clock = machineClock) {
    this.#clock = clock;
    this.#unanswered = new StoredList(store, 'ship-unanswered', UnansweredEntry, sameEntry);
    this.#placed = new StoredList(store, 'ship-placed', PlacedEntry, sameOrder);
  }

  /** The writes of a widget without an answer, those before a reload included, oldest first. */
  unanswered(widgetKey: string): UnansweredWrite[] {
    return this.#unanswered.entries.flatMap(({ widgetKey: sentBy, used: _used, ...write }) =>
      sentBy === widgetKey ? [write] : [],
    );
  }

  /** The placed orders of a widget, those before a reload included, oldest first. */
  placed(widgetKey: string): PlacedWrite[] {
    return this.#placed.entries.flatMap(({ widgetKey: placedBy, ...write }) => (placedBy === widgetKey ? [write] : []));
  }

  /**
   * @param transmit sends the body once, and calls `onSend` right before it does
   * @returns the answer, or the result of an earlier send of the same write
   * @throws the error of `transmit`; its `outcome` is `unknown` while any send of the same write has no answer
   */
  async send<Request extends object, Response extends Written, Found extends Written>(
    operation: UnansweredWrite['operation'],
    row: WriteOperation<Request, Response, Found>,
    request: Request,
    { widgetKey, random, shopReference }: Omit<WriteOptions, 'signal'>,
    transmit: (body: Request, onSend: () => void) => Promise<Response>,
  ): Promise<Response | Found> {
    const newReference = randomReference(this.#clock);
    const body = row.complete(request, newReference);
    const reference = String(body[row.reference]);
    const write: UnansweredWrite = {
      operation,
      reference,
      fingerprint: fingerprint(row.sameWrite === 'reference' ? {} : withoutTokens(body)),
      ...(shopReference && { shopReference }),
    };
    // Now, because the caller may change its objects before the answer comes.
    const goods = fingerprint(row.goods?.(body) ?? null);
    const isOurs = random || reference === newReference;
    let earlier = this.#under(write);
    let sent = false;
    const onSend = () => {
      // Another write may have been sent since the call began.
      earlier = [...earlier, ...this.#under(write)];
      sent = true;
      this.#start(write, widgetKey);
    };
    const succeed = <Answer extends Response | Found>(answer: Answer): Answer => {
      this.#resolve(write);
      if (operation === 'cancelOrder') this.#markCancelled(reference);
      else {
        const { id, cancel } = answer;
        this.#remember(widgetKey, { operation, reference, id, goods, ...(cancel && { cancel }) });
      }
      return answer;
    };
    try {
      const answer = await transmit(body, onSend);
      this.#end(write, false);
      return succeed(answer);
    } catch (thrown) {
      const failure = isShippingFailure(thrown) ? thrown : undefined;
      const refusal = failure?.code === 'refused' ? failure : undefined;
      const { serviceCode: code, serviceMessage: error, details } = refusal ?? {};
      const found = row.recovered({ code, error, details }, reference, isOurs);
      // The gateway answers 409 if its ledger has another order under the reference.
      const isUsed = refusal?.reason === 'reference-used' && refusal.status !== 409;
      // An order that used the reference before cannot be one of the writes sent since.
      const candidates = this.#under(write).some(({ used }) => used) ? [] : earlier;
      const isUncertain = isUsed && !candidates.length && !(isOurs && found);
      // After an abort there is no answer either.
      if (sent) this.#end(write, !failure || failure.outcome === 'unknown' || isUncertain);
      if (isUncertain) this.#markUsed(write);
      else if (refusal && found) {
        if (!candidates.length || candidates.some((other) => sameWrite(other, write))) return succeed(found);
        this.#resolve(write);
        Object.assign(refusal, { earlier: found });
      }
      if (failure && this.#has(write)) failure.outcome = 'unknown';
      throw thrown;
    }
  }

  /** The unanswered writes with the same reference, this one included. */
  #under(write: UnansweredWrite): readonly UnansweredEntry[] {
    return this.#unanswered.entries.filter((entry) => sameReference(entry, write));
  }

  #has(write: UnansweredWrite): boolean {
    return this.#unanswered.entries.some((entry) => sameWrite(entry, write));
  }

  /** Call before each send. */
  #start(write: UnansweredWrite, widgetKey: string | undefined): void {
    const known = this.#sendsOf(write);
    if (known) known.sends += 1;
    else this.#inFlight = [...this.#inFlight, { ...write, sends: 1, lost: this.#has(write) }];
    const entry = { ...write, widgetKey };
    this.#unanswered.change((entries) =>
      entries.some((other) => sameEntry(other, entry)) ? entries : [...entries, entry],
    );
  }

  /**
   * Call when a send has ended. The answer to one send says nothing about other sends in flight.
   * @param lost whether it ended without an answer
   */
  #end(write: UnansweredWrite, lost: boolean): void {
    const known = this.#sendsOf(write);
    if (!known) return;
    known.sends -= 1;
    known.lost ||= lost;
    if (known.sends) return;
    this.#inFlight = this.#inFlight.filter((other) => other !== known);
    if (!known.lost) this.#unanswered.change((entries) => entries.filter((entry) => !sameWrite(entry, write)));
  }

  #sendsOf(write: UnansweredWrite): InFlight | undefined {
    return this.#inFlight.find((other) => sameWrite(other, write));
  }

  /** The service calls the reference used; this send or another order may have used it. */
  #markUsed(write: UnansweredWrite): void {
    this.#unanswered.change((entries) =>
      entries.map((entry) => (sameWrite(entry, write) ? { ...entry, used: true } : entry)),
    );
  }

  /** Call when it is known which order has the reference. Only sends in flight stay unanswered. */
  #resolve(write: UnansweredWrite): void {
    const open = this.#inFlight.filter((other) => sameReference(other, write));
    for (const other of open) other.lost = false;
    this.#unanswered.change((entries) =>
      entries.filter((entry) => !sameReference(entry, write) || open.some((other) => sameWrite(other, entry))),
    );
  }

  /** Without a key nothing is remembered: no later page could ask for it. */
  #remember(widgetKey: string | undefined, write: PlacedWrite): void {
    if (widgetKey === undefined) return;
    this.#placed.change((entries) =>
      [...entries.filter((entry) => !sameOrder(entry, write)), { ...write, widgetKey }].slice(-maxPlaced),
    );
  }

  /** @param id of an order, in lower or upper case */
  #markCancelled(id: string): void {
    const isIt = (entry: PlacedEntry) => entry.id?.toLowerCase() === id.toLowerCase();
    const cancelled = ({ cancel: _spent, ...entry }: PlacedEntry): PlacedEntry => ({ ...entry, cancelled: true });
    this.#placed.change((entries) => entries.map((entry) => (isIt(entry) ? cancelled(entry) : entry)));
  }
}

/** A unique reference: 128 random bits as 32 hexadecimal digits. */
export function randomReference({ random }: Pick<Clock, 'random'> = machineClock): string {
  return Array.from(random(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A 64-bit hash that tells two bodies apart. Pages over plain HTTP have no `crypto.subtle`. */
export function fingerprint(body: unknown): string {
  let [high, low] = [0x811c9dc5, 0x41c6ce57];
  for (const character of canonical(body)) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low + code, 0x5bd1e995) ^ (low >>> 13);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}

/** The `sessionStorage` of a page. Undefined in workers, on servers and if the browser forbids it. */
export function pageStore(
  page: { document?: unknown; sessionStorage?: WriteStorage } = globalThis,
): WriteStorage | undefined {
  return page.document ? attempt(() => page.sessionStorage) : undefined;
}

/** The result of `use`; undefined if it throws. A store throws when it is full or forbidden. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/**
 * A list in a store, with a copy of this client's own entries. If the store is full, forbidden or cleared, the list does not
 * outlive a reload, and the order still goes out.
 */
class StoredList<Entry extends object> {
  readonly #store: WriteStorage | undefined;
  readonly #key: string;
  readonly #entry: z.ZodMiniType<Entry>;
  readonly #same: (one: Entry, other: Entry) => boolean;
  #own: readonly Entry[] = [];

  /** @param same whether two entries are about the same write; the list keeps one of them */
  constructor(
    store: WriteStorage | undefined,
    key: string,
    entry: z.ZodMiniType<Entry>,
    same: (one: Entry, other: Entry) => boolean,
  ) {
    this.#store = store;
    this.#key = key;
    this.#entry = entry;
    this.#same = same;
  }

  /** All entries, oldest first. */
  get entries(): readonly Entry[] {
    const stored = this.#stored;
    const known = (entry: Entry, list: readonly Entry[]) => list.find((other) => this.#same(other, entry));
    const merged = stored.map((entry) => ({ ...entry, ...known(entry, this.#own) }));
    return [...merged, ...this.#own.filter((entry) => !known(entry, stored))];
  }

  change(change: (entries: readonly Entry[]) => readonly Entry[]): void {
    this.#own = change(this.#own);
    const stored = change(this.#stored);
    attempt(() =>
      stored.length ? this.#store?.setItem(this.#key, JSON.stringify(stored)) : this.#store?.removeItem(this.#key),
    );
  }

  /** Scripts of the page may write to the store too, so invalid entries are skipped. */
  get #stored(): readonly Entry[] {
    const list: unknown = attempt(() => JSON.parse(this.#store?.getItem(this.#key) ?? ''));
    return Array.isArray(list) ? list.flatMap((entry) => this.#entry.safeParse(entry).data ?? []) : [];
  }
}
