export type Kind = 'order' | 'draft_order';

/** The answer about an order or draft, without its status. */
export interface OrderDocument extends Record<string, unknown> {
  courier: Record<string, unknown> & { waybill_id: string | null; history?: readonly object[] };
}

export interface OrderRecord {
  kind: Kind;
  id: string;
  /** `reference_id`; null if the request had none. */
  reference: string | null;
  /** Kept apart from the document, because `replace` compares it. */
  status: string;
  document: OrderDocument;
}

/** Keeps orders and drafts. Each method is atomic. */
export interface SandboxStore {
  /**
   * Adds a record. If its kind and reference exist already, returns that record and adds nothing. A reference stays used for
   * ever; orders and drafts do not share them (contract/README.md §7).
   */
  insert(record: OrderRecord): Promise<{ inserted: boolean; record: OrderRecord }>;
  find(kind: Kind, id: string): Promise<OrderRecord | undefined>;
  findReference(kind: Kind, reference: string): Promise<OrderRecord | undefined>;
  /** Newest first. */
  list(kind: Kind): Promise<OrderRecord[]>;
  /** Replaces the record with the same id if its status is still `from`. Returns whether it did. */
  replace(record: OrderRecord, from: string): Promise<boolean>;
  close(): Promise<void>;
}
