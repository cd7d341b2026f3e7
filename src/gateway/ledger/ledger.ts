import { type Clock, machineClock } from '../../client/index.ts';
import {
  type Entry,
  type EntryKey,
  type EntryState,
  isErased,
  isOver,
  type LedgerEvent,
  latestLease,
  next,
  type SendPolicy,
} from './transitions.ts';

/**
 * Storage of entries. A write fails if the version has changed. `replace` is durable before it returns. A power cut may undo `insert`
 * and `remove`, because nothing of such an entry was sent.
 */
export interface LedgerStore {
  find(key: EntryKey): Promise<Entry | undefined>;
  /** @returns false if there is an entry with that key */
  insert(entry: Entry): Promise<boolean>;
  /**
   * @param news lines for the shop's server, stored in the same write
   * @returns false if the version has changed
   */
  replace(entry: Entry, version: number, news?: string): Promise<boolean>;
  /** @returns false if the version has changed */
  remove(key: EntryKey, version: number): Promise<boolean>;
  /**
   * Open entries whose lease has ended by `until`. A lease that ends after `latest` counts as ended. The earliest end first.
   * @param until milliseconds since the epoch
   * @param latest the latest possible end of a lease, in milliseconds since the epoch
   */
  due(account: string, until: number, latest: number, most: number): Promise<Entry[]>;
  /** Saved drafts whose lease has ended by `until`, in milliseconds since the epoch, or ends after `latest`. The earliest end first. */
  drafts(account: string, until: number, latest: number, most: number): Promise<Entry[]>;
  /** The newest first. */
  list(account: string, states: readonly EntryState[] | undefined, most: number): Promise<Entry[]>;
}

/** An order or a draft that a request asks for. */
export type Intent = EntryKey & Pick<Entry, 'fingerprint' | 'permit' | 'terms'> & { body: string };

interface LedgerOptions {
  store: LedgerStore;
  policy: SendPolicy;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Returns the message for the shop's server about a change. An empty text means none, which is the default. */
  news?: ((before: Entry, after: Entry) => string) | undefined;
  random?: Clock['random'];
}

/** Milliseconds. A draft whose pause is longer was written before the clock was set back. */
const longestWait = 3_600_000;

/** Events that count only for the send that caused them. */
const ofOneSend: ReadonlySet<LedgerEvent['kind']> = new Set(['refused', 'no-proof', 'not-sent', 'undecidable', 'kept']);

/** Makes the state machine durable. Each write fails if another process has written in between. */
export class Ledger {
  readonly #store: LedgerStore;
  readonly #policy: SendPolicy;
  readonly #now: () => number;
  readonly #news: (before: Entry, after: Entry) => string;
  readonly #random: Clock['random'];

  constructor({ store, policy, now, news = () => '', random = machineClock.random }: LedgerOptions) {
    this.#store = store;
    this.#policy = policy;
    this.#now = now;
    this.#news = news;
    this.#random = random;
  }

  find(key: EntryKey): Promise<Entry | undefined> {
    return this.#store.find(key);
  }

  due(account: string, most: number): Promise<Entry[]> {
    const now = this.#now();
    return this.#store.due(account, now, latestLease(now, this.#policy), most);
  }

  /** Drafts that the merchant may have confirmed or deleted at the service, and that it is not asked about just now. */
  drafts(account: string, most: number): Promise<Entry[]> {
    const now = this.#now();
    return this.#store.drafts(account, now, now + longestWait, most);
  }

  /**
   * Adds the order that a draft has become, also in place of one that was refused, or called off before the draft was confirmed.
   * @param answer the page's answer to the order
   * @returns false if the reference belongs to another order, or was erased
   */
  async adopt(draft: Entry, order: string, answer: string): Promise<boolean> {
    const { permit, fingerprint, terms, created } = draft;
    const claimed = this.#claimed(
      { ...draft, kind: 'order', permit, fingerprint, terms, body: '' },
      this.#anyVersion(),
    );
    const placed: Entry = { ...claimed, state: 'placed', body: null, order, answer, attempts: 1, created };
    if (await this.#store.insert(placed)) return true;
    const found = await this.#store.find(placed);
    if (!found || found.order !== null || isErased(found) || !['refused', 'cancelled'].includes(found.state))
      return found?.order === order;
    const { version, permit: owner } = found;
    return this.#store.replace({ ...placed, permit: owner, version: version + 1 }, version);
  }

  /** Removes the order that `adopt` has added. */
  async disown(draft: Entry, order: string): Promise<void> {
    const added = await this.#store.find({ ...draft, kind: 'order' });
    if (added?.order === order) await this.#store.remove(added, added.version);
  }

  /** Whether its lease has ended. */
  over(entry: Entry): boolean {
    return isOver(entry, this.#now(), this.#policy);
  }

  /** @returns the new entry. Undefined if there already is one under that reference */
  async claim(intent: Intent): Promise<Entry | undefined> {
    const entry = this.#claimed(intent, this.#anyVersion());
    return (await this.#store.insert(entry)) ? entry : undefined;
  }

  /**
   * Claims a reference again, if its order was refused, or was not sent before its lease ended.
   * @returns the new entry. Undefined if the reference is not free, or if another process was quicker
   */
  async claimAnew(intent: Intent, before: Entry): Promise<Entry | undefined> {
    const free = before.state === 'refused' || (before.state === 'claimed' && this.over(before));
    if (!free) return undefined;
    const entry = this.#claimed(intent, before.version + 1);
    return (await this.#store.replace(entry, before.version)) ? entry : undefined;
  }

  /**
   * Keeps a reference from being claimed, although nothing was ordered with it.
   * @param answer for later requests
   * @returns false if there already is an entry under that reference
   */
  callOff(key: EntryKey, permit: string, answer: string): Promise<boolean> {
    const nothing = { fingerprint: '', terms: null, body: '' };
    const entry = this.#claimed({ ...key, ...nothing, permit }, this.#anyVersion());
    return this.#store.insert({ ...entry, state: 'cancelled', body: null, answer });
  }

  /** Deletes a claim. The caller must know that nothing was sent. */
  release(entry: Entry): Promise<boolean> {
    return entry.state === 'claimed' ? this.#store.remove(entry, entry.version) : Promise.resolve(false);
  }

  /**
   * Applies an event, if the entry has not changed since it was read.
   * @returns the new entry. Undefined if another process was quicker, or if the event changes nothing
   */
  async begin(entry: Entry, event: LedgerEvent): Promise<Entry | undefined> {
    const changed = next(entry, event, this.#now(), this.#policy);
    return changed && (await this.#write(entry, changed)) ? changed : undefined;
  }

  /**
   * Records a result, also if another process has written in between.
   * @returns the stored entry. It is unchanged if the result does not apply to it
   */
  async record(entry: Entry, event: LedgerEvent): Promise<Entry> {
    for (let current: Entry | undefined = entry; current; current = await this.#store.find(entry)) {
      const sameSend = current.attempts === entry.attempts && current.created === entry.created;
      const stale = ofOneSend.has(event.kind) && !sameSend;
      const changed = stale ? undefined : next(current, event, this.#now(), this.#policy);
      if (!changed) return current;
      if (await this.#write(current, changed)) return changed;
    }
    return entry;
  }

  #write(before: Entry, after: Entry): Promise<boolean> {
    return this.#store.replace(after, before.version, this.#news(before, after));
  }

  #claimed(intent: Intent, version: number): Entry {
    const now = this.#now();
    return {
      ...intent,
      state: 'claimed',
      version,
      answer: null,
      order: null,
      attempts: 0,
      lease: now + this.#policy.lease,
      created: now,
      changed: now,
    };
  }

  /** Random, so that a process that wakes late cannot mistake a new claim for its own released one. */
  #anyVersion(): number {
    return new DataView(this.#random(new Uint8Array(4)).buffer).getUint32(0);
  }
}
