export type Kind = 'order' | 'draft_order';

/** What is answered about an order or draft, without its status. */
export interface OrderDocument extends Record<string, unknown> {
  courier: Record<string, unknown> & { waybill_id: string | null; history?: readonly object[] };
}

export interface OrderRecord {
  kind: Kind;
  id: string;
  /** `reference_id`; null where none was given. */
  reference: string | null;
  /** Beside the document, because it is what changes hands. */
  status: string;
  document: OrderDocument;
}

/** Where orders and drafts are kept. Each method is one step: nothing is ever seen half done. */
export interface Store {
  /**
   * Adds a record, unless one of its kind has its reference already: then that one is handed back and nothing is added.
   * A reference stays used for ever; orders and drafts do not share them (contract/README.md §7).
   */
  insert(record: OrderRecord): Promise<{ inserted: boolean; record: OrderRecord }>;
  find(kind: Kind, id: string): Promise<OrderRecord | undefined>;
  findReference(kind: Kind, reference: string): Promise<OrderRecord | undefined>;
  /** Newest first. */
  list(kind: Kind): Promise<OrderRecord[]>;
  /** Puts the record in place of the one with its id, if that one still has the status `from`; tells whether it did. */
  replace(record: OrderRecord, from: string): Promise<boolean>;
  close(): Promise<void>;
}
