import { type Entry, type EntryKey, settledStates } from '../ledger/transitions.ts';

/** No booleans and no dates: the drivers write them differently. */
export type SqlValue = string | number | null;

export interface SqlResult {
  rows: Record<string, unknown>[];
  /** Rows that were inserted, changed or deleted. */
  changes: number;
}

/** A statement with `?` for its values. */
export interface SqlStatement {
  sql: string;
  values?: readonly SqlValue[];
}

/** A database that runs one statement at a time, with `?` for its values. The write is done when the promise resolves. */
export interface SqlDatabase {
  run(statement: string, values?: readonly SqlValue[]): Promise<SqlResult>;
  /** Runs all statements, one after another, or none. */
  transaction(statements: readonly SqlStatement[]): Promise<unknown>;
  close(): Promise<void>;
}

// The same SQL for SQLite (libSQL, D1) and Postgres: no functions but COUNT, REPLACE, and SUBSTR and LENGTH, which count characters in both.
// One statement for each write. Only the erasure of an order is a transaction of some.

/** Of the ledger, as `valuesOf` writes them. News, parcel and erasure have statements of their own. */
export const columns =
  'account, kind, reference, state, version, fingerprint, permit, body, terms, answer, order_id, attempts, lease, created, changed';
export const key = 'account = ? AND kind = ? AND reference = ?';
/** With `kind = 'order'`, SQLite may choose the primary key, and read every order of the account to find one by its id. */
export const isOrder = "kind <> 'draft_order'";
/** The order and the draft of a reference. Both kinds are named, so that the primary key finds them. */
export const ofReference = "account = ? AND kind IN ('order', 'draft_order') AND reference = ?";

/** Changes nothing. In Postgres, an erasure and a claim beside it wait for each other, and each reads what the other has written. */
export const lock = `UPDATE ship_ledger SET version = version WHERE ${ofReference}`;
/** An erased delivery that has ended since, or was cancelled. */
export const isEraseDue = "erase_due > 0 AND (erase_due <= ? OR state = 'cancelled')";

/** What begins so is a digest. */
export const erasedMark = 'erased ';

export const settled = settledStates.map((state) => `'${state}'`).join(', ');
/**
 * What is left of the reference of an erased order: its digest, so that it is recognised and never ordered again. Databases have it, so
 * it never changes.
 */
export async function erasedName({ account, reference }: Pick<EntryKey, 'account' | 'reference'>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${account} ${reference}`));
  return `${erasedMark}${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** What is left of the service's id of an erased order: its late webhooks are recognised, and dropped. */
export const erasedOrder = (account: string, order: string) => erasedName({ account, reference: `order ${order}` });

export const keyIn = ({ account, kind, reference }: Record<string, unknown>): EntryKey => ({
  account: String(account),
  kind: String(kind) as EntryKey['kind'],
  reference: String(reference),
});

export const keyOf = ({ account, kind, reference }: EntryKey): SqlValue[] => [account, kind, reference];

/** In the order of `columns`. */
export function valuesOf(entry: Entry): SqlValue[] {
  const { state, version, fingerprint, permit, body, terms, answer, order, attempts, lease, created, changed } = entry;
  const kept = terms && JSON.stringify(terms);
  const rest = [body, kept, answer, order, attempts, lease, created, changed];
  return [...keyOf(entry), state, version, fingerprint, permit, ...rest];
}

export const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value));

export function entryOf(row: Record<string, unknown>): Entry {
  const terms = textOf(row.terms);
  return {
    ...keyIn(row),
    state: String(row.state) as Entry['state'],
    version: Number(row.version),
    fingerprint: String(row.fingerprint),
    permit: String(row.permit),
    body: textOf(row.body),
    terms: terms === null ? null : JSON.parse(terms),
    answer: textOf(row.answer),
    // Of an erased order, it is a digest.
    order: row.state === 'erased' ? null : textOf(row.order_id),
    attempts: Number(row.attempts),
    lease: Number(row.lease),
    created: Number(row.created),
    changed: Number(row.changed),
    ...(Number(row.erase_due) > 0 && { eraseDue: Number(row.erase_due) }),
  };
}
