import type { LedgerStore } from '../ledger/ledger.ts';
import type { Entry } from '../ledger/transitions.ts';
import type { NewsStore } from '../news/news.ts';
import type { ParcelStore } from '../parcels.ts';

/** A package of the shop's own choice is not installed. The message has the command that installs it. */
export class MissingPackageError extends Error {
  constructor(name: string, options: ErrorOptions) {
    super(`${name} is not installed: run "npm install ${name}".`, options);
    this.name = 'MissingPackageError';
  }
}

/**
 * Returns the module of an optional package.
 * @param loading `import(name)`, written out for bundlers
 * @throws {MissingPackageError}
 */
export async function optionalPackage<Module>(name: string, loading: Promise<Module>): Promise<Module> {
  return loading.catch((cause) => {
    const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && String(message).includes(`'${name}'`);
    throw isMissing ? new MissingPackageError(name, { cause }) : cause;
  });
}

/** Answers that several processes share. A lost one costs a request. They have no personal data. */
export interface Cache {
  get(key: string): Promise<string | undefined>;
  /** @param seconds the shortest lifetime. A store may keep it for longer */
  set(key: string, value: string, seconds: number): Promise<void>;
}

/** Counts that several processes share. */
export interface Counts {
  /**
   * Adds to the count of this span of time.
   * @param span milliseconds. The count restarts at each multiple of it
   * @param now milliseconds since the epoch
   * @param used 1 by default
   * @returns the count, including this call
   */
  add(name: string, span: number, now: number, used?: number): Promise<number>;
}

/** All that is kept of one reference. */
export interface Records {
  /** Its order and its draft, and what is left of erased ones. */
  entries: (Entry & { news: string; parcel: string })[];
  /** Webhooks of the service that came before the answer to the order, as JSON. */
  webhooks: { order: string; webhook: string }[];
}

/** What is left of an order until its delivery ends. */
export interface Reduced {
  answer: string | null;
  parcel: string;
  /** The end at the latest, in milliseconds since the epoch. */
  until: number;
  /** Milliseconds since the epoch. */
  now: number;
}

/** What is kept of persons, to list it and to erase it. */
export interface RecordStore {
  find(account: string, reference: string): Promise<Records>;
  /**
   * References of settled orders and drafts that were placed until a time.
   * @param until milliseconds since the epoch
   */
  expired(account: string, until: number, most: number): Promise<string[]>;
  /**
   * References whose erasure was asked for while their delivery was open, and that has ended since, or its longest time is over.
   * @param now milliseconds since the epoch
   */
  due(account: string, now: number, most: number): Promise<string[]>;
  /**
   * Erases of a settled order or draft what its open delivery does not need, and marks it: `parcels` and `news` bring back its state alone.
   * @returns as `erase`. Undefined if it was changed since it was read: then nothing was erased
   */
  reduce(entry: Records['entries'][number], left: Reduced): Promise<boolean | undefined>;
  /**
   * Erases the order and the draft of a reference in one transaction, if both are settled. Otherwise it changes nothing. What is left are
   * digests of the reference and of the service's id, with the time of the erasure.
   * @param now milliseconds since the epoch
   * @param withNews also what has news that the shop's server has not received
   * @returns false if what was erased is still in the log of a libSQL file, because another program reads the file. `prune` empties it later
   */
  erase(account: string, reference: string, now: number, withNews: boolean): Promise<boolean>;
}

/** Everything that a gateway stores. */
export interface GatewayStore {
  ledger: LedgerStore;
  cache: Cache;
  counts: Counts;
  news: NewsStore;
  parcels: ParcelStore;
  records: RecordStore;
  /**
   * Returns the accounts with orders to settle or news to deliver now. A platform whose shops share this store calls `settle` and
   * `deliverNews` of these shops' gateways alone.
   * @param now milliseconds since the epoch. The present by default
   */
  dueAccounts(now?: number): Promise<string[]>;
  /**
   * Deletes expired answers and counts. Entries of the ledger stay.
   * @param now milliseconds since the epoch
   */
  prune(now: number): Promise<void>;
  /** Resolves if the store can be written to. Rejects with the reason otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
