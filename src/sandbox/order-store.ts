export type Kind = 'order' | 'draft_order';

/** The answer about an order or draft, without its status. */
export interface OrderDocument extends Record<string, unknown> {
  courier: Record<string, unknown> & { waybill_id: string | null; history?: readonly object[] };
}

/** An order or a draft, as the sandbox keeps it. */
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

/** Keeps orders in memory. */
export function createMemoryStore(): SandboxStore {
  // As text, so that callers get copies, as from the database.
  const texts = new Map<string, string>();
  const references = new Map<string, string>();

  const idKey = (kind: Kind, id: string) => `${kind} ${id}`;
  const read = (key: string | undefined): OrderRecord | undefined => {
    const text = key === undefined ? undefined : texts.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  };

  return {
    async insert(record) {
      const key = idKey(record.kind, record.id);
      const reference = record.reference === null ? undefined : idKey(record.kind, record.reference);
      const earlier = reference === undefined ? undefined : read(references.get(reference));
      if (earlier) return { inserted: false, record: earlier };
      texts.set(key, JSON.stringify(record));
      if (reference !== undefined) references.set(reference, key);
      return { inserted: true, record };
    },
    find: async (kind, id) => read(idKey(kind, id)),
    findReference: async (kind, reference) => read(references.get(idKey(kind, reference))),
    list: async (kind) =>
      [...texts.keys()]
        .flatMap((key) => read(key) ?? [])
        .filter((record) => record.kind === kind)
        .reverse(),
    async replace(record, from) {
      const key = idKey(record.kind, record.id);
      if (read(key)?.status !== from) return false;
      texts.set(key, JSON.stringify(record));
      return true;
    },
    async close() {},
  };
}
