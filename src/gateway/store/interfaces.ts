import type { LedgerStore } from '../ledger/ledger.ts';
import type { Entry } from '../ledger/transitions.ts';
import type { NewsStore } from '../news/news.ts';
import type { ParcelStore } from '../parcels/tracking.ts';

/** A package of the shop's own choice is not installed. The message has the command that installs it. */
export class MissingPackageError extends Error {
  constructor(name: string, options: ErrorOptions) {
    super(`${name} is not installed: run "npm install ${name}".`, options);
    this.name = 'MissingPackageError';
  }
}

/** A libSQL file is not whole. The message says what to do. */
export class DamagedFileError extends Error {
  constructor(file: string, options?: ErrorOptions) {
    super(
      `${file} is damaged, or no libSQL file: put the backup in its place, as "Restore from a backup" of node_modules/ship-elements/demo/docs/run-the-gateway.md says.`,
      options,
    );
    this.name = 'DamagedFileError';
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

/** A purchase of `ship-elements/purchases`, as it is stored. */
export interface PurchaseRow {
  account: string;
  reference: string;
  /** Counts changes. */
  version: number;
  visit: string;
  /** Which of the visit's purchases it is. Unique for the visit. */
  number: number;
  /** `reference_id` of each of its deliveries. */
  deliveries: readonly string[];
  /** Rupiah. */
  taken: number;
  givenBack: number;
  stands: number;
  /** JSON: the provider's transactions. They stay with the sums. */
  payments: string;
  /** Something of it is left to be done, so it is not erased. */
  isOpen: boolean;
  /** A person has to look. */
  needsPerson: boolean;
  /** When it is looked after next, in milliseconds since the epoch. 0 if nothing is left to do. */
  due: number;
  /** JSON without personal data. Empty once it was erased. */
  story: string;
  /** JSON with personal data. Null once nobody needs them. */
  parcels: string | null;
  /** Milliseconds since the epoch. */
  created: number;
  changed: number;
}

/** Storage of purchases. Each write is durable before it returns, and fails if the version has changed. */
export interface PurchaseStore {
  /** An erased one has no story. */
  find(account: string, reference: string): Promise<PurchaseRow | undefined>;
  /** The last one of a visit. */
  newest(account: string, visit: string): Promise<PurchaseRow | undefined>;
  /** @returns false if there is one with that reference, also an erased one, or with that number of that visit */
  insert(row: PurchaseRow): Promise<boolean>;
  /** Also an erased one. @returns false if the version has changed */
  replace(row: PurchaseRow, version: number): Promise<boolean>;
  /** @returns false if the version has changed */
  remove(row: PurchaseRow): Promise<boolean>;
  /** Those that are due, the earliest first, and then those that wait for longer than usual, as after the clock was set back. */
  due(account: string, until: number, most: number): Promise<PurchaseRow[]>;
  /** Those that need a person, the oldest change first. Of all accounts if none is named. */
  attention(account: string | undefined, most: number): Promise<PurchaseRow[]>;
}

/** All that is kept of one reference. */
export interface Records {
  /** Its order and its draft, and what is left of erased ones. */
  entries: (Entry & { news: string; newsTries: number; parcel: string })[];
  /** Webhooks of the service that came before the answer to the order, as JSON. */
  webhooks: { order: string; webhook: string }[];
  /** The purchase that it is a parcel of, if there is one, also what is left of an erased one with that reference. */
  purchase: PurchaseRow | undefined;
}

/** What is left of an order until its delivery ends. */
interface Reduced {
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
   * References of settled orders, drafts and purchases that were made until a time.
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
   * Erases the person of a purchase that is not open. What names its orders stays.
   * @param now milliseconds since the epoch
   * @returns as `reduce`
   */
  reducePurchase(row: PurchaseRow, now: number): Promise<boolean | undefined>;
  /**
   * Erases the order and the draft of a reference, and with the last parcel its purchase, in one transaction, if all are settled. Otherwise
   * it changes nothing. What is left are digests of the reference and of the service's id, with the time of the erasure, and the sums of the purchase.
   * @param now milliseconds since the epoch
   * @param withNews also what has news that the shop's server has not received
   * @returns false if what was erased is still in the log of a libSQL file, because another program reads the file. `prune` empties it later
   */
  erase(account: string, reference: string, now: number, withNews: boolean): Promise<boolean>;
}

/** libSQL opens a URL elsewhere than the file system does: the mode and the presence of another file would be looked after. */
export const isFilePath = (database: string): boolean => !/^([\w+-]+:\/\/|file:|:memory:$)/.test(database);

/** Everything that a gateway stores. */
export interface GatewayStore {
  ledger: LedgerStore;
  cache: Cache;
  counts: Counts;
  news: NewsStore;
  parcels: ParcelStore;
  purchases: PurchaseStore;
  records: RecordStore;
  /**
   * Returns the accounts with orders or purchases to settle, or news to deliver now. A platform whose shops share this store calls `settle`
   * and `deliverNews` of these shops' gateways alone, and `settle` of their purchases.
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
